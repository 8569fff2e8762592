// Remembers what a process began to send last, and the outcomes, to write them again when the store
// forgot them (messages/went-back/replay.ts). A limited number in memory; how far back that reaches
// is known.
import type { ClaimedAttempt } from '../../messages/claim.ts';
import { nameOf } from '../../messages/keys.ts';
import type { BegunAttempt } from '../../messages/went-back/replay.ts';
import type { Outcome } from '../outcome.ts';

/** A message that a lane was given. `n`: how many were begun before; `changed`: its last change. */
export type RememberedAttempt = BegunAttempt & { outcome: Outcome | undefined; n: number; changed: number };

export type Memory = {
  /** @returns what its outcome is given for; absent when nothing needs to be remembered */
  begin(leaseId: number, message: ClaimedAttempt): RememberedAttempt | undefined;
  settle(begun: RememberedAttempt | undefined, outcome: Outcome): void;
  /** The last attempt at each message of which a byte may have been sent. */
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
  // A ring. In a map the oldest would be found by passing over all that were deleted before it.
  const ring: RememberedAttempt[] = [];
  const marks: { n: number; changes: number }[] = [];
  let begun = 0;
  let changes = 0;
  let forgotten = 0; // the number of the newest change that was forgotten

  return {
    begin(leaseId, { attempt, customerId, campaignId, subscriberId, attempts }) {
      if (most === 0) return undefined;
      const slot = begun % most;
      const oldest = ring[slot];
      if (oldest && oldest.changed > forgotten) forgotten = oldest.changed;
      const key = { customerId, campaignId, subscriberId };
      changes += 1;
      const entry = { ...key, attempt, attempts, leaseId, outcome: undefined, n: begun, changed: changes };
      ring[slot] = entry;
      begun += 1;
      return entry;
    },
    settle(entry, outcome) {
      if (!entry) return;
      changes += 1;
      entry.outcome = outcome;
      entry.changed = changes;
      if (begun - entry.n > most) forgotten = changes;
    },
    all() {
      const last = new Map<string, RememberedAttempt>();
      const oldest = Math.max(0, begun - most);
      for (let n = oldest; n < begun; n += 1) {
        const entry = ring[n % most];
        if (entry && entry.outcome?.state !== 'pending') last.set(nameOf(entry), entry);
      }
      return [...last.values()];
    },
    marked(n) {
      marks.push({ n, changes });
      if (marks.length > MARKS) marks.shift();
    },
    reachesTo(n) {
      const last = marks.findLast((mark) => mark.n <= n);
      return forgotten <= (last?.changes ?? 0);
    },
  };
}
