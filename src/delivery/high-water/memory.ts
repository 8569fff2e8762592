// Remembers what a process began to send last, and the outcomes, to write them again when the store
// forgot them (messages/went-back/replay.ts). A limited number in memory; how far back that reaches
// is known.
import type { ClaimedAttempt } from '../../messages/claim.ts';
import type { BegunAttempt } from '../../messages/went-back/replay.ts';
import type { Outcome } from '../outcome.ts';

/** A message that a lane was given. */
export type RememberedAttempt = BegunAttempt & { id: string; outcome: Outcome | undefined };

export type Memory = {
  begin(leaseId: number, message: ClaimedAttempt): void;
  settle(outcome: Outcome): void;
  all(): RememberedAttempt[];
  /** The store has the mark `n`, and all that was written before it. */
  marked(n: number): void;
  /** Whether everything since the mark `n` is remembered. */
  reachesTo(n: number): boolean;
};

/** At thousands a second this covers the lag of a standby; some 15 MB. */
const MOST = 50_000;
const MARKS = 200;

/** @param most messages to remember; 0 where the store cannot go back while it is open */
export function openMemory(most = MOST): Memory {
  const begun = new Map<string, RememberedAttempt>(); // in the order of their last change
  const marks: { n: number; touched: number }[] = [];
  let touched = 0;
  let forgotten = 0; // the number of the newest change that was forgotten

  function keep(entry: RememberedAttempt): void {
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
      // No byte of it was sent: there is nothing to remember.
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
