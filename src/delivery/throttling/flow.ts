// The state of one relay's messages to one destination: how many are out, what was accepted lately,
// and, once the destination refused, how it is slowed, probed or parked. Pure state; times are
// ticks (time.ts).
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { DeferralKind } from '../../mail/smtp/deferrals-rules.ts';
import { bucketWaitMs, putTokenBack, takeToken } from './buckets.ts';
import { growLimit, type Limit } from './limit.ts';

export type Flow = {
  readonly name: string;
  /** Permits that are in use. */
  out: number;
  /** Of these, given before the last slowing: their answers say nothing new. */
  stale: number;
  /** Accepted in the window that began at `windowAt`, and in the one before. */
  windowAt: number;
  accepted: number;
  acceptedBefore: number;
  usedAt: number;
  /** Refusals in a row, without any other answer between. */
  inRow: number;
  /** What it accepted a second when the row of refusals began. */
  tookBefore: number;
  /** Rises with trouble of the server's own, falls with every accepted message. */
  trouble: number;
  slowed: Slowed | undefined;
};

export type Slowed = {
  limit: Limit | undefined;
  /** Concurrent messages, for a destination that takes few connections. */
  atMost: { count: number; usedUpAt: number; changedAt: number } | undefined;
  /** After a refusal one message at a time is tried, at growing intervals. */
  probe: { at: number; waitMs: number; isOut: boolean } | undefined;
  parked: Parked | undefined;
  parkMs: number;
  unparkedAt: number;
  /** The answer that slowed it, and its kind. */
  reply: string;
  kind: DeferralKind;
  /** Refusals that the store does not know yet. */
  refusals: number;
  refusedAt: number;
  /** Grows with every change worth saving. */
  version: number;
};

/** `trial`: after `until` one message of all workers is tried; 'granted': by this worker. */
export type Parked = { until: number; trial: 'none' | 'granted' | 'out'; wantedAt: number; grantedAt: number };

const WINDOW_MS = 5_000;
export const PROBE_MS = 1_000;
export const FIRST_PARK_MS = 5 * MINUTE_MS;
export const LONGEST_PARK_MS = 2 * HOUR_MS;
const ONE_MORE_MS = MINUTE_MS;
const MOST_AT_A_TIME = 100;
/** An answer that has not come in this time never will. */
const LOST_MS = 600_000;
const LOOK_MS = 200;
export const TRIAL_MS = MINUTE_MS;

export function newFlow(name: string, now: number): Flow {
  const counts = { out: 0, stale: 0, accepted: 0, acceptedBefore: 0, inRow: 0, tookBefore: 0, trouble: 0 };
  return { name, ...counts, windowAt: now, usedAt: now, slowed: undefined };
}

/** Milliseconds until a message may be sent, as far as is known; 0 = now. */
export function flowWaitMs(flow: Flow, now: number): number {
  const { slowed } = flow;
  if (slowed === undefined) return 0;
  if (flow.out > 0 && now - flow.usedAt > LOST_MS) forgetOut(flow);
  const { parked, probe, limit } = slowed;
  if (parked) {
    if (parked.trial === 'granted') return 0;
    if (now < parked.until) return parked.until - now;
    parked.wantedAt = now;
    return PROBE_MS;
  }
  if (probe) return probe.isOut ? LOOK_MS : Math.max(0, probe.at - now);
  if (slowed.atMost !== undefined && flow.out >= slowed.atMost.count) {
    slowed.atMost.usedUpAt = now;
    return LOOK_MS;
  }
  const waitMs = limit ? bucketWaitMs(limit.bucket, now) : 0;
  if (limit && waitMs > 0) limit.usedUpAt = now;
  return waitMs;
}

/** Takes the permit that flowWaitMs said is there. */
export function takeFlow(flow: Flow, now: number): void {
  flow.out += 1;
  flow.usedAt = now;
  const { slowed } = flow;
  if (slowed === undefined) return;
  if (slowed.parked) slowed.parked.trial = 'out';
  else if (slowed.probe) slowed.probe.isOut = true;
  else if (slowed.limit) takeToken(slowed.limit.bucket);
}

/** The permit was not used. */
export function putFlowBack(flow: Flow): void {
  const isStale = answered(flow);
  const { slowed } = flow;
  if (slowed === undefined || isStale) return;
  if (slowed.parked) slowed.parked.trial = 'granted';
  else if (slowed.probe) slowed.probe.isOut = false;
  else if (slowed.limit) putTokenBack(slowed.limit.bucket);
}

/**
 * Lets the rate and the number of concurrent messages grow, and frees lost permits. Called about
 * once a second.
 */
export function growFlow(flow: Flow, now: number): void {
  const { slowed } = flow;
  if (!slowed) return;
  const { parked, probe, limit } = slowed;
  if (parked) {
    const isLost = parked.trial !== 'none' && now - parked.grantedAt > (parked.trial === 'out' ? LOST_MS : TRIAL_MS);
    if (isLost) parked.trial = 'none';
    return;
  }
  if (probe) return;
  if (slowed.atMost) growAtMost(slowed, slowed.atMost, now);
  if (!limit) return;
  const before = limit.rate;
  if (growLimit(limit, now) === 'gone') {
    slowed.limit = undefined;
    slowed.version += 1;
  } else if (limit.rate > before) slowed.version += 1;
}

/** Accepted messages a second, of the last 5 to 10 seconds. */
export function measured(flow: Flow, now: number): { perSecond: number; at: number; accepted: number } {
  turnWindow(flow, now);
  const at = flow.acceptedBefore > 0 ? flow.windowAt - WINDOW_MS : flow.windowAt;
  const accepted = flow.acceptedBefore + flow.accepted;
  return { perSecond: (accepted * 1000) / Math.max(1000, now - at), at, accepted };
}

function growAtMost(slowed: Slowed, atMost: NonNullable<Slowed['atMost']>, now: number): void {
  if (now - atMost.usedUpAt > 5000 || now - atMost.changedAt < ONE_MORE_MS) return;
  atMost.count += 1;
  atMost.changedAt = now;
  if (atMost.count > MOST_AT_A_TIME) slowed.atMost = undefined;
  slowed.version += 1;
}

/** The state of its slowing; a new one when it was not slowed. */
export function slowedOf(flow: Flow, now: number): Slowed {
  flow.slowed ??= {
    limit: undefined,
    atMost: undefined,
    probe: undefined,
    parked: undefined,
    parkMs: FIRST_PARK_MS,
    unparkedAt: Number.NEGATIVE_INFINITY,
    reply: '',
    kind: 'unknown',
    refusals: 1,
    refusedAt: now,
    version: 0,
  };
  return flow.slowed;
}

/** One permit less is in use. @returns whether it was given before the last slowing */
export function answered(flow: Flow): boolean {
  flow.out = Math.max(0, flow.out - 1);
  if (flow.stale === 0) return false;
  flow.stale -= 1;
  return true;
}

function forgetOut(flow: Flow): void {
  flow.out = 0;
  flow.stale = 0;
  if (flow.slowed?.probe) flow.slowed.probe.isOut = false;
}

export function turnWindow(flow: Flow, now: number): void {
  const age = now - flow.windowAt;
  if (age < WINDOW_MS) return;
  flow.acceptedBefore = age < 2 * WINDOW_MS ? flow.accepted : 0;
  flow.windowAt = age < 2 * WINDOW_MS ? flow.windowAt + WINDOW_MS : now;
  flow.accepted = 0;
}
