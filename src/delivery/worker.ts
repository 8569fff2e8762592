// The delivery engine of one process: looks for work, claims it under its lease, sends it over its lanes, and commits
// what happened. The tables are its mailbox: nobody calls it, but a nudge saves half a second.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../kernel/clock.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import type { Relay } from '../mail/relays.ts';
import { openLane } from '../mail/smtp.ts';
import type { Db } from '../storage/db.ts';
import type { RetryPolicy } from './backoff.ts';
import { deliver } from './deliver.ts';
import { keepLease } from './keep-lease.ts';
import { openLanes } from './lanes.ts';
import { type Lease, registerWorker, removeLease } from './lease.ts';
import { type Loop, startLoop } from './pace.ts';
import { type ComposedMessage, openComposers } from './personalise.ts';
import { makePlan } from './plan.ts';
import { commitTurn } from './record.ts';
import { openSupply } from './supply.ts';
import { openTurns } from './turns.ts';

export type DeliveryOptions = {
  db: Db;
  clock: Clock;
  log: Logger;
  baseUrl: string;
  secret: string;
  relay: Relay;
  /** Connections to the relay at a time; default: what the relay's settings say. */
  lanes?: number;
  retry?: RetryPolicy;
  relayDelayMs?: (failures: number) => number;
};

export type Delivery = {
  /**
   * No new work; lanes finish their message, outcomes are committed, claimed messages go back to pending. Takes at most
   * 10 s; a lane that hangs loses its connection after 6.
   */
  stop(): Promise<void>;
  /** There is something to do now: look at once. */
  nudge(): void;
};

const LOOK_EVERY_MS = 400;
const LANE_GRACE_MS = 6_000;
const WRITE_GRACE_MS = 3_000;

/** Starts the engine; it waits for the store and the relay by itself. */
export function startDelivery(options: DeliveryOptions): Delivery {
  const stopping = new AbortController();
  const hands: { nudge(): void } = { nudge: () => undefined };
  const running = runWorkers(options, stopping.signal, hands);
  return {
    nudge: () => hands.nudge(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** One worker after another: one that lost its lease is replaced by a new one. */
async function runWorkers(options: DeliveryOptions, stop: AbortSignal, hands: { nudge(): void }): Promise<void> {
  const { log } = options;
  for (let failures = 0; !stop.aborted; ) {
    try {
      const lease = await registerWorker(options.db);
      failures = 0;
      log.info({ event: 'delivery.started', worker: lease.name, lanes: options.lanes ?? options.relay.lanes });
      await runWorker(options, lease, stop, hands);
    } catch (error) {
      failures += 1;
      if (failures === 1) log.error({ event: 'delivery.store-failed', reason: asError(error).message });
      await sleep(Math.min(100 * 2 ** failures, 5_000), undefined, { signal: stop }).catch(() => undefined);
    }
  }
}

async function runWorker(options: DeliveryOptions, lease: Lease, stop: AbortSignal, hands: { nudge(): void }) {
  const { db, clock, log } = options;
  const kept = keepLease(db, lease, log);
  const ending = AbortSignal.any([stop, kept.lost]);
  const composers = openComposers(options);
  const turns = openTurns<ComposedMessage>({
    commit: (turn) => commitTurn(db, lease.id, turn, clock.now()),
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
    turns,
    maySupply: () => kept.held() && lanes.open() > 0,
    onLost: kept.lose,
  });
  const lanes = openLanes({
    count: options.lanes ?? options.relay.lanes,
    connect: () => openLane(options.relay),
    deliver: (lane, message) => deliver(lane, message, { clock, log, retry: options.retry }),
    turns,
    log,
    delayMs: options.relayDelayMs,
  });
  const plan = makePlan({ db, clock, log, onWork: (campaignId) => found([campaignId]) });
  const found = (campaignIds: number[]) => {
    supply.offer(campaignIds);
    if (campaignIds.length > 0 || turns.counts().queued > 0) lanes.wake();
    supply.refill();
    turns.wake();
  };
  const loop: Loop = startLoop({
    look: async () => found(await plan.look()),
    everyMs: LOOK_EVERY_MS,
    event: 'delivery.look-failed',
    log,
  });
  hands.nudge = loop.nudge;

  await aborted(ending);
  if (kept.lost.aborted) log.error({ event: 'worker.fenced', worker: lease.name });
  hands.nudge = () => undefined;
  const planned = loop.stop().then(() => plan.stop());
  const supplied = supply.stop();
  turns.end();
  await lanes.stop(LANE_GRACE_MS);
  const limit = sleep(WRITE_GRACE_MS, false, { ref: false });
  const everything = Promise.all([planned, supplied]).then(() => turns.written());
  const clean = await Promise.race([everything.then(() => true), limit]);
  await kept.stop();
  // With something unwritten the lease stays: whoever comes next recovers what hangs on it.
  if (clean) await removeLease(db, lease).catch(() => false);
  log.info({ event: 'delivery.stopped', worker: lease.name, clean });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
