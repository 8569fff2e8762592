// Explains why an autoresponder has no message for a subscriber of its list. Pure.
import type { Follow } from '../../campaigns/autoresponder/follow-rules.ts';
import type { Campaign, Subscriber } from '../../storage/tables.ts';
import type { Explanation } from './causes.ts';
import { instantText } from './delivery-state.ts';

/** Facts about the event that an autoresponder follows. */
export type FollowFacts = Follow & {
  /** Null: the event has not happened. */
  event: { at: number; dueAt: number; isLookedAt: boolean } | null;
  /** Name of the campaign whose messages it follows. */
  named: string;
  /** False for a recurring campaign, which is not sent itself: its runs are. */
  isNamedSent: boolean;
};

type Facts = {
  email: string;
  campaign: Pick<Campaign, 'status' | 'started_at'>;
  subscriber: Pick<Subscriber, 'source'>;
  /** Now, ms. */
  at: number;
};

/**
 * @returns undefined when the event was looked at when it was due: then the subscriber was left out
 * for the same reasons as in any campaign
 */
export function explainFollowing(facts: Facts, following: FollowFacts): Explanation | undefined {
  const { email, campaign, subscriber, at } = facts;
  const { event, includesImported, includesCurrent } = following;
  if (subscriber.source === 'import' && !includesImported) {
    return {
      cause: 'not-included',
      text: `${email} was imported, and the autoresponder does not include imported subscribers.`,
    };
  }
  if (!event) return { cause: 'no-event', text: missing(email, following) };
  const happened = `${happening(email, following)} at ${instantText(event.at)}`;
  const startedAt = campaign.started_at;
  if (!includesCurrent && startedAt !== null && event.at < startedAt) {
    const start = `before the autoresponder started at ${instantText(startedAt)}`;
    return { cause: 'not-included', text: `${happened}, ${start}; it does not include those of before.` };
  }
  if (event.isLookedAt) return undefined;
  if (campaign.status === 'sent') {
    return { cause: 'ended-before', text: `The autoresponder was ended before the message to ${email} was made.` };
  }
  const paused = campaign.status === 'sending' ? '' : `; the campaign is ${campaign.status}`;
  if (event.dueAt > at) {
    return { cause: 'waiting', text: `${happened}; its message is due at ${instantText(event.dueAt)}${paused}.` };
  }
  return {
    cause: 'being-made',
    text: `${happened}; its message was due at ${instantText(event.dueAt)} and is to be made${paused}.`,
  };
}

function missing(email: string, { followed, named, isNamedSent }: FollowFacts): string {
  if (!isNamedSent) return `The autoresponder follows the campaign “${named}”, which recurs: it is not sent itself.`;
  switch (followed.event) {
    case 'subscribe':
      return `It is not known when ${email} was confirmed.`;
    case 'open':
      return `${email} has not opened the message of the campaign “${named}”.`;
    case 'sent':
      return `No message of the campaign “${named}” to ${email} was accepted.`;
  }
}

function happening(email: string, { followed, named }: FollowFacts): string {
  switch (followed.event) {
    case 'subscribe':
      return `${email} became a confirmed subscriber`;
    case 'open':
      return `${email} opened the message of the campaign “${named}”`;
    case 'sent':
      return `The message of the campaign “${named}” to ${email} was accepted`;
  }
}
