// A campaign's composer: everything that is the same for all recipients is looked up and compiled once per batch, what
// is left for one message is joining texts.
import { mergeValues } from '../campaigns/merge-values.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { type Composed, composeMessage, type Refused } from '../mail/compose.ts';
import type { Db } from '../storage/db.ts';
import { type CompiledCampaign, compiledCampaign } from '../tracking/compiled.ts';
import { type TrackingLinks, trackingLinks } from '../tracking/links.ts';
import type { ClaimedMessage } from './claim.ts';

/** Makes the message for one recipient; `at` is its Date, in ms. */
export type Compose = (message: ClaimedMessage, at: number) => Composed | Refused;
/** A claimed message with what makes it. */
export type ComposedMessage = ClaimedMessage & { compose: Compose };

export type Composers = {
  /** The composer of a campaign as it is now; undefined when it cannot be made. */
  find(campaignId: number): Promise<Compose | undefined>;
};

/** A campaign that cannot be compiled is tried again after this time, not with every look. */
const RETRY_MS = 10_000;

/** Composers of one installation; compiled messages are kept where the web version takes them from too. */
export function openComposers(options: { db: Db; baseUrl: string; secret: string; log: Logger }): Composers {
  const links = trackingLinks(options);
  const { hostname } = new URL(options.baseUrl);
  const failed = new Map<number, number>();
  return {
    async find(campaignId) {
      if ((failed.get(campaignId) ?? 0) > performance.now()) return undefined;
      try {
        const campaign = await compiledCampaign(options, campaignId);
        failed.delete(campaignId);
        return campaign && composerOf(campaign, links, hostname);
      } catch (error) {
        options.log.error({
          event: 'campaign.compile-failed',
          campaign_id: campaignId,
          reason: asError(error).message,
        });
        failed.set(campaignId, performance.now() + RETRY_MS);
        return undefined;
      }
    },
  };
}

function composerOf(of: CompiledCampaign, links: TrackingLinks, hostname: string): Compose {
  const { campaign, compiled, linkIds } = of;
  return ({ id, subscriber }, at) => {
    const unsubscribeUrl = links.unsubscribeUrl(id, subscriber.id);
    const urls = { unsubscribeUrl, webVersionUrl: links.webVersionUrl(id) };
    return composeMessage(compiled, {
      lookup: mergeValues({ ...of, subscriber, urls, at }),
      linkUrl: (index) => links.clickUrl(id, linkIds[index] ?? 0),
      openUrl: links.openUrl(id),
      unsubscribeUrl,
      messageId: messageIdOf(campaign.uid, subscriber.uid, hostname),
      date: at,
      toAddress: subscriber.email,
    });
  };
}

/** Message-ID (RFC 5322, section 3.6.4) as a function of campaign and subscriber: what comes back names its row. */
export function messageIdOf(campaignUid: string, subscriberUid: string, hostname: string): string {
  return `${campaignUid}.${subscriberUid}@${hostname.replace(/[[\]:]/g, '') || 'localhost'}`;
}
