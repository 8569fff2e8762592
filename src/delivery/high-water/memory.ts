// Remembers what a process began to send last, and the outcomes, to write them again when the store
// forgot them (messages/went-back/replay.ts). A limited number in memory; how far back that reaches
// is known.
import type { ClaimedAttempt } from '../../messages/claim.ts';
import { nameOf } from '../../messages/keys.ts';
import type { BegunAttempt } from '../../messages/went-back/replay.ts';
import type { Outcome } from '../outcome.ts';

export type Memory = {
  /** A message that a lane was given. @returns the number of the attempt here */
  begin(leaseId: number, message: ClaimedAttempt): number;
  /** @param n what `begin` returned */
  settle(n: number, outcome: Outcome): void;
  /** The last attempt at each message of which a byte may have been sent. */
  all(): BegunAttempt[];
  /** The store has the mark `n`, and all that was written before it. */
  marked(n: number): void;
  /** Whether everything since the mark `n` is remembered. */
  reachesTo(n: number): boolean;
};

/** At thousands a second this covers the lag of a standby; some 8 MB. */
const MOST = 50_000;
const MARKS = 200;

/** @param most messages to remember; 0 where the store cannot go back while it is open */
export function openMemory(most = MOST): Memory {
  const ring = openRing(most);
  const marks: { n: number; changes: number }[] = [];
  let begun = 0;
  let changes = 0;
  let forgotten = 0; // the number of the newest change that was forgotten

  return {
    begin(leaseId, message) {
      if (most === 0) return 0;
      const n = begun;
      begun += 1;
      changes += 1;
      forgotten = Math.max(forgotten, ring.changed[n % most] ?? 0);
      ring.begin(n % most, leaseId, message);
      ring.changed[n % most] = changes;
      return n;
    },
    settle(n, outcome) {
      if (most === 0) return;
      changes += 1;
      if (begun - n > most) {
        forgotten = changes;
        return;
      }
      ring.settle(n % most, outcome);
      ring.changed[n % most] = changes;
    },
    all() {
      const last = new Map<string, BegunAttempt>();
      for (let n = Math.max(0, begun - most); n < begun; n += 1) {
        const attempt = ring.read(n % most);
        if (attempt.outcome?.state !== 'pending') last.set(nameOf(attempt), attempt);
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

/**
 * Attempts by place, in columns of numbers: as an object each, they would be what the garbage
 * collector of a delivery thread works for most. `changed`: the number of the last change.
 */
function openRing(places: number) {
  const column = () => new Float64Array(places);
  const [customers, campaigns, subscribers] = [column(), column(), column()];
  const [numbers, tries, leases, changed] = [column(), column(), column(), column()];
  const [relays, instants] = [column(), column()];
  // Of accepted messages, which nearly all are, what the server answered.
  const outcomes: (BegunAttempt['outcome'] | string)[] = [];

  return {
    changed,
    begin(place: number, leaseId: number, message: ClaimedAttempt): void {
      customers[place] = message.customerId;
      campaigns[place] = message.campaignId;
      subscribers[place] = message.subscriberId;
      numbers[place] = message.attempt;
      tries[place] = message.attempts;
      leases[place] = leaseId;
      outcomes[place] = undefined;
    },
    settle(place: number, outcome: Outcome): void {
      const { state, reason, detail, reply, nextAttemptAt, relayId, at } = outcome;
      if (state !== 'accepted' || reply === null) {
        outcomes[place] = { state, reason, detail, reply, nextAttemptAt, relayId, at };
        return;
      }
      outcomes[place] = reply;
      relays[place] = relayId ?? 0;
      instants[place] = at;
    },
    read(place: number): BegunAttempt {
      const outcome = outcomes[place];
      const nothing = { reason: null, detail: null, nextAttemptAt: null };
      const [relayId, at] = [relays[place] || undefined, instants[place] ?? 0];
      return {
        customerId: customers[place] ?? 0,
        campaignId: campaigns[place] ?? 0,
        subscriberId: subscribers[place] ?? 0,
        attempt: numbers[place] ?? 0,
        attempts: tries[place] ?? 0,
        leaseId: leases[place] ?? 0,
        outcome: typeof outcome === 'string' ? { state: 'accepted', ...nothing, reply: outcome, relayId, at } : outcome,
      };
    },
  };
}
