// What a bounce means for statistics and for the address. Pure.

export const BOUNCE_TYPES = ['internal', 'hard', 'soft'] as const;
export type BounceType = (typeof BOUNCE_TYPES)[number];

/** Soft bounces in a row after which an address gets no more mail. */
export const SOFT_LIMIT = 5;

/** Most characters of a bounce's or complaint's message. */
export const MESSAGE_LENGTH = 250;

export const TEXTS = {
  marked: 'This subscriber has already been marked as bounced.',
  unknownSubscriber: 'The subscriber does not exist in this list.',
} as const;

/**
 * Whether a mail server has taken a message of this state, or is about to: what comes back can be
 * there before the row says so. Only then a bounce counts in the campaign's statistics, so that
 * bounces are never more than what was accepted. Others (put off, rejected, skipped, no message at
 * all) have a row, which is listed, and are not counted.
 */
export function isAccepted(state: string): boolean {
  return state === 'accepted' || state === 'in_flight';
}

type Noted = { type: string; counted: 0 | 1 };

/**
 * Whether a further report about a message replaces the one that is there: it counts where the
 * first could not, or says that nobody can write to the address. All others (the same report twice,
 * above all) change nothing.
 */
export function supersedes(before: Noted, type: BounceType, counts: boolean): boolean {
  return (counts && before.counted === 0) || (type === 'hard' && before.type !== 'hard');
}

/**
 * How many messages in a row bounced softly, the one at `place` among them. Places are in the order
 * in which messages went out (ids of campaigns). Reports come days after the messages, so the
 * newest messages are still without one: the row is looked for around the message that came back,
 * not at the end.
 * @param soft places that bounced softly
 * @param reached places that were accepted and did not
 */
export function softInARow(place: number, soft: readonly number[], reached: readonly number[]): number {
  const before = Math.max(Number.NEGATIVE_INFINITY, ...reached.filter((one) => one < place));
  const after = Math.min(Number.POSITIVE_INFINITY, ...reached.filter((one) => one > place));
  return soft.filter((one) => one > before && one < after).length;
}
