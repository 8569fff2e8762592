// What there is to do: recovers the work of dead workers, starts campaigns whose time has come,
// freezes audiences, finishes campaigns. Says which campaigns have messages that could go out.

import { setNotice } from '../campaigns/delivery/notice.ts';
import {
  campaignsDue,
  finishCampaign,
  pauseSwitchedOff,
  type RunningCampaign,
  runningCampaigns,
  startCampaign,
} from '../campaigns/delivery/progress.ts';
import { findCampaignById } from '../campaigns/queries.ts';
import { parsedRelays } from '../campaigns/rules.ts';
import { whyHeld } from '../campaigns/warnings/prerequisites.ts';
import { expiredLeases } from '../coordination/lease.ts';
import type { Clock } from '../kernel/clock.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { settleByPolicy } from '../messages/change-delivery.ts';
import { hasWork } from '../messages/claim.ts';
import { findLeftovers, skipLeftovers } from '../messages/leftovers.ts';
import { openAutoresponders } from '../messages/open.ts';
import { recoverLease, recoverOrphans } from '../messages/recover.ts';
import { toSettle } from '../messages/uncertain/queries.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import type { FeedGate } from './compose/feed-gate.ts';
import { freezeChunk, openChunks } from './freeze.ts';

/** A campaign under way; `isReady`: it has messages that could go out now. */
export type Work = {
  id: number;
  customerId: number;
  maxPerMinute: number | null;
  /** The only relays that may take its messages; undefined: any of its customer's. */
  relayNumbers: readonly number[] | undefined;
  isReady: boolean;
};

export type Plan = {
  /** One look at the store. @returns all campaigns under way */
  look(): Promise<Work[]>;
  /** Resolves when no chunk is being written any more; none is begun after it. */
  stop(): Promise<void>;
};

const RECOVER_EVERY_MS = 2_000;
const HELD_MS = 3_000;
const ORPHANS_EVERY_MS = 10_000;

/** @param onWork called when a freeze has written messages of a campaign */
export function makePlan(options: {
  db: Db;
  clock: Clock;
  log: Logger;
  gate: Pick<FeedGate, 'mayStart'>;
  onWork(work: Work): void;
}): Plan {
  const { db, clock, log } = options;
  const freezing = new Map<number, Promise<void>>();
  const chunks = openChunks();
  const told = new Set<number>(); // campaigns that are held
  let recoverAt = 0;
  let orphansAt = 0;
  let stopped = false;

  /**
   * Takes back the work of dead workers, skips what campaigns left over, settles by changed
   * policies; every few seconds. Real time, since leases run by the store’s clock.
   */
  async function recoverAndSettle(): Promise<void> {
    if (performance.now() < recoverAt) return;
    for (const lease of await expiredLeases(db)) {
      const recovery = await recoverLease(db, lease, clock.now());
      if (recovery) log.warn({ event: 'worker.recovered', worker: lease.name, ...recovery });
    }
    if (performance.now() >= orphansAt) {
      for (const orphans of await recoverOrphans(db, clock.now())) {
        log.error({ event: 'delivery.orphans-recovered', reason: 'the row of their lease is gone', ...orphans });
      }
      orphansAt = performance.now() + ORPHANS_EVERY_MS;
    }
    for (const campaign of await findLeftovers(db)) {
      let skipped = 0;
      for (let n = -1; n !== 0 && !stopped; skipped += Math.max(n, 0))
        n = await skipLeftovers(db, campaign, clock.now());
      if (skipped > 0) log.info({ event: 'campaign.rest-skipped', campaign_id: campaign.id, skipped });
    }
    // Their policy was changed with something else, or a worker that holds an older one left
    // messages uncertain since.
    for (const campaignId of await toSettle(db)) await settleByPolicy(db, campaignId, clock.now());
    recoverAt = performance.now() + RECOVER_EVERY_MS;
  }

  async function start(): Promise<void> {
    for (const campaign of await campaignsDue(db, clock.now())) {
      if (await isHeld(campaign.id)) continue;
      if (!(await options.gate.mayStart(campaign.id))) continue;
      if (await startCampaign(db, campaign.id, clock.now()))
        log.info({ event: 'campaign.started', campaign: campaign.uid });
    }
  }

  /**
   * Looked at again after a while: others must not wait behind it, and it begins by itself when
   * what was missing is there.
   */
  async function isHeld(campaignId: number): Promise<boolean> {
    const campaign = await findCampaignById(db, campaignId);
    const [held] = campaign ? await whyHeld(db, campaign) : [];
    if (!campaign || !held) {
      told.delete(campaignId);
      return false;
    }
    if (!told.has(campaignId)) log.warn({ event: 'campaign.held', campaign: campaign.uid, reason: held.message });
    told.add(campaignId);
    await setNotice(db, campaign, { notice: campaign.notice, until: clock.now() + HELD_MS });
    return true;
  }

  /** Chunk after chunk, beside the lanes that send what is written already. */
  async function freeze(campaignId: number): Promise<void> {
    while (!stopped) {
      const campaign = await findCampaignById(db, campaignId);
      if (!campaign || campaign.freeze_done === 1) return;
      const frozen = await freezeChunk(db, campaign, chunks);
      if (!frozen) return; // paused, or another node freezes it
      options.onWork(workOf(campaign, true));
      if (frozen.done) log.info({ event: 'campaign.frozen', campaign: campaign.uid });
    }
  }

  function freezeOn(campaignId: number): void {
    if (stopped || freezing.has(campaignId)) return;
    const running = freeze(campaignId)
      .catch((error: unknown) => {
        log.error({ event: 'campaign.freeze-failed', campaign_id: campaignId, reason: asError(error).message });
      })
      .finally(() => freezing.delete(campaignId));
    freezing.set(campaignId, running);
  }

  async function workIn(campaign: RunningCampaign): Promise<Work> {
    return workOf(campaign, await hasWork(db, campaign, clock.now()));
  }

  return {
    async look() {
      await recoverAndSettle();
      await pauseSwitchedOff(db);
      await start();
      const works: Work[] = [];
      for (const campaign of await openAutoresponders(db, clock.now())) works.push(await workIn(campaign));
      for (const campaign of await runningCampaigns(db, clock.now())) {
        if (campaign.freeze_done === 0) freezeOn(campaign.id);
        const work = await workIn(campaign);
        works.push(work);
        if (work.isReady) continue;
        if (campaign.freeze_done === 1 && (await finishCampaign(db, campaign.id, clock.now()))) {
          log.info({ event: 'campaign.sent', campaign: campaign.uid });
        }
      }
      return works;
    },
    async stop() {
      stopped = true;
      await Promise.all(freezing.values());
    },
  };
}

function workOf(
  {
    id,
    customer_id,
    max_per_minute,
    relay_numbers,
  }: Pick<Campaign, 'id' | 'customer_id' | 'max_per_minute' | 'relay_numbers'>,
  isReady: boolean,
): Work {
  return {
    id,
    customerId: customer_id,
    maxPerMinute: max_per_minute,
    relayNumbers: parsedRelays(relay_numbers),
    isReady,
  };
}

/** Messages a minute of the campaigns that have a limit. */
export function limitsOf(works: readonly Work[]): Map<number, number> {
  return new Map(works.flatMap(({ id, maxPerMinute }) => (maxPerMinute === null ? [] : [[id, maxPerMinute]])));
}

/** The relays of the campaigns that are pinned to some. */
export function pinsOf(works: readonly Work[]): Map<number, readonly number[]> {
  return new Map(works.flatMap(({ id, relayNumbers }) => (relayNumbers === undefined ? [] : [[id, relayNumbers]])));
}
