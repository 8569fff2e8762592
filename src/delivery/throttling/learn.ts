// Learns from an answer of a destination: slower, fewer at a time, probing, parked, or back to
// normal. Pure state; times are ticks.
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { Deferral } from '../../mail/smtp/deferrals.ts';
import { emptyBucket } from './buckets.ts';
import {
  answered,
  FIRST_PARK_MS,
  type Flow,
  LONGEST_PARK_MS,
  measured,
  PROBE_MS,
  type Slowed,
  slowedOf,
  turnWindow,
} from './flow.ts';
import { lowerLimit, newLimit, resumeLimit } from './limit.ts';

/**
 * What an answer means for the destination.
 * - answered: it judged the message, so we are not too fast, whatever it said
 * - none: it says nothing, such as a lost connection
 * - refused: `isFinal` = with 5xx
 */
export type Evidence =
  | { kind: 'accepted' | 'answered' | 'none' }
  | { kind: 'refused'; deferral: Deferral; isFinal: boolean };

const LONGEST_PROBE_MS = MINUTE_MS;
const LONGEST_ASKED_MS = 300_000;
const ROW_TO_PROBE = 3;
const ROW_TO_PARK = 10;
const FINAL_BLOCKS_TO_PARK = 3;
const TROUBLE_TO_SLOW = 5;
/** A destination parked again within this time is parked twice as long. */
const CALM_MS = HOUR_MS;

/** Updates the flow after an answer. `reply` is its text. */
export function learnFlow(flow: Flow, evidence: Evidence, reply: string, now: number): void {
  const isStale = answered(flow);
  const { slowed } = flow;
  if (evidence.kind === 'accepted') countAccepted(flow, now);
  if (evidence.kind === 'refused' && slowed) {
    slowed.refusals += 1;
    slowed.refusedAt = now;
  }
  if (isStale) return;
  if (evidence.kind === 'refused') refused(flow, evidence, reply, now);
  else if (evidence.kind === 'none') retry(flow, now);
  else goOn(flow, now);
}

function refused(flow: Flow, { deferral, isFinal }: Evidence & { kind: 'refused' }, reply: string, now: number): void {
  const { kind, waitMs: asked } = deferral;
  const answer = { reply, kind };
  if (flow.inRow === 0) flow.tookBefore = measured(flow, now).perSecond;
  flow.inRow += 1;
  if (kind === 'block') {
    if (!isFinal || flow.inRow >= FINAL_BLOCKS_TO_PARK) park(flow, answer, now);
    return;
  }
  if (kind === 'server') flow.trouble += 1;
  const { probe, parked } = flow.slowed ?? {};
  if (parked || flow.inRow >= ROW_TO_PARK) park(flow, answer, now);
  else if (probe) {
    const waitMs = Math.min(LONGEST_PROBE_MS, probe.waitMs * 2);
    Object.assign(probe, { at: now + Math.max(waitMs, politeMs(asked)), waitMs, isOut: false });
    note(slowedOf(flow, now), answer);
  } else if (kind === 'connections') fewerAtATime(flow, answer, now);
  else if (kind === 'rate') slowDown(flow, 0.5, answer, { now, asked });
  else if (flow.trouble >= TROUBLE_TO_SLOW) slowDown(flow, 0.8, answer, { now });
  else if (flow.inRow >= ROW_TO_PROBE) startProbe(flow, answer, { now });
}

/** The wait that the server asked for, up to our limit. */
function politeMs(asked: number | undefined): number {
  return Math.min(LONGEST_ASKED_MS, asked ?? 0);
}

/** Back to normal: waiting messages may be sent. */
function goOn(flow: Flow, now: number): void {
  flow.inRow = 0;
  flow.trouble = Math.max(0, flow.trouble - 0.2);
  const { slowed } = flow;
  if (!slowed?.probe && !slowed?.parked) return;
  if (slowed.parked) slowed.unparkedAt = now;
  const waitedLong = slowed.parked !== undefined || (slowed.probe?.waitMs ?? 0) > 4 * PROBE_MS;
  slowed.parked = undefined;
  slowed.probe = undefined;
  slowed.version += 1;
  if (!slowed.limit) return;
  // Its rate over the whole time is meaningful when it counts by the minute or hour, not when it
  // was out of order.
  const refusedUntil = waitedLong && slowed.kind === 'rate' ? slowed.refusedAt : undefined;
  resumeLimit(slowed.limit, 0.5, refusedUntil, now);
  emptyBucket(slowed.limit.bucket, now);
}

/** Nothing was learned from the trial or probe: another may be sent. */
function retry(flow: Flow, now: number): void {
  const { parked, probe } = flow.slowed ?? {};
  if (parked?.trial === 'out') parked.trial = 'granted';
  else if (probe?.isOut) Object.assign(probe, { at: now + probe.waitMs, isOut: false });
}

type Answer = Pick<Slowed, 'reply' | 'kind'>;
type When = { now: number; asked?: number | undefined };

function slowDown(flow: Flow, factor: number, answer: Answer, when: When): void {
  const { now } = when;
  const { perSecond, ...cycle } = measured(flow, now);
  const slowed = slowedOf(flow, now);
  flow.trouble = 0;
  if (slowed.limit) lowerLimit(slowed.limit, perSecond, factor, now);
  else slowed.limit = newLimit(perSecond, cycle, factor, now);
  startProbe(flow, answer, when);
}

function startProbe(flow: Flow, answer: Answer, { now, asked }: When): void {
  const slowed = slowedOf(flow, now);
  slowed.probe = { at: now + Math.max(PROBE_MS, politeMs(asked)), waitMs: PROBE_MS, isOut: false };
  flow.stale = flow.out;
  note(slowed, answer);
}

function fewerAtATime(flow: Flow, answer: Answer, now: number): void {
  const slowed = slowedOf(flow, now);
  const before = slowed.atMost?.count ?? Number.POSITIVE_INFINITY;
  const count = Math.max(1, Math.min(before, Math.floor((flow.out + 1) / 2)));
  slowed.atMost = { count, usedUpAt: now, changedAt: now };
  flow.stale = flow.out;
  note(slowed, answer);
}

function park(flow: Flow, answer: Answer, now: number): void {
  const slowed = slowedOf(flow, now);
  const { perSecond, ...cycle } = measured(flow, now);
  slowed.limit ??= newLimit(Math.max(perSecond, flow.tookBefore), cycle, 0.1, now);
  const isAgain = slowed.parked !== undefined || now - slowed.unparkedAt < CALM_MS;
  slowed.parkMs = isAgain ? Math.min(LONGEST_PARK_MS, slowed.parkMs * 2) : FIRST_PARK_MS;
  slowed.parked = { until: now + slowed.parkMs, trial: 'none', wantedAt: 0, grantedAt: 0 };
  slowed.probe = undefined;
  flow.inRow = 0;
  flow.stale = flow.out;
  note(slowed, answer);
}

function note(slowed: Slowed, { reply, kind }: Answer): void {
  slowed.reply = reply;
  slowed.kind = kind;
  slowed.version += 1;
}

function countAccepted(flow: Flow, now: number): void {
  turnWindow(flow, now);
  flow.accepted += 1;
  const limit = flow.slowed?.limit;
  if (limit) limit.cycle.accepted += 1;
}
