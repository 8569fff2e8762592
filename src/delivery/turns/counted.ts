// Campaigns whose counters a worker changes. Where its slot of them is another one after some
// turns, what the former has is added to the first one then (campaigns/counters.ts).
import { type CampaignKey, foldSlot, slotFor } from '../../campaigns/counters.ts';
import type { Db } from '../../storage/db.ts';
import type { Outcome } from '../outcome.ts';

/** Call after each turn that was written. @param n its number */
export type NoteCounted = (n: number, outcomes: readonly Outcome[]) => Promise<void>;

/** @param leaseId the worker's */
export function openCounted(db: Db, leaseId: number): NoteCounted {
  const first = slotFor(db, leaseId);
  let slot = first;
  let campaigns = new Map<number, CampaignKey>();
  return async (n, outcomes) => {
    const [former, counted] = [slot, campaigns];
    slot = slotFor(db, leaseId, n);
    if (slot === first) return;
    if (slot !== former) campaigns = new Map();
    for (const { campaignId, customerId } of outcomes) {
      if (!campaigns.has(campaignId)) campaigns.set(campaignId, { customerId, campaignId });
    }
    if (slot === former || counted.size === 0) return;
    // What is not folded has rows of its own, which count as much.
    await foldSlot(db, { slot: former, first }, [...counted.values()]).catch(() => undefined);
  };
}
