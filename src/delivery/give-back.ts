// A claimed message goes back without having been tried.
import { type Attempt, attemptOf } from '../messages/turn.ts';
import type { Outcome } from './record.ts';

/**
 * The outcome that gives it back.
 * @param at now, ms
 * @param isUnstarted it was never put in flight, as far as we know
 */
export function givenBack(message: Attempt, at: number, isUnstarted = true): Outcome {
  const nothing = { reason: null, detail: null, reply: null, nextAttemptAt: null };
  return { ...attemptOf(message), state: 'pending', ...nothing, isUnstarted, at };
}
