// A campaign's composer: what is the same for all recipients is looked up and compiled once a
// batch; composing one message is joining texts.
import type { SendingRelay, TagPage } from '../../campaigns/merge/source.ts';
import { mergeValues } from '../../campaigns/merge/values.ts';
import { messageIdOf } from '../../campaigns/message-id.ts';
import { type CompiledCampaign, compiledCampaign } from '../../content/compiled.ts';
import { type TrackingLinks, trackingLinks } from '../../content/links.ts';
import { pageUrls } from '../../content/recipient.ts';
import type { Feeds } from '../../feeds/fetch-due.ts';
import { isVarying } from '../../feeds/plan.ts';
import { readinessOf } from '../../feeds/rules.ts';
import type { Logger } from '../../kernel/log.ts';
import { type ReturnPath, returnAddress } from '../../mail/address/verp.ts';
import { composeMessage } from '../../mail/mime/compose.ts';
import type { ClaimedAttempt } from '../../messages/claim.ts';
import type { Db } from '../../storage/db.ts';
import { troubleText } from '../../storage/trouble.ts';
import { openByList } from './by-list.ts';
import type { Compose, Composition } from './composition.ts';
import { openContents, openPrepare, type Prepare } from './feed-batch.ts';
import type { FeedGate } from './feed-gate.ts';

/** What happens to a message when nobody knows whether the mail server accepted it. */
export type UncertainPolicy = 'hold' | 'resend' | 'skip';
/** Everything about a campaign that sending its messages needs. */
export type Composer = {
  compose: Compose;
  /** The envelope sender, where it is known before the message is made. */
  envelopeFrom?: ((message: MessageName) => string) | undefined;
  uncertainPolicy: UncertainPolicy;
  /** Of the campaign that the messages are made from. */
  revision: number;
  asksForLastSent: boolean;
  /** Only where contents differ by recipient: prepares composers for a batch. */
  prepare?: Prepare | undefined;
};
/** A claimed message with its composer and its destination. */
export type QueuedMessage = ClaimedAttempt & {
  compose(at: number, relay: SendingRelay): Composition | Promise<Composition>;
  /** The envelope sender, where it is known before the message is made. */
  envelopeFrom?: (() => string) | undefined;
  uncertainPolicy: UncertainPolicy;
  isUrgent: boolean;
  destination: string;
};

export type Composers = {
  /** The composer of a campaign as it is now; undefined when it cannot be made. */
  find(campaign: { campaignId: number; customerId: number }): Promise<Composer | undefined>;
};

/** A campaign that cannot be compiled is tried again after this time. */
const RETRY_MS = 10_000;

/** When to look again at a content that is being fetched. */
const FETCH_MS = 1_000;

/** Opens the composers of one installation; they share compiled messages with the web version. */
export function openComposers(options: {
  db: Db;
  baseUrl: string;
  secret: string;
  /** The address for returned mail; undefined = From. */
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
    async find({ campaignId, customerId }) {
      if ((failed.get(campaignId) ?? 0) > performance.now()) return undefined;
      try {
        const campaign = await compiledCampaign(options, campaignId);
        failed.delete(campaignId);
        if (!campaign) return undefined;
        const byList = await openByList(campaign, (listId) => compiledCampaign(options, campaignId, { listId }));
        if (!byList.all.every((one) => hasItsFeeds(one, options.feeds.clock.now()))) {
          failed.set(campaignId, performance.now() + FETCH_MS);
          options.gate.prepare(campaign.campaign);
          return undefined;
        }
        const composeFor = (content: CompiledCampaign) => composeOf(content, links, hostname, returnPath);
        const differs = byList.all.some(({ feeds }) => feeds && isVarying(feeds.plan, campaign.campaign));
        const prepareFor = ({ feeds, ...of }: CompiledCampaign): Prepare =>
          feeds
            ? openPrepare({ ...options, links, contents }, { ...of, feeds }, composeFor)
            : async (messages) => ({
                made: messages.map((message) => ({ message, compose: composeFor(of) })),
                later: [],
              });
        return {
          compose: byList.compose(composeFor),
          envelopeFrom: envelopeFromOf(byList.all, returnPath),
          uncertainPolicy: policyOf(campaign.campaign.uncertain_policy),
          revision: campaign.campaign.revision, // read before the others that were compiled
          asksForLastSent: campaign.asksForLastSent,
          prepare: differs ? byList.prepare(prepareFor) : undefined,
        };
      } catch (error) {
        options.log.error({
          event: 'campaign.compile-failed',
          campaign_id: campaignId,
          customer: customerId,
          reason: troubleText(error),
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

type MessageName = { campaignId: number; subscriberId: number };

/** The return address; without one the address of From, where that is the same for everybody. */
function envelopeFromOf(all: readonly CompiledCampaign[], path: ReturnPath | undefined): Composer['envelopeFrom'] {
  if (path) return ({ campaignId, subscriberId }) => returnAddress(path, 'bounce', { campaignId, subscriberId });
  const [first, ...others] = new Set(all.map(({ compiled }) => compiled.from.fixed?.address));
  return first === undefined || others.length > 0 ? undefined : () => first;
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
