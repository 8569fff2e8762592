// The recipient of a message, for what is made for one person outside of delivery: a click's destination, the web version.
import { mergeValues } from '../campaigns/merge-values.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Lookup } from '../mail/merge.ts';
import type { Db } from '../storage/db.ts';
import { trackingLinks } from './links.ts';
import { findSubscriberById } from './queries.ts';
import type { CampaignContext } from './queries-campaign.ts';

/** What links are made and answered with. */
export type Installation = { db: Db; clock: Clock; baseUrl: string; secret: string };

/** A message, its campaign and whom it is for. */
export type Addressed = { messageId: number; subscriberId: number; context: CampaignContext };

/** The merge tags of one recipient, as the mail had them; undefined when the subscriber is gone. */
export async function lookupFor(installation: Installation, addressed: Addressed): Promise<Lookup | undefined> {
  const { messageId, subscriberId, context } = addressed;
  const subscriber = await findSubscriberById(installation.db, subscriberId);
  if (!subscriber) return undefined;
  const links = trackingLinks(installation);
  const urls = {
    unsubscribeUrl: links.unsubscribeUrl(messageId, subscriberId),
    webVersionUrl: links.webVersionUrl(messageId),
  };
  return mergeValues({ ...context, subscriber, urls, at: installation.clock.now() });
}
