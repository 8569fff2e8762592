// Looks regularly for work: campaigns and transactional emails with messages, changed relays, and
// messages to defer. What it finds is offered to the source.
import type { Lease } from '../coordination/lease.ts';
import { type Loop, startLoop } from '../coordination/loop.ts';
import type { Signal } from '../coordination/signal.ts';
import { agreedNow, type Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import { type Offer, openEmails } from '../messages/open.ts';
import { keepRelays } from '../metrics/messages.ts';
import type { Db } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { forgetInterest } from '../webhooks/outbox/interest.ts';
import { holdBack } from './held-back.ts';
import type { HighWater } from './high-water/high-water.ts';
import { addOutcomes, addSenders, giveBack, isDrained, type Pipeline } from './pipeline.ts';
import { type ActiveCampaign, closingsOf, limitsOf, makePlan, type Plan, pinsOf } from './plan/plan.ts';
import { quietUntil, type Resting } from './plan/resting.ts';
import { linesOf, queuedOf } from './queue.ts';
import type { Lanes } from './relay-pool/lanes.ts';
import {
  canServe,
  isAtHome,
  pinCampaigns,
  type RelayPool,
  relaysIn,
  type Sender,
  setClosings,
} from './relay-pool/pool.ts';
import type { Supply } from './supply.ts';
import type { Throttling } from './throttling/throttling.ts';

/** When raised, looks at once. */
export type LookSignals = { campaigns: Signal; emails: Signal };

export type LookOptions = {
  db: Db;
  clock: Clock;
  log: Logger;
  lease: Lease;
  water: HighWater;
  pipeline: Pipeline;
  pool: RelayPool;
  throttling: Throttling;
  lanes: Lanes;
  supply: Supply;
  signals: LookSignals;
  resting: Resting;
  /** So long after it was put off for the first time a message is given up. */
  expireMs: number;
  /** Whether the public address was not configured. */
  isBaseUrlDefault?: boolean | undefined;
  /** Whether a campaign whose time has come may begin. */
  mayStart(campaign: Campaign): Promise<boolean>;
  /** The lease is gone. */
  onLost(): void;
  /** Others may have something to do now: a campaign began, or ended. */
  changed(): void;
  /** There was nothing to do for long, and there is nothing soon. */
  rested?(): void;
};

const LOOK_EVERY_MS = 400;
/**
 * The least time between two looks that were asked for. A worker with nothing left to send looks
 * sooner: a campaign may be at its end.
 */
const GAP_MS = { campaigns: 200, withoutMessages: 50, emails: 50 };
/** While the worker rests, the look for campaigns looks for emails too. */
const EMAILS_REST_MS = MINUTE_MS;
const REFRESH_EVERY_MS = 1_000;
/** For less it is not worth while to end the thread. */
const SOON_MS = MINUTE_MS;

/**
 * Starts to look. Transactional emails have a loop of their own, so that they are found in time
 * however many campaigns must be begun, frozen and finished.
 */
export function startLooking(options: LookOptions): { stop(): Promise<void> } {
  const { db, clock, log, signals, resting, water } = options;
  const { plan, look } = openCampaigns(options);
  const refresh = openRefresh(options);
  /**
   * How long it rests: at most until the next campaign or retry is due, as nothing wakes it then.
   */
  const restMs = (until = Number.POSITIVE_INFINITY) => {
    const ms = resting.restMs();
    return ms === undefined ? undefined : Math.min(ms, Math.max(0, until - clock.now()));
  };
  const restUntil = (until: number) => {
    if (resting.maySleep() && until - clock.now() >= SOON_MS) options.rested?.();
    return restMs(until);
  };
  const campaigns: Loop = startLoop({
    async look(isNudged) {
      if (resting.isResting() && !isNudged && !resting.mustBeThorough()) {
        const until = await quietUntil(db, water, clock);
        if (until !== undefined) return restUntil(until);
        signals.emails.raise();
      }
      if (!(await water.look(options.lease))) {
        options.onLost();
        return undefined;
      }
      if (water.isPassing()) return undefined; // claims wait, and nobody is recovered meanwhile
      await refresh();
      const { isBusy, isUnderWay, holdMs } = await look();
      forgetInterest(); // what was found may be newer than what is known of webhooks
      resting.looked(isUnderWay);
      if (isBusy || hasMessages(options)) resting.busy();
      if (!resting.isResting()) return undefined;
      const until = await quietUntil(db, water, clock);
      const heldUntil = clock.now() + holdMs;
      return until === undefined ? restMs(heldUntil) : restUntil(Math.min(until, heldUntil));
    },
    everyMs: LOOK_EVERY_MS,
    gapMs: () => (hasMessages(options) ? GAP_MS.campaigns : GAP_MS.withoutMessages),
    event: 'delivery.look-failed',
    log,
    signal: signals.campaigns,
  });
  const emails: Loop = startLoop({
    async look() {
      const found = await openEmails(db, agreedNow(clock)); // another node may have queued them
      if (found.length > 0) resting.busy();
      offer(options, found);
      return resting.isResting() ? EMAILS_REST_MS : undefined;
    },
    everyMs: LOOK_EVERY_MS,
    gapMs: GAP_MS.emails,
    event: 'delivery.emails-look-failed',
    log,
    signal: signals.emails,
  });
  return {
    async stop() {
      await Promise.all([campaigns.stop().then(() => plan.stop()), emails.stop()]);
    },
  };
}

/**
 * What a look found: something to do now; campaigns that run, perhaps only waiting; in how many ms
 * one that is held back is to be looked at again.
 */
type Looked = { isBusy: boolean; isUnderWay: boolean; holdMs: number };

/** Looks for campaigns with messages, and applies their limits and pinned relays. */
function openCampaigns(options: LookOptions): { plan: Plan; look(): Promise<Looked> } {
  const { db, clock, log, pipeline, pool, throttling, mayStart, changed } = options;
  let underWay: readonly ActiveCampaign[] = [];
  let pinned: readonly ActiveCampaign[] = []; // these, and what they were before
  const plan = makePlan({
    db,
    clock,
    log,
    mayStart,
    changed,
    onWork(work) {
      if (hasOwnLimits(work) && !underWay.some(({ id }) => id === work.id)) {
        throttling.setCampaigns(limitsOf([...underWay, work]));
        pinned = [...pinned, work];
        pinCampaigns(pool, pinsOf(pinned));
        setClosings(pool, closingsOf(pinned));
      }
      if (work.isReady) offer(options, [offerOf(work)], []);
    },
  });
  return {
    plan,
    async look() {
      const { works, ...looked } = await plan.look();
      // Campaigns that have just stopped may have messages in the queue: their pins apply until
      // those are gone.
      const stopped = pinned.filter(
        ({ id }) => queuedOf(pipeline.queue, id) > 0 && !works.some((work) => work.id === id),
      );
      underWay = works;
      throttling.setCampaigns(limitsOf(underWay));
      pinned = [...stopped, ...works];
      pinCampaigns(pool, pinsOf(pinned));
      setClosings(pool, closingsOf(pinned));
      offer(options, underWay.filter(({ isReady }) => isReady).map(offerOf));
      // An hour until it opens is slept through, as until a scheduled campaign.
      return { ...looked, isUnderWay: works.some(({ isForLater }) => !isForLater) };
    },
  };
}

/** Whether this worker has messages, or may have some without knowing it. */
function hasMessages({ pipeline, supply }: LookOptions): boolean {
  return !isDrained(pipeline) || supply.isAtWork();
}

function offerOf({ id, customerId }: ActiveCampaign): Offer {
  return { id, customerId, isUrgent: false };
}

/** Whether its messages may not leave at any rate, at any time and by any relay. */
function hasOwnLimits({ maxPerMinute, relayNumbers, closesAt }: ActiveCampaign): boolean {
  return maxPerMinute !== null || relayNumbers !== undefined || closesAt !== undefined;
}

/** @param lines others with messages in the queue, for which lanes may be needed as well */
function offer(
  { pipeline, pool, supply, isBaseUrlDefault }: LookOptions,
  offers: readonly Offer[],
  lines: Iterable<Sender> = linesOf(pipeline.queue),
): void {
  // Restarted without its public address, it must not send links that lead nowhere.
  const ready = offers.filter(({ isUrgent }) => isUrgent || !isBaseUrlDefault || isAtHome(pool));
  supply.offer(ready);
  const senders = ready.map(({ id, customerId }) => ({ customerId, campaignId: id }));
  addSenders(pipeline, [...senders, ...lines]);
  pipeline.signals.turn.raise();
}

/**
 * From time to time: reads the relays, shares throttling with other workers, and defers what
 * throttling keeps too long.
 */
function openRefresh({ clock, pipeline, pool, throttling, lanes, supply, expireMs }: LookOptions): () => Promise<void> {
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let heldAt = performance.now();
  return async () => {
    const now = performance.now();
    if (now - refreshedAt >= REFRESH_EVERY_MS) {
      await lanes.refresh();
      throttling.setRelays(relaysIn(pool));
      keepRelays(relaysIn(pool));
      await throttling.refresh();
      await supply.tidy();
      refreshedAt = now;
    }
    const times = { sinceMs: now - heldAt, now: clock.now(), expireMs };
    const held = holdBack(pipeline.queue, { pool, throttling }, times);
    heldAt = now;
    if (held.length > 0) addOutcomes(pipeline, ...held);
    // Messages that no relay can send now (quotas are full, relays are down) are given back.
    giveBack(pipeline, (message) => !canServe(pool, message));
  };
}
