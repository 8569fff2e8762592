// Lets a campaign begin only when the content of its feeds is there. Fetching runs beside
// everything else; a campaign that waits is looked at again later.
import { logged } from '../../campaigns/delivery/logged.ts';
import type { Signal } from '../../coordination/signal.ts';
import type { Feeds } from '../../feeds/fetch-due.ts';
import { mayHaveFeeds, prepareFeeds } from '../../feeds/prepare.ts';
import type { Campaign } from '../../storage/tables.ts';
import { troubleText } from '../../storage/trouble.ts';

export type FeedGate = {
  /** Whether the campaign may begin as far as its feeds are concerned; if not, they are fetched. */
  mayStart(campaign: Campaign): Promise<boolean>;
  /** Fetches the missing feed content of a campaign. Returns at once. */
  prepare(campaign: Campaign): void;
  /** Resolves when nothing is running any more; unfinished fetches are left to other workers. */
  stop(): Promise<void>;
};

/** @param readiness raised when the feeds of a campaign are there */
export function openFeedGate(feeds: Feeds, readiness: Signal): FeedGate {
  const tending = new Map<number, Promise<void>>();
  const ready = new Map<number, number>(); // by campaign, its version when its feeds were there

  function prepare(campaign: Campaign): void {
    if (tending.has(campaign.id) || feeds.stopping.aborted) return;
    const run = prepareFeeds(feeds, campaign)
      .then((isReady) => {
        if (!isReady) return;
        ready.set(campaign.id, campaign.updated_at);
        readiness.raise();
      })
      .catch((error: unknown) => {
        feeds.log.error({ event: 'feed.prepare-failed', ...logged(campaign), reason: troubleText(error) });
      })
      .finally(() => tending.delete(campaign.id));
    tending.set(campaign.id, run);
  }

  return {
    async mayStart(campaign) {
      if (!isSentOnce(campaign) || !mayHaveFeeds(campaign)) return true;
      const isReady = ready.get(campaign.id) === campaign.updated_at;
      ready.delete(campaign.id);
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
 * The content of autoresponders is fetched when it is needed; the runs of a recurring campaign have
 * their own.
 */
function isSentOnce({ type, next_run_at, run_count }: Campaign): boolean {
  return type === 'regular' && next_run_at === null && run_count === 0;
}
