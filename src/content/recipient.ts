// The recipient of a message outside of delivery: for the destination of a click and for the web
// version.
import { lastSentBefore } from '../campaigns/merge/last-sent.ts';
import type { PageUrls } from '../campaigns/merge/source.ts';
import { mergeValues } from '../campaigns/merge/values.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Lookup } from '../mail/merge/merge.ts';
import type { Db } from '../storage/db.ts';
import { findSubscriberById } from '../subscribers/queries.ts';
import { type TrackingLinks, trackingLinks } from './links.ts';
import type { CampaignContext } from './queries.ts';

/** What is needed to make links and to answer them. */
export type Installation = { db: Db; clock: Clock; baseUrl: string; secret: string };

/**
 * A campaign and the recipient of its message. `asksForLastSent`: whether a text uses the time of
 * the previous message.
 */
export type MessageRecipient = {
  subscriberId: number;
  context: CampaignContext;
  asksForLastSent?: boolean;
};

/**
 * The merge tags of one recipient, with the values of the mail; undefined when the subscriber is
 * gone.
 */
export async function lookupFor(installation: Installation, addressed: MessageRecipient): Promise<Lookup | undefined> {
  const { db, clock } = installation;
  const { subscriberId, context } = addressed;
  const subscriber = await findSubscriberById(db, context.campaign.customer_id, subscriberId);
  if (!subscriber) return undefined;
  const lastSentAt = addressed.asksForLastSent ? await lastSentBefore(db, context.campaign, subscriberId) : undefined;
  const urls = pageUrls(trackingLinks(installation), addressed);
  return mergeValues({ ...context, subscriber, urls, at: clock.now(), lastSentAt });
}

/** The addresses of the public pages for one message; each is signed when it is asked for. */
export function pageUrls(links: TrackingLinks, { subscriberId, context }: MessageRecipient): PageUrls {
  const message = { campaignId: context.campaign.id, subscriberId };
  return (page) => {
    switch (page) {
      case 'unsubscribe':
        return links.unsubscribeUrl(message);
      case 'web':
        return links.webVersionUrl(message);
      case 'campaign':
        return links.campaignUrl(context.campaign.id);
      case 'forward':
        return links.forwardUrl(message);
      case 'abuse':
        return links.abuseUrl(message);
      case 'profile':
        return links.profileUrl(subscriberId);
      case 'preferences':
        return links.preferencesUrl(subscriberId);
      case 'subscribe':
        return links.subscribeUrl(context.list.uid);
    }
  };
}
