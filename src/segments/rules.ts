// What a segment consists of: conditions on field values and on events of campaigns. Pure.
import type { List, Segment } from '../storage/tables.ts';

/** Comparisons of a field's value; the position, from 1, is the interface's operator id. */
export const OPERATORS = [
  'is',
  'is-not',
  'contains',
  'not-contains',
  'starts',
  'ends',
  'greater',
  'less',
  'not-starts',
  'not-ends',
] as const;
export const ACTIONS = ['open', 'not-open', 'click', 'not-click', 'sent', 'not-sent'] as const;
export const COMPARISONS = ['lte', 'lt', 'gte', 'gt', 'eq'] as const;
export const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export const MATCHES = ['any', 'all'] as const;

export type Operator = (typeof OPERATORS)[number];

/**
 * A field's value compared with `value`, without regard to case. A subscriber without a value has
 * the empty text.
 */
export type Condition = { fieldNumber: number; operator: Operator; value: string };

/**
 * What a subscriber did with one campaign, or with any of the customer's (campaignNumber null), and
 * how long ago compared with `value` units (`spanOf`). A `not-` action is the exact opposite of the
 * action.
 */
export type CampaignCondition = {
  action: (typeof ACTIONS)[number];
  campaignNumber: number | null;
  comparison: (typeof COMPARISONS)[number];
  value: number;
  unit: (typeof UNITS)[number];
};

/** The conditions of a segment, and whether one or all of them must hold. */
export type Definition = {
  match: (typeof MATCHES)[number];
  conditions: Condition[];
  campaignConditions: CampaignCondition[];
};

/** More conditions would make the SQL slow or deep. */
export const MAX_CONDITIONS = 100;

// Measured: a condition takes 0.5 to 1.4 µs a subscriber, so this takes some 7 ms at most, whatever
// the conditions.
const LOOKED_AT_ONCE = 5_000;
const MOST_AT_ONCE = 20_000;
const LEAST_AT_ONCE = 10;
const STRETCH_MS = 7;

/**
 * How many subscribers the first statement of a search looks at: on SQLite it holds up everything
 * else in the process.
 */
export function stretchOf(segment: Pick<Segment, 'operator_match' | 'conditions' | 'campaign_conditions'>): number {
  const { conditions, campaignConditions } = definitionOf(segment);
  return Math.ceil(LOOKED_AT_ONCE / Math.max(1, conditions.length + campaignConditions.length));
}

/**
 * How many the next statement looks at, after one looked at `limit` in `ms`: as many as take a few
 * milliseconds.
 */
export function nextStretch(limit: number, ms: number): number {
  const factor = Math.min(2, Math.max(0.5, STRETCH_MS / Math.max(ms, 0.001)));
  return Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, Math.round(limit * factor)));
}

/** The definition of a stored segment. */
export function definitionOf(
  segment: Pick<Segment, 'operator_match' | 'conditions' | 'campaign_conditions'>,
): Definition {
  return {
    match: segment.operator_match === 'all' ? 'all' : 'any',
    conditions: JSON.parse(segment.conditions) as Condition[],
    campaignConditions: JSON.parse(segment.campaign_conditions) as CampaignCondition[],
  };
}

/** The columns of a definition. */
export function definitionColumns(definition: Definition) {
  return {
    operator_match: definition.match,
    conditions: JSON.stringify(definition.conditions),
    campaign_conditions: JSON.stringify(definition.campaignConditions),
  };
}

/** The instant `value` units before `at` (calendar months and years, UTC). */
export function cutoffOf({ value, unit }: Pick<CampaignCondition, 'value' | 'unit'>, at: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC');
  return now.subtract({ [`${unit}s`]: value }).epochMilliseconds;
}

/** Instants in ms, both included; an absent one is no bound. */
export type Span = { from?: number; to?: number };

/**
 * When it must have happened, seen from `at`: at most (lte) or less (lt), at least (gte; 0 units:
 * at any time) or more (gt) than `value` units ago, or (eq) so many whole units ago: 3 days and 23
 * hours are 3 days. Every instant is in exactly one of `lt n`, `eq n` and `gte n + 1`.
 */
export function spanOf(condition: Pick<CampaignCondition, 'comparison' | 'value' | 'unit'>, at: number): Span {
  const cutoff = cutoffOf(condition, at);
  switch (condition.comparison) {
    case 'lte':
      return { from: cutoff };
    case 'lt':
      return { from: cutoff + 1 };
    case 'gte':
      return { to: cutoff };
    case 'gt':
      return { to: cutoff - 1 };
    case 'eq':
      return { from: cutoffOf({ ...condition, value: condition.value + 1 }, at) + 1, to: cutoff };
  }
}

/**
 * Lists up to this many confirmed subscribers are counted while the request waits; larger ones in
 * the background.
 */
export const COUNTED_AT_ONCE = 20_000;

/**
 * How long a count that depends on opens and clicks stays valid: the list's revision does not
 * change with them.
 */
export const COUNT_STANDS_MS = 60_000;

/** Whether the stored count may be wrong. */
export function isStale(segment: Segment, list: Pick<List, 'revision'>, at: number): boolean {
  if (segment.members_revision !== list.revision) return true;
  return segment.campaign_conditions !== '[]' && segment.members_counted_at < at - COUNT_STANDS_MS;
}
