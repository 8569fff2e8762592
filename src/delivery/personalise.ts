// A campaign's composer: everything that is the same for all recipients is looked up and compiled once per batch, what
// is left for one message is joining texts.
import type { Sending, SendingRelay, TagPage } from '../campaigns/merge-source.ts';
import { mergeValues } from '../campaigns/merge-values.ts';
import { messageIdOf } from '../campaigns/message-id.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { type Composed, composeMessage, type Refused } from '../mail/compose.ts';
import { type ReturnPath, returnAddress } from '../mail/verp.ts';
import type { Db } from '../storage/db.ts';
import { type CompiledCampaign, compiledCampaign } from '../tracking/compiled.ts';
import { type TrackingLinks, trackingLinks } from '../tracking/links.ts';
import { pageUrls } from '../tracking/recipient.ts';
import type { Claimed, ClaimedMessage } from './claim.ts';

/** A message as it goes to a lane, or why it cannot be made. */
export type Made = (Composed & { envelopeFrom: string }) | Refused;
/** Makes the message for one recipient; `sending.at` is its Date, in ms. */
export type Compose = (message: ClaimedMessage, sending: Sending) => Made;
/** What becomes of a message when nobody knows whether the mail server took it. */
export type UncertainPolicy = 'hold' | 'resend' | 'skip';
/** Everything about a campaign that sending one of its messages needs. */
export type Composer = { compose: Compose; uncertainPolicy: UncertainPolicy; asksForLastSent: boolean };
/** A claimed message with what makes it, and the group of domains it goes to. */
export type ComposedMessage = Claimed & {
  compose(at: number, relay: SendingRelay): Made | Promise<Made>;
  uncertainPolicy: UncertainPolicy;
  isUrgent: boolean;
  destination: string;
};

export type Composers = {
  /** The composer of a campaign as it is now; undefined when it cannot be made. */
  find(campaignId: number): Promise<Composer | undefined>;
};

/** A campaign that cannot be compiled is tried again after this time, not with every look. */
const RETRY_MS = 10_000;

/** Composers of one installation; compiled messages are kept where the web version takes them from too. */
export function openComposers(options: {
  db: Db;
  baseUrl: string;
  secret: string;
  /** Where returned mail goes to; undefined = to the From address. */
  returnAddress?: string | undefined;
  log: Logger;
}): Composers {
  const { returnAddress: address, secret } = options;
  const returnPath = address === undefined ? undefined : { address, secret };
  const links = trackingLinks(options);
  const { hostname } = new URL(options.baseUrl);
  const failed = new Map<number, number>();
  return {
    async find(campaignId) {
      if ((failed.get(campaignId) ?? 0) > performance.now()) return undefined;
      try {
        const campaign = await compiledCampaign(options, campaignId);
        failed.delete(campaignId);
        if (!campaign) return undefined;
        return {
          compose: composeOf(campaign, links, hostname, returnPath),
          uncertainPolicy: policyOf(campaign.campaign.uncertain_policy),
          asksForLastSent: campaign.asksForLastSent,
        };
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

function policyOf(text: string): UncertainPolicy {
  return text === 'resend' || text === 'skip' ? text : 'hold';
}

function composeOf(
  of: CompiledCampaign,
  links: TrackingLinks,
  hostname: string,
  path: ReturnPath | undefined,
): Compose {
  const { campaign, compiled, linkIds } = of;
  return ({ id, subscriber }, sending) => {
    const unsubscribeUrl = links.unsubscribeUrl(id, subscriber.id);
    const others = pageUrls(links, { messageId: id, subscriberId: subscriber.id, context: of });
    const urls = (page: TagPage) => (page === 'unsubscribe' ? unsubscribeUrl : others(page));
    const composed = composeMessage(compiled, {
      lookup: mergeValues({ ...of, ...sending, subscriber, urls }),
      linkUrl: (index) => links.clickUrl(id, linkIds[index] ?? 0),
      openUrl: links.openUrl(id),
      unsubscribeUrl,
      ...(path && { unsubscribeMailto: returnAddress(path, 'unsubscribe', id) }),
      messageId: messageIdOf(campaign.uid, subscriber.uid, hostname),
      date: sending.at,
      toAddress: subscriber.email,
    });
    if (composed.kind === 'refused') return composed;
    return { ...composed, envelopeFrom: path ? returnAddress(path, 'bounce', id) : composed.from };
  };
}
