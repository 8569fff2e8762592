// What lanes say of messages, and what of it is written together.
import { HOUR_MS } from '../kernel/durations.ts';
import type { ReasonOf } from '../messages/reasons.ts';
import { type Attempt, attemptOf, type BatchClaim } from '../messages/turn.ts';

/**
 * The outcome of an attempt. `pending`: no byte of it was sent; it is given back and does not count
 * as a try.
 */
export type Outcome = Attempt & {
  state: 'accepted' | 'deferred' | 'rejected' | 'uncertain' | 'skipped' | 'pending';
  /** Why it waits, or ended otherwise than accepted; null when it is accepted or pending. */
  reason: ReasonOf<'deferred' | 'rejected' | 'uncertain' | 'skipped'> | null;
  /** The same in our words, for people; null where the mail server's words say it. */
  detail: string | null;
  /** What the mail server answered, and nothing else. */
  reply: string | null;
  /** Instant in ms before which a deferred message is not tried again. */
  nextAttemptAt: number | null;
  /**
   * Which relay answered; absent when none was asked: a deferred message without one was held back
   * by ourselves.
   */
  relayId?: number | undefined;
  /** The answer means that the address does not exist. */
  isHardBounce?: boolean | undefined;
  /** As far as we know, it was never put in flight. */
  isUnstarted?: boolean | undefined;
  /** Held back because the receiver takes nothing: it counts as put off from then on. */
  isParked?: boolean | undefined;
  /** Instant in ms. */
  at: number;
};

/**
 * The outcome that gives a claimed message back untried; an unstarted one marks its batch, which
 * goes with it.
 * @param at now, ms
 * @param isUnstarted as far as we know, it was never put in flight
 */
export function givenBack(message: Attempt, at: number, { isUnstarted } = { isUnstarted: true }): Outcome {
  const nothing = { reason: null, detail: null, reply: null, nextAttemptAt: null };
  if (isUnstarted && message.batch) message.batch.isGivenBack = true;
  return { ...attemptOf(message), state: 'pending', ...nothing, isUnstarted, at };
}

/**
 * The content of one write transaction: outcomes to record, messages (not sent yet) to put in
 * flight, and batches whose members all have a row. A batch with a member that is given back
 * unstarted is given back as a whole.
 */
export type Turn = {
  outcomes: readonly Outcome[];
  starts: readonly Attempt[];
  closes?: readonly BatchClaim[];
};

/** The part of a turn that is about some customers. */
export function partOf({ outcomes, starts, closes = [] }: Turn, which: (customerId: number) => boolean): Turn {
  const isOf = ({ customerId }: { customerId: number }) => which(customerId);
  return { outcomes: outcomes.filter(isOf), starts: starts.filter(isOf), closes: closes.filter(isOf) };
}

/** Whether a message that was put off is given up rather than tried at an instant (ms). */
export function isExpired(
  { deferredSince }: { deferredSince: number | null },
  nextAttemptAt: number,
  expireMs: number,
): boolean {
  return deferredSince !== null && nextAttemptAt > deferredSince + expireMs;
}

/** The same in words. */
export const givenUpAfter = (expireMs: number): string => `given up after ${Math.round(expireMs / HOUR_MS)} hours`;
