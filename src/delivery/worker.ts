// One worker: looks for work, claims it under its lease, sends it over the lanes of its relays, and
// commits what happened. The tables are its mailbox: nobody calls it, but a nudge saves half a
// second. Messages go one way: source (supply.ts) → turn (turns/) → lanes (relay-pool/);
// what the three share is plain data, the pipeline (pipeline.ts) and the relay pool.
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeptLease, keepLease } from '../coordination/keep-lease.ts';
import { LEASE_MS, RENEW_MS } from '../coordination/lease.ts';
import { aborted } from '../coordination/loop.ts';
import { newOutage, type Outage } from '../coordination/outage.ts';
import { newSignal } from '../coordination/signal.ts';
import { openFeeds } from '../feeds/fetch-due.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { recoverLease } from '../messages/recover.ts';
import { noteOfLanes, type RelayLanes, showLanes } from '../metrics/lanes.ts';
import { noteOutcome } from '../metrics/messages.ts';
import { type Db, onDisk } from '../storage/db.ts';
import { allAtOnce } from '../storage/dialect.ts';
import { troubleText } from '../storage/trouble.ts';
import { openRegistration } from './agreement/registration.ts';
import { openEmailComposer } from './compose/emails.ts';
import { type FeedGate, openFeedGate } from './compose/feed-gate.ts';
import { openComposers } from './compose/personalise.ts';
import { openSigners } from './compose/sign.ts';
import { stopForTags } from './compose/tag-gate.ts';
import { type HighWater, openHighWater } from './high-water/high-water.ts';
import { remembering } from './high-water/remembering.ts';
import { type LookSignals, startLooking } from './look.ts';
import type { DeliveryOptions } from './options.ts';
import { addMessages, endPipeline, newPipeline, type Pipeline, takeNext } from './pipeline.ts';
import { newResting, type Resting } from './plan/resting.ts';
import { commitTurn, type KnownHolds, nextTurnNumber } from './record.ts';
import { deliver } from './relay-pool/deliver.ts';
import type { LaneTools } from './relay-pool/lane.ts';
import { type Lanes, openLanes } from './relay-pool/lanes.ts';
import { isAtHome, lanesOf, newRelayPool, type RelayPool } from './relay-pool/pool.ts';
import { openRefusals } from './relay-pool/refused-for-all.ts';
import { stopTimes } from './stop-times.ts';
import { openSupply, type Supply } from './supply.ts';
import { openThrottling, type Throttling } from './throttling/throttling.ts';
import { openCounted } from './turns/counted.ts';
import { STORE_FAILED, startTurns, TURN_PACES, type Turns } from './turns/turns.ts';

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

/** Starts the engine; it waits for the store and the relay by itself. */
export function startDelivery(options: DeliveryOptions): Delivery {
  const stopping = new AbortController();
  const signals: LookSignals = { campaigns: newSignal(), emails: newSignal() };
  const running = runWorkers(options, stopping.signal, signals);
  return {
    nudge() {
      signals.campaigns.raise();
      signals.emails.raise();
    },
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/**
 * One worker after another: one that lost its lease is replaced by a new one, beside which its
 * lanes wait for answers that take long. Gives what those left in flight that were there at the
 * end.
 */
async function runWorkers(options: DeliveryOptions, stop: AbortSignal, signals: LookSignals): Promise<number> {
  const { log } = options;
  const leaving = new Set<Promise<number>>();
  let water: HighWater | undefined; // with what was begun last, whichever worker began it
  const registration = openRegistration(options);
  const outage = newOutage(log, STORE_FAILED);
  const late: RelayPool['late'] = new Set();
  for (let failures = 0; !stop.aborted; ) {
    try {
      water ??= await openHighWater(options);
      const lease = await registration.register(stop);
      if (!lease) break;
      failures = 0;
      outage.worked();
      options.registered?.();
      log.info({ event: 'delivery.started', worker: lease.name });
      const resting = newResting(options.rest, options.sleepMs);
      const renew = () => resting.renewMs() ?? RENEW_MS;
      let lanes: () => readonly RelayLanes[] = () => [];
      const kept = keepLease(options.db, lease, log, { lease: LEASE_MS, renew, note: () => noteOfLanes(lanes()) });
      const ending = AbortSignal.any([stop, kept.lost]);
      const worker = openWorker(options, { water, kept, ending, signals, resting, late });
      lanes = worker.lanesNow;
      await aborted(ending);
      if (kept.lost.aborted) log.error({ event: 'worker.fenced', worker: lease.name });
      const left = stopWorker(options, worker, { water, kept, stop }).catch((error: unknown) => {
        log.error({ event: STORE_FAILED, reason: troubleText(error) });
        return 0;
      });
      leaving.add(left);
      void left.finally(() => stop.aborted || leaving.delete(left));
      await Promise.race([left, sleep(stopTimes(options.stopMs).lanesMs, undefined, { signal: stop })]);
    } catch (error) {
      if (stop.aborted) break;
      failures += 1;
      outage.failed(error);
      await sleep(Math.min(100 * 2 ** failures, 1_000), undefined, { signal: stop }).catch(() => undefined);
    }
  }
  const left = await Promise.all(leaving);
  return left.reduce((sum, open) => sum + open, 0);
}

/** What a worker consists of, in the direction in which messages go; each knows those before it. */
type Worker = {
  pipeline: Pipeline;
  throttling: Throttling;
  gate: FeedGate;
  supply: Supply;
  turns: Turns;
  lanes: Lanes;
  lanesNow: () => readonly RelayLanes[];
  looking: { stop(): Promise<void> };
};

type Situation = {
  water: HighWater;
  kept: KeptLease;
  ending: AbortSignal;
  signals: LookSignals;
  resting: Resting;
  late: RelayPool['late'];
};

/** First the data that all share, then source, turn and lanes, last what sets them going. */
function openWorker(options: DeliveryOptions, { water, kept, ending, signals, resting, late }: Situation): Worker {
  const { db, dedicated = db, clock, log } = options;
  const { lease, held: isOurs, lose: onLost } = kept;
  const pool = newRelayPool({ clock, log, late });
  const pipeline = newPipeline(clock);
  const throttling = openThrottling({ db, clock, log, resolveMx: resolverFor(pool, options) });
  const feeds = openFeeds({ ...options, allow: options.fetchAllow, resolve: options.resolveHost });
  const gate = openFeedGate(feeds, signals.campaigns);
  const shared = { db, clock, log, pipeline, pool };
  const supply = openSupply({
    ...shared,
    isOurs,
    onLost,
    leaseId: lease.id,
    composers: openComposers({ ...options, feeds, gate }),
    emails: openEmailComposer(options),
    destinationOf: throttling.destinationOf,
    mayClaim: water.mayClaim,
  });
  const known: KnownHolds = new Map();
  const noteCounted = openCounted(dedicated, lease.id);
  const disk = newOutage(log, STORE_FAILED);
  const mayStart = () => isOurs() && !ending.aborted;
  const turns = startTurns({
    ...shared,
    throttling,
    async commit(turn, setAside) {
      const n = nextTurnNumber();
      const started = await commitTurn(dedicated, lease.id, turn, clock.now(), { n, setAside, known });
      water.acknowledged({ leaseId: lease.id, n });
      await noteCounted(n, turn.outcomes);
      for (const { state } of turn.outcomes) if (state !== 'pending') noteOutcome(state);
      watchDisk(db, disk);
      return started;
    },
    mayStart,
    drained: () => signals.campaigns.raise(), // one may be at its end
    pace: allAtOnce(db) ? TURN_PACES.server : TURN_PACES.file,
  });
  const lanes = openLanes({
    ...shared,
    secret: options.secret,
    relay: options.relay,
    lanesShare: options.lanesShare ?? 1,
    mostLanes: options.mostLanes,
    deliver: remembering(water.memory, lease, delivererOf(options, throttling, isOurs)),
    delayMs: options.relayDelayMs,
    connectionMs: options.connectionMs,
    takeNext: (relayId) => (mayStart() ? takeNext(pipeline, relayId, { pool, throttling }) : undefined),
    putBack(relayId, message) {
      throttling.giveBack({ ...message, relayId });
      addMessages(pipeline, [message]);
    },
  });
  const lanesNow = () => lanesOf(pool);
  const hideLanes = showLanes(lanesNow);
  ending.addEventListener('abort', hideLanes, { once: true });
  const looking = startLooking({
    ...shared,
    lease,
    water,
    throttling,
    lanes,
    supply,
    signals,
    onLost,
    resting,
    expireMs: expireMsOf(options),
    isBaseUrlDefault: options.isBaseUrlDefault,
    changed: () => options.changed?.(),
    rested: () => options.rested?.(),
    async mayStart(campaign) {
      if (options.unknownTags === 'stop' && (await stopForTags(options, campaign))) return false;
      return gate.mayStart(campaign);
    },
  });
  return { pipeline, throttling, gate, supply, turns, lanes, lanesNow, looking };
}

/** Where no mail leaves the machine, nobody is asked about recipients' domains. */
function resolverFor(pool: RelayPool, { resolveMx }: DeliveryOptions): DeliveryOptions['resolveMx'] {
  return resolveMx && (async (domain) => (isAtHome(pool) ? [] : resolveMx(domain)));
}

const expireMsOf = ({ expireHours = 72 }: DeliveryOptions): number => expireHours * HOUR_MS;

type Deliver = LaneTools['deliver'];

/**
 * @param isOurs false when this process was frozen for longer than a lease lasts (it was stopped,
 * or the host slept): then the messages that lanes are sending may be another worker's
 */
function delivererOf(options: DeliveryOptions, throttling: Throttling, isOurs: () => boolean): Deliver {
  const { db, clock, log, retry } = options;
  const tools = {
    clock,
    log,
    retry,
    throttling,
    isOurs,
    onDisk: () => onDisk(db),
    signers: openSigners(options),
    refusals: openRefusals(options),
    expireMs: expireMsOf(options),
  };
  return (lane, message, relay, next) => deliver(lane, message, relay, tools, next);
}

/** A disk that takes nothing is told; the messages of the turn are not handed over (deliver.ts). */
function watchDisk(db: Db, outage: Outage): void {
  const isKept = onDisk(db);
  if (isKept === true) return;
  void isKept.then((kept) => {
    if (kept) outage.worked();
    else outage.failed(new Error('The disk did not take what was written.'));
  });
}

/**
 * From the front to the end: nothing is looked for and claimed any more, lanes finish, what they
 * said is written.
 * @returns how many messages are left in flight
 */
async function stopWorker(
  { db, clock, log, stopMs }: DeliveryOptions,
  { pipeline, throttling, gate, supply, turns, lanes, looking }: Worker,
  { water, kept, stop }: Pick<Situation, 'water' | 'kept'> & { stop: AbortSignal },
): Promise<number> {
  const { lanesMs, writingMs } = stopTimes(stopMs);
  const worker = kept.lease.name;
  const supplied = Promise.all([looking.stop(), gate.stop(), supply.stop()]);
  endPipeline(pipeline);
  // A worker that lost its lease (the store was away, or the machine is overloaded) closes no
  // connection that waits for an answer: its message would become uncertain although the mail
  // server has it.
  if (!stop.aborted) await Promise.race([lanes.stop(), aborted(stop)]);
  await lanes.stop(lanesMs);
  const limit = sleep(writingMs, false, { ref: false });
  // What workers share about rates is learned again when it is lost; it must not keep outcomes from
  // being written.
  const shared = () =>
    throttling.stop().catch((error: unknown) => {
      log.warn({ event: 'throttling.share-failed', reason: troubleText(error) });
    });
  const everything = supplied.then(() => Promise.all([turns.stop(), shared()]));
  const clean = await Promise.race([everything.then(() => true), limit]);
  await kept.stop();
  // When something could not be written, the lease stays: the worker that comes next recovers it.
  if (clean) {
    await water.stop().catch(() => undefined);
    const recovery = await recoverLease(db, kept.lease, clock.now()).catch(() => undefined);
    if (recovery && recovery.released + recovery.inFlight > 0) {
      log.warn({ event: 'worker.recovered', worker, ...recovery });
    }
  }
  const open = pipeline.inFlight.size;
  log.info({ event: 'delivery.stopped', worker, clean, open });
  return open;
}
