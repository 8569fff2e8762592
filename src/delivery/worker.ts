// One worker: looks for work, claims it under its lease, sends it over the lanes of its relays, and
// commits what happened. The tables are its mailbox: nobody calls it, but a nudge saves half a
// second.
import { setTimeout as sleep } from 'node:timers/promises';
import { keepLease } from '../coordination/keep-lease.ts';
import type { Lease } from '../coordination/lease.ts';
import { aborted, type Loop, startLoop } from '../coordination/loop.ts';
import { openFeeds } from '../feeds/fetch-due.ts';
import type { Clock } from '../kernel/clock.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { type Offer, openEmails } from '../messages/open.ts';
import { recoverLease } from '../messages/recover.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { UsableRelay } from '../relays/usable.ts';
import type { Db } from '../storage/db.ts';
import { openConsent } from './agreement/consent.ts';
import { openEmailComposer } from './compose/emails.ts';
import { openFeedGate } from './compose/feed-gate.ts';
import { type ComposedMessage, openComposers } from './compose/personalise.ts';
import { openSigners } from './compose/sign.ts';
import { stopForTags } from './compose/tag-gate.ts';
import { type HighWater, openHighWater } from './high-water/high-water.ts';
import { keepThrottled } from './keep-throttled.ts';
import { limitsOf, makePlan, pinsOf, type Work } from './plan.ts';
import { openQueue } from './queue.ts';
import { commitTurn } from './record.ts';
import type { RetryPolicy } from './relay-pool/backoff.ts';
import { deliver } from './relay-pool/deliver.ts';
import { openRelayPool } from './relay-pool/pool.ts';
import { stopTimes } from './stop-times.ts';
import { openSupply } from './supply.ts';
import { openThrottling, type ThrottlingOptions } from './throttling/throttling.ts';
import { openTurns } from './turns.ts';

export type DeliveryOptions = {
  db: Db;
  clock: Clock;
  log: Logger;
  baseUrl: string;
  isBaseUrlDefault?: boolean; // nobody said what it is: with a relay no campaign goes out
  secret: string;
  /** Where the high-water mark of the store is kept beside its data; absent: in memory only. */
  dataDir?: string | undefined;
  /** The relay of the configuration, or the test inbox; others come from the store. */
  relay?: UsableRelay | undefined;
  /** This worker's part of a relay's lanes; default: all of them. */
  lanesShare?: number;
  /** Where returned mail goes to; absent: to the From address. */
  returnAddress?: string | undefined;
  /** Hours after the first 4xx after which a message is given up. */
  expireHours?: number;
  /** How long stopping may take, ms; default 10 s. */
  stopMs?: number;
  /** Who answers which mail servers a domain has; absent: domains are paced one by one. */
  resolveMx?: ThrottlingOptions['resolveMx'];
  /** Hosts and networks that contents may be fetched from although they are not public. */
  fetchAllow?: FetchAllow | undefined;
  /**
   * Whether a campaign with tags that nothing is known of is sent all the same, or paused; default:
   * sent.
   */
  unknownTags?: 'send' | 'stop' | undefined;
  /** Who answers which addresses a host has that contents are fetched from. */
  resolveHost?: Parameters<typeof openFeeds>[0]['resolve'];
  retry?: RetryPolicy;
  relayDelayMs?: (failures: number) => number;
};

export type Delivery = {
  /**
   * No new work; lanes finish their message, outcomes are committed, claimed messages go back to
   * pending. Takes less than `stopMs`; a lane that hangs loses its connection before
   * (stop-times.ts).
   * @returns how many messages are left in flight, as the store did not take what became of them
   */
  stop(): Promise<number>;
  /** There is something to do now: look at once. */
  nudge(): void;
};

const LOOK_EVERY_MS = 400;

/** Starts the engine; it waits for the store and the relay by itself. */
export function startDelivery(options: DeliveryOptions): Delivery {
  const stopping = new AbortController();
  const nudger: { nudge(): void } = { nudge: () => undefined };
  const running = runWorkers(options, stopping.signal, nudger);
  return {
    nudge: () => nudger.nudge(),
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/**
 * One worker after another: one that lost its lease is replaced by a new one. Gives what the last
 * one left in flight.
 */
async function runWorkers(options: DeliveryOptions, stop: AbortSignal, nudger: { nudge(): void }): Promise<number> {
  const { log } = options;
  let open = 0;
  let water: HighWater | undefined; // with what was begun last, whichever worker began it
  const consent = openConsent(options);
  for (let failures = 0; !stop.aborted; ) {
    try {
      water ??= await openHighWater(options);
      const lease = await consent.register(stop);
      if (!lease) return open;
      failures = 0;
      log.info({ event: 'delivery.started', worker: lease.name });
      open = await runWorker(options, water, lease, stop, nudger);
    } catch (error) {
      failures += 1;
      if (failures === 1) log.error({ event: 'delivery.store-failed', reason: asError(error).message });
      await sleep(Math.min(100 * 2 ** failures, 5_000), undefined, { signal: stop }).catch(() => undefined);
    }
  }
  return open;
}

async function runWorker(
  options: DeliveryOptions,
  water: HighWater,
  lease: Lease,
  stop: AbortSignal,
  nudger: { nudge(): void },
): Promise<number> {
  const { db, clock, log } = options;
  const kept = keepLease(db, lease, log);
  const ending = AbortSignal.any([stop, kept.lost]);
  const feeds = openFeeds({ ...options, allow: options.fetchAllow, resolve: options.resolveHost });
  const gate = openFeedGate(feeds, () => nudger.nudge());
  const composers = openComposers({ ...options, feeds, gate });
  const throttling = openThrottling({ db, clock, log, resolveMx: options.resolveMx && resolveMx });
  const signers = openSigners(options);
  const queue = openQueue<ComposedMessage>({
    isAllowed: (sender, relayId) => pool.isAllowed(sender, relayId),
    ask: throttling.ask,
    onExhausted: (relayId, { until }) => pool.noteExhausted(relayId, until),
  });
  const turns = openTurns<ComposedMessage>({
    queue,
    weightOf: (relayId) => pool.weightOf(relayId),
    commit: (turn) => commitTurn(db, lease.id, turn, clock.now()),
    onUnused: ({ campaignId, destination }, relayId) => throttling.giveBack({ relayId, campaignId, destination }),
    onLow: () => supply.refill(),
    mayStart: () => kept.held() && !ending.aborted,
    now: () => clock.now(),
    log,
  });
  const supply = openSupply({
    db,
    clock,
    log,
    leaseId: lease.id,
    composers,
    emails: openEmailComposer(options),
    destinationOf: throttling.destinationOf,
    queue,
    turns,
    maySupply: (sender) => kept.held() && pool.canServe(sender),
    mayClaim: water.mayClaim,
    onSupply: (sender) => pool.wake([sender], queue.size()),
    onLost: kept.lose,
  });
  const expireMs = (options.expireHours ?? 72) * 3_600_000;
  // Who was frozen for longer than a lease lasts (a stopped process, a slept host) lets go of the
  // messages that lanes are sending.
  const tools = { clock, log, throttling, signers, retry: options.retry, expireMs, isOurs: kept.held };
  const pool = openRelayPool({
    db,
    clock,
    log,
    secret: options.secret,
    relay: options.relay,
    lanesShare: options.lanesShare ?? 1,
    async deliver(lane, message, relay) {
      water.memory.begin(lease.id, message);
      const delivered = await deliver(lane, message, relay, tools);
      water.memory.settle(delivered.outcome);
      return delivered;
    },
    turns,
    delayMs: options.relayDelayMs,
  });
  /** Where no mail leaves the machine, nobody is asked about recipients' domains. */
  const isAtHome = () => pool.relays().every((relay) => relay.isInbox);
  async function resolveMx(domain: string) {
    return isAtHome() || !options.resolveMx ? [] : options.resolveMx(domain);
  }
  // Started anew without its public address, it must not go on with links that lead nowhere.
  const mayGo = ({ isUrgent }: Offer) => isUrgent || !options.isBaseUrlDefault || isAtHome();
  const found = (offers: readonly Offer[], ready = offers.filter(mayGo)) => {
    supply.offer(ready);
    const senders = ready.map(({ id, customerId }) => ({ customerId, campaignId: id }));
    pool.wake([...senders, ...queue.lines()], queue.size());
    supply.refill();
    turns.wake();
  };
  let underWay: readonly Work[] = [];
  let pinned: readonly Work[] = []; // these, and what they were before
  const plan = makePlan({
    db,
    clock,
    log,
    gate: {
      async mayStart(id) {
        if (options.unknownTags === 'stop' && (await stopForTags(options, id))) return false;
        return gate.mayStart(id);
      },
    },
    onWork(work) {
      if (!underWay.some(({ id }) => id === work.id)) {
        throttling.setCampaigns(limitsOf([...underWay, work]));
        pinned = [...pinned, work];
        pool.pin(pinsOf(pinned));
      }
      found([offerOf(work)]);
    },
  });
  const housekeeping = keepThrottled({ pool, throttling, queue, turns, supply, clock });
  const loop: Loop = startLoop({
    look: async () => {
      if (!(await water.look(lease))) return kept.lose();
      await housekeeping();
      const works = await plan.look();
      // What has just stopped may have messages in the queue: its pins hold until they are gone.
      const stopped = pinned.filter(({ id }) => queue.sizeOf(id) > 0 && !works.some((work) => work.id === id));
      underWay = works;
      throttling.setCampaigns(limitsOf(underWay));
      pinned = [...stopped, ...works];
      pool.pin(pinsOf(pinned));
      found(underWay.filter(({ isReady }) => isReady).map(offerOf));
    },
    everyMs: LOOK_EVERY_MS,
    event: 'delivery.look-failed',
    log,
  });
  // By themselves: whatever campaigns there are to begin, to freeze and to end, single mails are
  // found in time.
  const mails: Loop = startLoop({
    look: async () => found(await openEmails(db, clock.now())),
    everyMs: LOOK_EVERY_MS,
    event: 'delivery.emails-look-failed',
    log,
  });
  nudger.nudge = () => {
    loop.nudge();
    mails.nudge();
  };

  await aborted(ending);
  if (kept.lost.aborted) log.error({ event: 'worker.fenced', worker: lease.name });
  nudger.nudge = () => undefined;
  const planned = Promise.all([loop.stop().then(() => plan.stop()), mails.stop()]);
  const supplied = Promise.all([gate.stop(), supply.stop()]);
  turns.end();
  const { lanesMs, writingMs } = stopTimes(options.stopMs ?? 10_000);
  await pool.stop(lanesMs);
  const limit = sleep(writingMs, false, { ref: false });
  // What workers share about the pace is a loss that heals; it must not keep outcomes from being
  // written.
  const shared = () =>
    throttling.stop().catch((error: unknown) => {
      log.warn({ event: 'throttling.share-failed', reason: asError(error).message });
    });
  const everything = Promise.all([planned, supplied]).then(() => Promise.all([turns.written(), shared()]));
  const clean = await Promise.race([everything.then(() => true), limit]);
  await kept.stop();
  // With something unwritten the lease stays: whoever comes next recovers what hangs on it.
  if (clean) {
    await water.stop().catch(() => undefined);
    const recovery = await recoverLease(db, lease, clock.now()).catch(() => undefined);
    if (recovery && recovery.released + recovery.inFlight > 0) {
      log.warn({ event: 'worker.recovered', worker: lease.name, ...recovery });
    }
  }
  const { open } = turns.counts();
  log.info({ event: 'delivery.stopped', worker: lease.name, clean, open });
  return open;
}

function offerOf({ id, customerId }: Work): Offer {
  return { id, customerId, isUrgent: false };
}
