// A campaign's composer: everything that is the same for all recipients is looked up and compiled
// once per batch, what is left for one message is joining texts.
import type { SendingRelay, TagPage } from '../../campaigns/merge/source.ts';
import { mergeValues } from '../../campaigns/merge/values.ts';
import { messageIdOf } from '../../campaigns/message-id.ts';
import { type CompiledCampaign, compiledCampaign } from '../../content/compiled.ts';
import { type TrackingLinks, trackingLinks } from '../../content/links.ts';
import { pageUrls } from '../../content/recipient.ts';
import type { Feeds } from '../../feeds/fetch-due.ts';
import { isVarying } from '../../feeds/plan.ts';
import { readinessOf } from '../../feeds/rules.ts';
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import { type ReturnPath, returnAddress } from '../../mail/address/verp.ts';
import { composeMessage } from '../../mail/mime/compose.ts';
import type { Claimed } from '../../messages/claim.ts';
import type { Db } from '../../storage/db.ts';
import { openContents, openPrepare, type Prepare } from './feed-batch.ts';
import type { FeedGate } from './feed-gate.ts';
import type { Compose, Made } from './made.ts';

/** What becomes of a message when nobody knows whether the mail server took it. */
export type UncertainPolicy = 'hold' | 'resend' | 'skip';
/** Everything about a campaign that sending one of its messages needs. */
export type Composer = {
  compose: Compose;
  uncertainPolicy: UncertainPolicy;
  asksForLastSent: boolean;
  /** Only where contents differ by recipient: makes composers for a batch. */
  prepare?: Prepare | undefined;
};
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

/** When to look again for a content that is being fetched. */
const FETCH_MS = 1_000;

/**
 * Composers of one installation; compiled messages are kept where the web version takes them from
 * too.
 */
export function openComposers(options: {
  db: Db;
  baseUrl: string;
  secret: string;
  /** Where returned mail goes to; undefined = to the From address. */
  returnAddress?: string | undefined;
  feeds: Feeds;
  gate: Pick<FeedGate, 'prepare'>;
  log: Logger;
}): Composers {
  const { returnAddress: address, secret } = options;
  const returnPath = address === undefined ? undefined : { address, secret };
  const links = trackingLinks(options);
  const { hostname } = new URL(options.baseUrl);
  const contents = openContents();
  const failed = new Map<number, number>();
  return {
    async find(campaignId) {
      if ((failed.get(campaignId) ?? 0) > performance.now()) return undefined;
      try {
        const campaign = await compiledCampaign(options, campaignId);
        failed.delete(campaignId);
        if (!campaign) return undefined;
        if (!hasItsFeeds(campaign, options.feeds.clock.now())) {
          failed.set(campaignId, performance.now() + FETCH_MS);
          options.gate.prepare(campaign.campaign);
          return undefined;
        }
        const composeFor = (content: CompiledCampaign) => composeOf(content, links, hostname, returnPath);
        const { feeds } = campaign;
        const differs = feeds && isVarying(feeds.plan, campaign.campaign);
        return {
          compose: composeFor(campaign),
          uncertainPolicy: policyOf(campaign.campaign.uncertain_policy),
          asksForLastSent: campaign.asksForLastSent,
          prepare: differs
            ? openPrepare({ ...options, links, contents }, { ...campaign, feeds }, composeFor)
            : undefined,
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

/** Whether everything that is the same for all recipients is there. */
function hasItsFeeds({ campaign, feeds }: CompiledCampaign, at: number): boolean {
  return feeds?.filled.feeds.every(({ state }) => readinessOf(state, campaign, at) === 'ready') ?? true;
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
  const linksOf = links.ofMessages(linkIds);
  return ({ campaignId, subscriber }, sending) => {
    const message = { campaignId, subscriberId: subscriber.id };
    const { openUrl, unsubscribeUrl, clickUrl } = linksOf(message);
    const others = pageUrls(links, { subscriberId: subscriber.id, context: of });
    const urls = (page: TagPage) => (page === 'unsubscribe' ? unsubscribeUrl : others(page));
    const composed = composeMessage(compiled, {
      lookup: mergeValues({ ...of, ...sending, subscriber, urls }),
      linkUrl: clickUrl,
      openUrl,
      unsubscribeUrl,
      ...(path && { unsubscribeMailto: returnAddress(path, 'unsubscribe', message) }),
      messageId: messageIdOf(campaign.uid, subscriber.uid, hostname),
      date: sending.at,
      toAddress: subscriber.email,
    });
    if (composed.kind === 'refused') return composed;
    return { ...composed, envelopeFrom: path ? returnAddress(path, 'bounce', message) : composed.from };
  };
}
