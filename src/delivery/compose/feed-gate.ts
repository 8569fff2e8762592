// Feeds before mails: a campaign begins when what its content names elsewhere is there. Fetching
// happens beside everything else; who waits for it is looked at again by the store.
import { findCampaignById } from '../../campaigns/queries.ts';
import type { Feeds } from '../../feeds/fetch-due.ts';
import { mayHaveFeeds, prepareFeeds } from '../../feeds/prepare.ts';
import { asError } from '../../kernel/errors.ts';
import type { Campaign } from '../../storage/tables.ts';

export type FeedGate = {
  /**
   * Whether the campaign may begin as far as its feeds go; where it may not yet, they are seen to.
   */
  mayStart(campaignId: number): Promise<boolean>;
  /** Sees to the feeds of a campaign whose content is not there. Returns at once. */
  prepare(campaign: Campaign): void;
  /** Resolves when nothing is under way any more; what was being fetched is left to others. */
  stop(): Promise<void>;
};

/** @param onReady the feeds of a campaign are there */
export function openFeedGate(feeds: Feeds, onReady: () => void): FeedGate {
  const tending = new Map<number, Promise<void>>();
  const ready = new Map<number, number>(); // by campaign, as it was when its feeds were there

  function prepare(campaign: Campaign): void {
    if (tending.has(campaign.id) || feeds.stopping.aborted) return;
    const run = prepareFeeds(feeds, campaign)
      .then((isReady) => {
        if (!isReady) return;
        ready.set(campaign.id, campaign.updated_at);
        onReady();
      })
      .catch((error: unknown) => {
        feeds.log.error({ event: 'feed.prepare-failed', campaign: campaign.uid, reason: asError(error).message });
      })
      .finally(() => tending.delete(campaign.id));
    tending.set(campaign.id, run);
  }

  return {
    async mayStart(campaignId) {
      const campaign = await findCampaignById(feeds.db, campaignId);
      if (!campaign || !isSentOnce(campaign) || !mayHaveFeeds(campaign)) return true;
      const isReady = ready.get(campaignId) === campaign.updated_at;
      ready.delete(campaignId);
      if (!isReady) prepare(campaign);
      return isReady;
    },
    prepare,
    async stop() {
      await feeds.stop();
      await Promise.all(tending.values());
    },
  };
}

/**
 * Contents of autoresponders are fetched as they are wanted; a recurring campaign's runs have their
 * own.
 */
function isSentOnce({ type, next_run_at, run_count }: Campaign): boolean {
  return type === 'regular' && next_run_at === null && run_count === 0;
}
