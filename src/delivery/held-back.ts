// Messages that throttling would keep waiting for long do not wait in memory, where they would keep
// others from being claimed: they are put off in the store, with the reason to be seen, and come
// back when their turn may have come.
import { attemptOf } from '../messages/turn.ts';
import type { Line, Queue, Queued } from './queue.ts';
import type { Outcome } from './record.ts';
import type { Refusal, Throttling } from './throttling/throttling.ts';

/** What is expected to go within this time stays in memory. */
const STAYS_MS = 10_000;
/** Rates grow again, so nothing is put off for longer than this (but for what is parked). */
const LONGEST_MS = 15 * 60_000;
/** Messages of a line that always stay, so that it starts at once when it may. */
const KEEP = 10;

/**
 * Takes out of the queue what throttling would keep too long.
 * @param relaysOf the relays that a campaign's messages may go over now
 * @param sinceMs time since this was last called; how many went meanwhile tells a line's rate
 * @param now instant in ms
 * @returns outcomes to be recorded
 */
export function holdBack<M extends Queued>(
  queue: Queue<M>,
  throttling: Pick<Throttling, 'ask' | 'giveBack'>,
  relaysOf: (sender: Pick<Queued, 'customerId' | 'campaignId'>) => readonly number[],
  { sinceMs, now }: { sinceMs: number; now: number },
): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const line of queue.lines()) {
    const perMs = line.taken / Math.max(sinceMs, 1);
    line.taken = 0;
    if (line.messages.length <= KEEP && perMs > 0) continue;
    const refusal = refusalOf(line, throttling, relaysOf(line));
    if (!refusal) continue;
    const waitMs = (place: number) => {
      const untilMs = Math.max(refusal.until - now, 0);
      if (refusal.parked) return untilMs + place; // one after the other, not all in one moment
      return Math.min(perMs > 0 ? place / perMs : untilMs + place, Math.max(untilMs, LONGEST_MS));
    };
    let stays = waitMs(0) > STAYS_MS ? 0 : Math.min(KEEP, line.messages.length);
    while (stays < line.messages.length && waitMs(stays) <= STAYS_MS) stays += 1;
    for (const [i, message] of queue.cut(line, stays).entries()) {
      const nextAttemptAt = Math.round(now + waitMs(stays + i));
      outcomes.push({
        ...attemptOf(message),
        state: 'deferred',
        reason: 'throttled',
        detail: refusal.reason.slice(0, 500),
        reply: null,
        nextAttemptAt,
        isUnstarted: true,
        at: now,
      });
    }
  }
  return outcomes;
}

/**
 * Why no relay takes a message of this line for its destination now; undefined when one does, or
 * something else keeps it.
 */
function refusalOf<M extends Queued>(
  { campaignId, destination }: Line<M>,
  throttling: Pick<Throttling, 'ask' | 'giveBack'>,
  relayIds: readonly number[],
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
