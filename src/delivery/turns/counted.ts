// Campaigns whose counters a worker changes. Its slot of them is another one after some turns; what
// the former has is added to the first one then (campaigns/counters.ts).
import { type CampaignKey, changesOfSlot, foldSlot } from '../../campaigns/counters.ts';
import type { Db } from '../../storage/db.ts';
import type { Outcome } from '../outcome.ts';

/** Call after each turn that was written. @param n its number */
export type NoteCounted = (n: number, outcomes: readonly Outcome[]) => Promise<void>;

/** @param leaseId the worker's */
export function openCounted(db: Db, leaseId: number): NoteCounted {
  let campaigns = new Map<number, CampaignKey>();
  let last = 0;
  return async (n, outcomes) => {
    const [former, since] = [campaigns, last];
    last = n;
    if (changesOfSlot(n) !== changesOfSlot(since)) campaigns = new Map();
    for (const { campaignId, customerId } of outcomes) {
      if (!campaigns.has(campaignId)) campaigns.set(campaignId, { customerId, campaignId });
    }
    if (former === campaigns || former.size === 0) return;
    // What is not folded has rows of its own, which count as much.
    await foldSlot(db, { leaseId, n: since }, [...former.values()]).catch(() => undefined);
  };
}
