// Rates that the operator or a campaign sets, in messages a second: each worker of the store keeps
// to its part of them.
import { type Bucket, openBucket, setBucketRate } from './buckets.ts';
import type { Ticks } from './time.ts';

export type CampaignRate = { perMinute: number; bucket: Bucket };

export type Rates = {
  /** How many workers share the rates; at least 1. */
  workers(): number;
  /** @returns whether the number is another one now */
  setWorkers(count: number): boolean;
  /** The bucket with a worker's part of a rate: `bucket` with its new rate, or a new one. */
  bucketOf(perSecond: number, bucket: Bucket | undefined): Bucket;
  /** The limit of a campaign; undefined when it has none. */
  campaign(campaignId: number): CampaignRate | undefined;
  /** Campaigns that have a limit, in messages a minute; all others have none. */
  setCampaigns(perMinute: ReadonlyMap<number, number>): void;
};

const BURST_SECONDS = 0.1;

/** Opens the rates of one worker, who is alone at first. */
export function openRates(ticks: Ticks): Rates {
  const campaigns = new Map<number, CampaignRate>();
  let workers = 1;

  function bucketOf(perSecond: number, bucket: Bucket | undefined): Bucket {
    const part = perSecond / workers;
    if (!bucket) return openBucket(part, part * BURST_SECONDS, ticks());
    setBucketRate(bucket, part, part * BURST_SECONDS, ticks());
    return bucket;
  }

  return {
    workers: () => workers,
    setWorkers(count) {
      const next = Math.max(1, count);
      if (next === workers) return false;
      workers = next;
      for (const { perMinute, bucket } of campaigns.values()) bucketOf(perMinute / 60, bucket);
      return true;
    },
    bucketOf,
    campaign: (campaignId) => (campaigns.size === 0 ? undefined : campaigns.get(campaignId)),
    setCampaigns(perMinute) {
      for (const id of campaigns.keys()) if (!perMinute.has(id)) campaigns.delete(id);
      for (const [id, count] of perMinute) {
        const found = campaigns.get(id);
        if (found?.perMinute === count) continue;
        campaigns.set(id, { perMinute: count, bucket: bucketOf(count / 60, found?.bucket) });
      }
    },
  };
}
