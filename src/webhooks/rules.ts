// The rules of webhooks: limits, when a request is repeated, when a webhook is switched off. Pure.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';

/** Webhooks of a customer. */
export const MOST_WEBHOOKS = 20;
/** Events of one request. */
export const MOST_IN_BATCH = 1_000;
export const LONGEST_URL = 2_000;

const SECOND = 1_000;

/** For this long a request is repeated; then the webhook is switched off. */
export const GIVE_UP_MS = 3 * DAY_MS;
/** Events and the log of deliveries are kept for this long. */
export const KEPT_MS = 7 * DAY_MS;
/** The former secret signs for this long after a new one was made. */
export const OVERLAP_MS = DAY_MS;

/** How many of a webhook's requests are on the way at once, where each has one event. */
const LANES = 8;

/** Events of one person, campaign or import are told one after the other: they share a lane. */
export function laneOf(subject: string, lanes: number): number {
  let hash = 0;
  for (let at = 0; at < subject.length; at += 1) hash = (hash * 31 + subject.charCodeAt(at)) | 0;
  return (hash >>> 0) % lanes;
}

/** A batch has all events in their order. */
export const lanesOf = (batchSize: number): number => (batchSize === 1 ? LANES : 1);

const WAITS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];
const LONGEST_WAIT = 6 * HOUR_MS;
const JITTER = 0.25;
/** A receiver that asks for more time gets up to this. */
const LONGEST_ASKED = HOUR_MS;

/**
 * How long to wait after this many failures in a row, ms: receivers that failed together are not
 * asked again together.
 * @param random from 0 to 1
 * @param askedMs what the receiver asked for (Retry-After)
 */
export function waitAfter(failures: number, random: number, askedMs = 0): number {
  const wait = WAITS[failures - 1] ?? LONGEST_WAIT;
  const spread = wait * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(spread, Math.min(askedMs, LONGEST_ASKED)));
}

/** Longer than any lane waits: what is due later was noted by a clock that was set back. */
export const BEYOND_MS = 8 * HOUR_MS;

/** Whether a lane is to be told now; both in ms. */
export const isDue = (nextAt: number, now: number): boolean => nextAt <= now || nextAt > now + BEYOND_MS;

/** Why the server switched a webhook off. */
export const OFF_REASONS = {
  gone: 'The receiver answered 410: it wants no more events.',
  failed: 'No request succeeded for three days.',
  behind: 'The receiver was so slow that the next event was older than seven days.',
} as const;
export type OffReason = keyof typeof OFF_REASONS;

export const isOffReason = (reason: string | null): reason is OffReason =>
  reason !== null && Object.hasOwn(OFF_REASONS, reason);
