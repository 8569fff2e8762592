// The rate at which a destination accepts messages, found by trying: unlimited until it refuses;
// then half of what it accepted, and up again while it accepts everything: quickly to just below
// where it refused, slowly around that, faster and faster beyond. Pure state and arithmetic. Rates
// are messages a second of this worker, times are ticks.
import { MINUTE_MS } from '../../kernel/durations.ts';
import { type Bucket, openBucket, setBucketRate } from './buckets.ts';

export type Limit = {
  rate: number;
  /** The rate at which it refused, as far as is known: what `rate` climbs to. */
  ceiling: number;
  bucket: Bucket;
  /** How long to stay just below the ceiling; grows while the ceiling stays the same. */
  plateauMs: number;
  grownAt: number;
  /**
   * When the bucket last made a message wait: without refusals, only a rate that is fully used says
   * something.
   */
  usedUpAt: number;
  /**
   * What was accepted since the last refusal, and when that was: what the destination really
   * accepts.
   */
  cycle: Cycle;
  /** The cycle before, for which the time after its refusal counts too. */
  before: Cycle;
  /** Rate at the last refusal. */
  refusedAtRate: number;
};

export type Cycle = { at: number; accepted: number };

/** One message a minute: less is parking. */
const LEAST_RATE = 1 / 60;
const FIRST_RATE = 1;
/** How far beyond the measured rate, for the time that was spent waiting. */
const HEADROOM = 1.1;
const CLIMB_TO = 0.9;
const CLIMB_MS = 10_000;
const BEYOND = 1.2;
const GROW_FACTOR = 1.5;
const GROW_MS = 30_000;
const SETTLED_MESSAGES = 50;
const LEAST_PLATEAU_MS = MINUTE_MS;
const LONGEST_PLATEAU_MS = 600_000;
/**
 * While refusals say nothing new, the ceiling is tried later and later, up to this many times as
 * late.
 */
const MOST_PLATEAUS = 4;
/** Far above the rate at which it refused, the refusal is forgotten. */
const FORGET_FACTOR = 20;
const BURST_SECONDS = 0.2;

/**
 * The first limit of a destination that accepted `accepted` messages since `at`, at `measured` a
 * second.
 */
export function newLimit(measured: number, cycle: Cycle, factor: number, now: number): Limit {
  const ceiling = Math.max(FIRST_RATE, measured);
  const rate = ceiling * factor;
  const bucket = openBucket(rate, burstOf(rate), now);
  const times = { grownAt: now, usedUpAt: Number.NEGATIVE_INFINITY };
  const plateauMs = leastPlateauMs(ceiling);
  return {
    rate,
    ceiling,
    bucket,
    plateauMs,
    ...times,
    cycle: { at: now, accepted: 0 },
    before: cycle,
    refusedAtRate: ceiling,
  };
}

/** A limit as another worker found it. */
export function limitOf(rate: number, now: number): Limit {
  return newLimit(rate / CLIMB_TO, { at: now, accepted: 0 }, CLIMB_TO, now);
}

/** It refused: lowers the rate to `factor` of what it accepted. */
export function lowerLimit(limit: Limit, measured: number, factor: number, now: number): void {
  const { cycle } = limit;
  const wasUsedUp = isUsedUp(limit, now);
  const reached = wasUsedUp ? limit.rate : Math.min(limit.rate, measured);
  const taken = wasUsedUp ? mostOf(cycle, now) : reached;
  const ceiling = Math.max(LEAST_RATE, Math.min(reached, taken));
  const isSettled = Math.abs(ceiling - limit.ceiling) < limit.ceiling / 4;
  const least = leastPlateauMs(ceiling);
  limit.plateauMs = isSettled ? Math.max(least, Math.min(MOST_PLATEAUS * least, limit.plateauMs * 2)) : least;
  limit.ceiling = ceiling;
  limit.refusedAtRate = ceiling;
  limit.before = cycle;
  limit.cycle = { at: now, accepted: 0 };
  setLimitRate(limit, ceiling * factor, now);
  limit.grownAt = now;
}

/**
 * It accepts messages again. Messages that were in flight when it refused have been answered by now
 * and count for the time before: refusals come sooner than acceptances. All of them over the whole
 * time is the least that it accepts; and the most, when it refused for a while because it counts by
 * the minute or hour: over the time until its last refusal (`refusedUntil`).
 */
export function resumeLimit(limit: Limit, factor: number, refusedUntil: number | undefined, now: number): void {
  const { before, cycle } = limit;
  before.accepted += cycle.accepted;
  cycle.accepted = 0;
  limit.grownAt = now;
  const taken = (before.accepted * 1000) / Math.max(1000, now - before.at);
  const isHigher = taken > limit.ceiling;
  const most = refusedUntil === undefined ? limit.ceiling : mostOf(before, refusedUntil);
  const isLower = before.accepted > 0 && most < limit.ceiling;
  if (!isHigher && !isLower) return;
  limit.ceiling = Math.max(LEAST_RATE, isHigher ? taken : most);
  limit.refusedAtRate = limit.ceiling;
  limit.plateauMs = leastPlateauMs(limit.ceiling);
  const rate = limit.ceiling * factor;
  setLimitRate(limit, isHigher ? Math.max(limit.rate, rate) : Math.min(limit.rate, rate), now);
}

/**
 * Lets the rate grow for the time since it last grew, if it was fully used in that time.
 * @returns 'gone' when it is so far above where the destination refused that there is no limit any
 * more
 */
export function growLimit(limit: Limit, now: number): 'gone' | 'stays' {
  const passed = Math.min(now - limit.grownAt, 10_000);
  limit.grownAt = now;
  if (!isUsedUp(limit, now) || passed <= 0) return 'stays';
  const { ceiling } = limit;
  let { rate } = limit;
  if (rate < CLIMB_TO * ceiling) {
    rate = Math.min(CLIMB_TO * ceiling, rate + 0.4 * ceiling * (passed / Math.max(CLIMB_MS, 5000 / ceiling)));
  } else if (rate < BEYOND * ceiling) {
    rate += (rate < ceiling ? 1 - CLIMB_TO : BEYOND - 1) * ceiling * (passed / limit.plateauMs);
  } else {
    rate *= GROW_FACTOR ** (passed / GROW_MS);
    limit.ceiling = rate / BEYOND;
  }
  setLimitRate(limit, rate, now);
  return rate > FORGET_FACTOR * Math.max(limit.refusedAtRate, FIRST_RATE) ? 'gone' : 'stays';
}

/**
 * Sets another rate for an outside reason: another worker found it, or the number of workers
 * changed.
 */
export function setLimitRate(limit: Limit, rate: number, now: number): void {
  limit.rate = Math.max(LEAST_RATE, rate);
  setBucketRate(limit.bucket, limit.rate, burstOf(limit.rate), now);
}

/** The same destination is shared by more or fewer workers: this worker's part changes. */
export function scaleLimit(limit: Limit, factor: number, now: number): void {
  limit.ceiling = Math.max(LEAST_RATE, limit.ceiling * factor);
  limit.refusedAtRate *= factor;
  limit.cycle.accepted *= factor;
  limit.before.accepted *= factor;
  setLimitRate(limit, limit.rate * factor, now);
}

/** The highest rate that a cycle can show: with few messages it is inexact. */
function mostOf({ accepted, at }: Cycle, now: number): number {
  return (HEADROOM * (accepted + Math.sqrt(accepted) + 1) * 1000) / Math.max(1000, now - at);
}

function isUsedUp(limit: Limit, now: number): boolean {
  return now - limit.usedUpAt < Math.max(5000, 3000 / limit.rate);
}

function burstOf(rate: number): number {
  return rate * BURST_SECONDS;
}

function leastPlateauMs(ceiling: number): number {
  return Math.min(LONGEST_PLATEAU_MS, Math.max(LEAST_PLATEAU_MS, (SETTLED_MESSAGES * 1000) / ceiling));
}
