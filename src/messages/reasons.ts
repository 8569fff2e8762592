// Why a message waits or ended: a closed set of reasons, each of one state. The mail server's
// answer and the text for people are in columns of their own. Pure.
import type { MessageState } from '../storage/tables.ts';

export const REASONS = {
  deferred: [
    'not-due', // a transactional email with a send time to come
    'answered', // the mail server put it off
    'cut', // the connection was lost before the mail server had it
    'unanswered', // nobody knows whether it was accepted, and the campaign's policy is to send it again
    'throttled', // held back: its destination takes no more at the moment
    'feed', // held back: what its content names elsewhere is not there
    'content', // held back: its content could not be made
    'signing', // held back: no key can be read
  ],
  rejected: [
    'refused', // by the mail server, for good
    'expired', // put off for too long
    'too-many-attempts',
    'not-made', // it cannot be made
  ],
  uncertain: [
    'no-answer', // the connection was lost when the mail server could have it
    'worker-lost', // whoever sent it is gone
    'store-went-back', // the store forgot what became of it
    'fault', // of ours, while it was in flight
  ],
  skipped: [
    'unconfirmed',
    'unsubscribed',
    'blacklisted',
    'unapproved',
    'disabled',
    'moved',
    'deleted',
    'suppressed',
    'duplicate', // its address was changed to one that gets the campaign through another list
    'campaign-ended', // marked as sent before its turn came
    'given-up', // nobody knows whether it was accepted, and it is not sent again
  ],
} as const satisfies Partial<Record<MessageState, readonly string[]>>;

export type ReasonOf<State extends keyof typeof REASONS> = (typeof REASONS)[State][number];
export type Reason = ReasonOf<keyof typeof REASONS>;

/** Reasons of messages that we held back ourselves, without asking a mail server. */
const HELD: readonly string[] = ['throttled', 'feed', 'content', 'signing'] satisfies ReasonOf<'deferred'>[];

/** Whether a deferred message is held back by ourselves. */
export const isHeldBack = (reason: string | null): boolean => reason !== null && HELD.includes(reason);

/** Why a message to a subscriber of this status is skipped. */
export function skippedFor(status: string): ReasonOf<'skipped'> {
  return REASONS.skipped.find((reason) => reason === status) ?? 'disabled';
}

/** The columns that say why a message is where it is. */
export type Account = { state: MessageState; reason: string | null; detail: string | null; reply: string | null };

/**
 * The explanation for people: the mail server's answer, or what happened instead; null when nothing
 * did.
 */
export function wordsOf({ state, reason, detail, reply }: Account): string | null {
  if (state === 'deferred' && isHeldBack(reason)) return `held back: ${detail ?? ''}`;
  if (state === 'skipped' && reason === 'campaign-ended') return 'marked as sent';
  if (state === 'skipped' && reason !== 'given-up') return reason;
  const words = [detail, reply].filter((part) => part !== null && part !== '');
  return words.length > 0 ? words.join(': ').slice(0, 500) : null;
}
