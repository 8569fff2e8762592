// What a process began to send last, and what came of it: to be said again when the store forgot it
// (fallen.ts). Kept in memory, at most so many; how far back that reaches is known.
import type { Begun as SaidAgain } from '../../messages/again.ts';
import type { Claimed } from '../../messages/claim.ts';
import type { Outcome } from '../record.ts';

/** A message that a lane was given. */
export type Begun = SaidAgain & { id: string; outcome: Outcome | undefined };

export type Memory = {
  begin(leaseId: number, message: Claimed): void;
  settle(outcome: Outcome): void;
  all(): Begun[];
  /** The store holds the mark `n`, and with it all that was written before. */
  marked(n: number): void;
  /** Whether everything since the mark `n` is remembered. */
  reachesTo(n: number): boolean;
};

/** At thousands a second it is what a standby may be behind; some 15 MB. */
const MOST = 50_000;
const MARKS = 200;

/** @param most messages to remember; 0 where the store cannot go back while it is open */
export function openMemory(most = MOST): Memory {
  const begun = new Map<string, Begun>(); // the one that was touched longest ago first
  const marks: { n: number; touched: number }[] = [];
  let touched = 0;
  let forgotten = 0; // how many touches had been made when the last one was forgotten that is not remembered

  function keep(entry: Begun): void {
    if (most === 0) return;
    touched += 1;
    begun.delete(entry.id);
    begun.set(entry.id, entry);
    if (begun.size <= most) return;
    const [oldest = ''] = begun.keys();
    begun.delete(oldest);
    forgotten = touched - most;
  }

  return {
    begin(leaseId, { id, attempt, customerId, campaignId, subscriberId, attempts }) {
      keep({ id, attempt, customerId, campaignId, subscriberId, attempts, leaseId, outcome: undefined });
    },
    settle(outcome) {
      const entry = begun.get(outcome.id);
      if (!entry || entry.attempt !== outcome.attempt) return;
      // No byte of it went out: there is nothing to be said.
      if (outcome.state === 'pending') begun.delete(entry.id);
      else keep({ ...entry, outcome });
    },
    all: () => [...begun.values()],
    marked(n) {
      marks.push({ n, touched });
      if (marks.length > MARKS) marks.shift();
    },
    reachesTo(n) {
      const last = marks.findLast((mark) => mark.n <= n);
      return forgotten <= (last?.touched ?? 0);
    },
  };
}
