// A turn that the store refuses for what is in it: repeated as it is, it would be refused for ever,
// and the worker would stand still. The outcomes that are refused are found by halves, and written
// with less of the words that others chose; the rest of the turn is written as it is.
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Attempt } from '../../messages/turn.ts';
import { isDataRefusal } from '../../storage/trouble.ts';
import { type Outcome, partOf, type Turn } from '../outcome.ts';

/**
 * Writes a turn; gives those of its starts that may go out.
 * @param setAside called with the part of each customer that cannot be written now
 */
export type Commit = (turn: Turn, setAside?: (part: Turn) => void) => Promise<ReadonlySet<Attempt>>;

/** What is tried of a refused outcome, one after the other: its text in ASCII, then none. */
const POORER: readonly ((text: string) => string | null)[] = [
  (text) => text.replace(/[^ -~]/g, '?').slice(0, 500),
  () => null,
];

/**
 * Commits as `commit` does, and finds out what it is that a store refuses. What is refused without
 * its words too is set aside with all of its customer.
 */
export function withoutRefusals(commit: Commit, log: Logger): Commit {
  return async (turn, setAside) => {
    try {
      return await commit(turn, setAside);
    } catch (error) {
      if (turn.outcomes.length === 0 || !isDataRefusal(error)) throw error;
      const { mended, refused } = await writeApart(commit, turn.outcomes);
      const reason = asError(error).message;
      // What is set aside comes here again and again, without `setAside`.
      if (mended.length > 0 || setAside)
        log.error({ event: 'delivery.refused-by-store', reason, mended: mended.length, left: refused.length });
      const customers = new Set(refused.map(({ customerId }) => customerId));
      if (customers.size > 0 && !setAside) throw error;
      for (const customer of customers) setAside?.(partOf(turn, (one) => one === customer));
      return commit({ ...partOf(turn, (one) => !customers.has(one)), outcomes: [] }, setAside);
    }
  };
}

type Apart = { mended: readonly Outcome[]; refused: readonly Outcome[] };

/** Writes outcomes together or, where they are refused, by halves, down to those refused alone. */
async function writeApart(commit: Commit, outcomes: readonly Outcome[]): Promise<Apart> {
  if (await isTaken(commit, outcomes)) return { mended: [], refused: [] };
  const [first] = outcomes;
  if (first && outcomes.length === 1)
    return (await isTakenPoorer(commit, first)) ? { mended: outcomes, refused: [] } : { mended: [], refused: outcomes };
  const middle = outcomes.length >> 1;
  const found: Apart[] = [];
  for (const half of [outcomes.slice(0, middle), outcomes.slice(middle)]) found.push(await writeApart(commit, half));
  return { mended: found.flatMap(({ mended }) => mended), refused: found.flatMap(({ refused }) => refused) };
}

async function isTakenPoorer(commit: Commit, outcome: Outcome): Promise<boolean> {
  for (const poorer of POORER) {
    const shortened = (text: string | null) => (text === null ? null : poorer(text));
    const { reply, detail } = outcome;
    if (await isTaken(commit, [{ ...outcome, reply: shortened(reply), detail: shortened(detail) }])) return true;
  }
  return false;
}

async function isTaken(commit: Commit, outcomes: readonly Outcome[]): Promise<boolean> {
  try {
    await commit({ outcomes, starts: [], closes: [] });
    return true;
  } catch (error) {
    if (isDataRefusal(error)) return false;
    throw error;
  }
}
