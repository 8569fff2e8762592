// Plans a worker's campaigns: starts those that are due, freezes audiences, finishes campaigns, and
// recovers messages of dead workers. Reports which campaigns have messages that could be sent.

import { endedAmong } from '../../campaigns/delivery/ended.ts';
import { logged } from '../../campaigns/delivery/logged.ts';
import {
  finishCampaign,
  pauseSwitchedOff,
  type RunningCampaign,
  runningCampaigns,
} from '../../campaigns/delivery/progress.ts';
import { findCampaignById } from '../../campaigns/queries.ts';
import { parsedRelays } from '../../campaigns/rules.ts';
import { parsedWindow, windowAt } from '../../campaigns/window/rules.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { nextWorkOf, openAutoresponders } from '../../messages/open.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { troubleText } from '../../storage/trouble.ts';
import { freezeChunk, openChunks } from '../freeze.ts';
import { openApart, openBeginning } from './begin.ts';
import { openRecovery } from './recovery.ts';

/** A running campaign; `isReady`: it has messages that could be sent now. */
export type ActiveCampaign = {
  id: number;
  customerId: number;
  maxPerMinute: number | null;
  /** The only relays that may take its messages; undefined: any of its customer's. */
  relayNumbers: readonly number[] | undefined;
  isReady: boolean;
  /** Until when its sending window is open, ms; 0: it is closed; undefined: it has none. */
  closesAt: number | undefined;
  /** It only waits: for its sending window, or for the time of its recipients. */
  isForLater: boolean;
};

export type Plan = {
  /**
   * One look at the store. `works`: all running campaigns. `isBusy`: there is something to do now.
   * `holdMs`: when to look again at campaigns that are held back.
   */
  look(): Promise<{ works: ActiveCampaign[]; isBusy: boolean; holdMs: number }>;
  /** Resolves when no chunk is being written any more; none is begun after it. */
  stop(): Promise<void>;
};

/** @param onWork called when a freeze has written messages of a campaign */
export function makePlan(options: {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Whether a campaign whose time has come may begin. */
  mayStart(campaign: Campaign): Promise<boolean>;
  onWork(work: ActiveCampaign): void;
  /** A campaign began or ended. */
  changed(): void;
}): Plan {
  const { db, clock, log } = options;
  const freezing = new Map<number, Promise<void>>();
  const chunks = openChunks();
  const recoverAndSettle = openRecovery(options);
  const beginning = openBeginning(options);
  const [readApart, finishApart] = [openApart(log), openApart(log)];
  let stopped = false;

  /** Chunk after chunk, while lanes send what is written already. */
  async function freeze(campaignId: number): Promise<void> {
    while (!stopped) {
      const campaign = await findCampaignById(db, campaignId);
      if (!campaign || campaign.freeze_done === 1) return;
      const frozen = await freezeChunk(db, campaign, chunks);
      if (!frozen) return; // it was paused, or another node freezes it
      options.onWork(workOf(campaign, 0, clock.now()));
      if (frozen.done) return log.info({ event: 'campaign.frozen', ...logged(campaign) });
    }
  }

  function freezeOn(campaign: RunningCampaign): void {
    const { id } = campaign;
    if (stopped || freezing.has(id)) return;
    const running = freeze(id)
      .catch((error: unknown) => {
        log.error({ event: 'campaign.freeze-failed', ...logged(campaign), reason: troubleText(error) });
      })
      .finally(() => freezing.delete(id));
    freezing.set(id, running);
  }

  /** What each of the campaigns has to do; one that fails is left out. */
  async function worksOf(campaigns: readonly RunningCampaign[]): Promise<Map<RunningCampaign, ActiveCampaign>> {
    const workAt = await nextWorkOf(db, campaigns);
    const at = clock.now();
    const works = new Map<RunningCampaign, ActiveCampaign>();
    for (const [n, campaign] of campaigns.entries()) {
      await readApart(campaign, async () => void works.set(campaign, workOf(campaign, workAt[n] ?? 0, at)));
    }
    return works;
  }

  async function finish(campaign: RunningCampaign): Promise<void> {
    if (!(await finishCampaign(db, campaign, clock.now()))) return;
    log.info({ event: 'campaign.sent', ...logged(campaign) });
    options.changed();
  }

  return {
    async look() {
      await recoverAndSettle(() => stopped);
      await pauseSwitchedOff(db, clock.now());
      const isStarting = await beginning.begin();
      const autoresponders = await openAutoresponders(db, clock.now());
      const running = await runningCampaigns(db, clock.now());
      for (const campaign of running) if (campaign.freeze_done === 0) freezeOn(campaign);
      const found = await worksOf([...autoresponders, ...running]);
      const isWithout = (campaign: RunningCampaign) => found.get(campaign)?.isReady === false;
      const done = await endedAmong(
        db,
        running.filter((campaign) => campaign.freeze_done === 1 && isWithout(campaign)),
      );
      for (const campaign of running) if (done.has(campaign.id)) await finishApart(campaign, () => finish(campaign));
      const works = [...found.values()];
      const isBusy = isStarting || freezing.size > 0 || works.some(({ isReady }) => isReady);
      return { works, isBusy, holdMs: beginning.holdMs() };
    },
    async stop() {
      stopped = true;
      await Promise.all(freezing.values());
    },
  };
}

type Working = Pick<
  Campaign,
  'id' | 'customer_id' | 'max_per_minute' | 'relay_numbers' | 'sending_window' | 'recipient_time_zone'
>;

/** @param workAt from when on it has messages that could be claimed, ms */
function workOf(campaign: Working, workAt: number, at: number): ActiveCampaign {
  const { id, customer_id, max_per_minute, relay_numbers } = campaign;
  const window = parsedWindow(campaign.sending_window);
  const state = window && windowAt(window, at);
  const closesAt = state && (state.isOpen ? state.until : 0);
  return {
    id,
    customerId: customer_id,
    maxPerMinute: max_per_minute,
    relayNumbers: parsedRelays(relay_numbers),
    isReady: workAt <= at && closesAt !== 0,
    closesAt,
    isForLater: closesAt === 0 || (campaign.recipient_time_zone !== null && workAt > at),
  };
}

/** When the sending windows of the campaigns that have one close. */
export function closingsOf(works: readonly ActiveCampaign[]): Map<number, number> {
  return new Map(works.flatMap(({ id, closesAt }) => (closesAt === undefined ? [] : [[id, closesAt]])));
}

/** Messages a minute of the campaigns that have a limit. */
export function limitsOf(works: readonly ActiveCampaign[]): Map<number, number> {
  return new Map(works.flatMap(({ id, maxPerMinute }) => (maxPerMinute === null ? [] : [[id, maxPerMinute]])));
}

/** The relays of pinned campaigns. */
export function pinsOf(works: readonly ActiveCampaign[]): Map<number, readonly number[]> {
  return new Map(works.flatMap(({ id, relayNumbers }) => (relayNumbers === undefined ? [] : [[id, relayNumbers]])));
}
