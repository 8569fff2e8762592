// Defers messages that throttling would keep waiting for long: in memory they would keep others
// from being claimed. They are in the store with the reason, until they may be sent again. Of a
// destination that takes nothing, one message is tried now and then: the others count as put off
// meanwhile, and are given up in the same time, otherwise a campaign would never end.
import { MINUTE_MS } from '../kernel/durations.ts';
import { oneLine } from '../kernel/text/one-line.ts';
import { type Attempt, attemptOf } from '../messages/turn.ts';
import { givenUpAfter, isExpired, type Outcome } from './outcome.ts';
import { cutLine, type Line, linesOf, type Queue, type Queued } from './queue.ts';
import { allowedRelays, type RelayPool } from './relay-pool/pool.ts';
import type { Refusal, Throttling } from './throttling/throttling.ts';

/** Messages expected to be sent within this time stay in memory. */
const STAYS_MS = 10_000;
/**
 * Rates grow again, so nothing is deferred for longer than this (except for parked destinations).
 */
const LONGEST_MS = 15 * MINUTE_MS;
/** This many messages of a line always stay, so that it continues at once when it may. */
const KEEP = 10;

/** When it was put off for the first time, ms. */
type PutOff = { deferredSince: number | null };

/**
 * Takes out of the queue what throttling would keep too long.
 * @param sinceMs time since the last call; how many were sent meanwhile gives a line's rate
 * @param now instant in ms
 * @param expireMs so long after it was put off for the first time a message is given up
 * @returns outcomes to be recorded
 */
export function holdBack<M extends Queued & PutOff>(
  queue: Queue<M>,
  { pool, throttling }: { pool: RelayPool; throttling: Pick<Throttling, 'ask' | 'giveBack'> },
  { sinceMs, now, expireMs }: { sinceMs: number; now: number; expireMs: number },
): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const line of linesOf(queue)) {
    const perMs = line.taken / Math.max(sinceMs, 1);
    line.taken = 0;
    if (line.messages.length <= KEEP && perMs > 0) continue;
    const refusal = refusalOf(line, throttling, allowedRelays(pool, line));
    if (!refusal) continue;
    const waitMs = (place: number) => {
      const untilMs = Math.max(refusal.until - now, 0);
      if (refusal.parked) return untilMs + place; // spread out, not all at one moment
      return Math.min(perMs > 0 ? place / perMs : untilMs + place, Math.max(untilMs, LONGEST_MS));
    };
    let stays = waitMs(0) > STAYS_MS ? 0 : Math.min(KEEP, line.messages.length);
    while (stays < line.messages.length && waitMs(stays) <= STAYS_MS) stays += 1;
    for (const [i, message] of cutLine(queue, line, stays).entries()) {
      const nextAttemptAt = Math.round(now + waitMs(stays + i));
      const isOver = refusal.parked && isExpired(message, nextAttemptAt, expireMs);
      outcomes.push(isOver ? givenUp(message, refusal, expireMs, now) : putOff(message, refusal, nextAttemptAt, now));
    }
  }
  return outcomes;
}

function putOff(message: Attempt, { parked, reason }: Refusal, nextAttemptAt: number, at: number): Outcome {
  const account = { reason: 'throttled', detail: oneLine(reason, 500), reply: null } as const;
  return {
    ...attemptOf(message),
    state: 'deferred',
    ...account,
    nextAttemptAt,
    isUnstarted: true,
    isParked: parked,
    at,
  };
}

function givenUp(message: Attempt, { reason }: Refusal, expireMs: number, at: number): Outcome {
  const detail = oneLine(`${givenUpAfter(expireMs)}: ${reason}`, 500);
  const account = { reason: 'expired', detail, reply: null } as const;
  return { ...attemptOf(message), state: 'rejected', ...account, nextAttemptAt: null, isUnstarted: true, at };
}

/**
 * Why no relay may send to this line's destination now; undefined when one may, or another reason
 * keeps it.
 */
function refusalOf<M extends Queued>(
  { campaignId, destination }: Line<M>,
  throttling: Pick<Throttling, 'ask' | 'giveBack'>,
  relayIds: Iterable<number>,
): Refusal | undefined {
  let soonest: Refusal | undefined;
  for (const relayId of relayIds) {
    const permit = { relayId, campaignId, destination };
    const refusal = throttling.ask(permit);
    if (!refusal) {
      throttling.giveBack(permit);
      return undefined;
    }
    if (refusal.scope !== 'destination') return undefined;
    if (!soonest || refusal.until < soonest.until) soonest = refusal;
  }
  return soonest;
}
