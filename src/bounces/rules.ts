// What a bounce means for statistics and for the address. Pure.
import { say } from '../kernel/sentences/sentence.ts';

export const BOUNCE_TYPES = ['internal', 'hard', 'soft'] as const;
export type BounceType = (typeof BOUNCE_TYPES)[number];

/** An address is suppressed after this many soft bounces in a row. */
export const SOFT_LIMIT = 5;

/** Maximum length of a bounce's or complaint's text, in characters. */
export const MESSAGE_LENGTH = 250;

export const TEXTS = {
  marked: say('subscriber-bounced'),
  unknownSubscriber: say('subscriber-missing'),
} as const;

/**
 * Whether a mail server has accepted a message in this state, or is about to: a bounce may arrive
 * before the outcome is written. Only then the bounce counts in the campaign's statistics, so that
 * there are never more bounces than accepted messages. Other bounces (of deferred, rejected,
 * skipped or no messages) are listed, but not counted.
 */
export function isAccepted(state: string): boolean {
  return state === 'accepted' || state === 'in_flight';
}

type BounceMark = { type: string; counted: 0 | 1 };

/**
 * Whether a second report about a message replaces the first: it counts where the first did not, or
 * says that the address does not exist. All others (mostly the same report again) change nothing.
 */
export function supersedes(before: BounceMark, type: BounceType, counts: boolean): boolean {
  return (counts && before.counted === 0) || (type === 'hard' && before.type !== 'hard');
}

/**
 * How many messages in a row had soft bounces, the one at `place` among them. Places are in the
 * order of sending (ids of campaigns). Reports come days after the messages, so the newest messages
 * have none yet: the row is searched around the message that came back, not at the end.
 * @param soft places with a soft bounce
 * @param reached places that were accepted without one
 */
export function softInARow(place: number, soft: readonly number[], reached: readonly number[]): number {
  const before = Math.max(Number.NEGATIVE_INFINITY, ...reached.filter((one) => one < place));
  const after = Math.min(Number.POSITIVE_INFINITY, ...reached.filter((one) => one > place));
  return soft.filter((one) => one > before && one < after).length;
}
