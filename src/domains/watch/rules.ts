// How a DNS record stands over several looks, and when it is looked up next. Pure.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { Finding, Status } from '../dns/verdict.ts';

/** A record counts as broken when two looks that are so far apart found it so. */
export const APART_MS = 10 * MINUTE_MS;
/** A new domain is looked up after this time. */
export const FIRST_LOOK_MS = 10 * MINUTE_MS;
const CONFIRM_MS = 15 * MINUTE_MS;
/** While something is wrong, missing, or could not be asked. */
const SOON_MS = HOUR_MS;
const USUAL_MS = 6 * HOUR_MS;
/** Records that nobody has published for this long are looked up as seldom as the others. */
const HOPE_MS = 7 * DAY_MS;

/**
 * `open`: never found right yet · `right` · `broken`: it was right, and two looks found it missing
 * or wrong.
 */
export const RECORD_STATES = ['open', 'right', 'broken'] as const;
export type RecordState = (typeof RECORD_STATES)[number];
export const CHANGES = ['found', 'broken', 'healed'] as const;
export type Change = (typeof CHANGES)[number];

/** `since`, `suspectAt`: ms. */
export type Standing = { state: RecordState; since: number; suspectAt: number | null };

/** How a record stands after a look at `at` found `status`, and what changed by it. */
export function standingAfter(
  before: Standing | undefined,
  status: Status,
  at: number,
): { standing: Standing; change?: Change } {
  const known = before ?? { state: 'open', since: at, suspectAt: null };
  if (status === 'unknown') return { standing: known };
  if (status === 'good' || status === 'weak') {
    if (known.state === 'right') return { standing: { ...known, suspectAt: null } };
    const change = known.state === 'broken' ? 'healed' : 'found';
    return { standing: { state: 'right', since: at, suspectAt: null }, change };
  }
  if (known.state !== 'right') return { standing: known };
  if (known.suspectAt === null) return { standing: { ...known, suspectAt: at } };
  if (at - known.suspectAt < APART_MS) return { standing: known };
  return { standing: { state: 'broken', since: known.suspectAt, suspectAt: null }, change: 'broken' };
}

/**
 * What is kept of a look of the clock: what may be a blip, or was not answered, does not replace
 * what was known of the record.
 */
export function keptFinding(before: Finding | undefined, now: Finding, standing: Standing, at: number): Finding {
  const isKnown = before !== undefined && before.status !== 'unknown' && before.publicKey === now.publicKey;
  if (!isKnown || (now.status !== 'unknown' && standing.suspectAt === null)) return now;
  return { ...before, lately: { at, status: now.status, sentences: now.sentences } };
}

/**
 * When a domain is looked up next, ms.
 * @param share from 0 to 1: spreads domains over time
 */
export function nextLook(
  looked: readonly { status: Status; standing: Standing }[],
  { at, share }: { at: number; share: number },
): number {
  const isSuspect = looked.some(({ standing }) => standing.suspectAt !== null);
  const isUnsettled = looked.some(
    ({ status, standing: { state, since } }) =>
      status === 'unknown' || state === 'broken' || (state === 'open' && at - since < HOPE_MS),
  );
  const wait = isSuspect ? CONFIRM_MS : isUnsettled ? SOON_MS : USUAL_MS;
  return at + Math.round(wait * (0.9 + 0.2 * share));
}
