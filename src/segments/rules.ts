// What a segment consists of: conditions on field values, dates and events of campaigns, and groups
// of them. Pure.
import { MINUTE_MS } from '../kernel/durations.ts';
import type { List, Segment } from '../storage/tables.ts';
import type { COMPARISONS, DateCondition } from './dates/rules.ts';

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
export const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
export const MATCHES = ['any', 'all'] as const;
/** How many conditions of a group must hold. */
export const GROUP_MATCHES = ['any', 'all', 'none'] as const;

export type Operator = (typeof OPERATORS)[number];

/**
 * A field's value compared with `value`, without regard to case. A subscriber without a value has
 * the empty text.
 */
export type Condition = { fieldNumber: number; operator: Operator; value: string };

/**
 * What a subscriber did with one campaign (all of its A/B test, whichever part is named), or with
 * any of the customer's (campaignNumber null), and how long ago compared with `value` units
 * (`spanOf`). A `not-` action is the exact opposite of the action. On a campaign that is gone, or
 * whose details were given up, it lets nobody in. `link`: of clicks, the SHA-1 or SHA-256 of the
 * address of one link of the campaign.
 */
export type CampaignCondition = {
  action: (typeof ACTIONS)[number];
  campaignNumber: number | null;
  link?: string;
  comparison: (typeof COMPARISONS)[number];
  value: number;
  unit: (typeof UNITS)[number];
};

/** Conditions, and groups of them, of which one, all or none must hold. */
export type Group = {
  match: (typeof GROUP_MATCHES)[number];
  conditions: Condition[];
  campaignConditions: CampaignCondition[];
  dateConditions: DateCondition[];
  groups: Group[];
};

/** What a segment consists of. */
export type Definition = Group & { match: (typeof MATCHES)[number] };

/** More conditions, of all groups together, would make the SQL slow or deep. */
export const MAX_CONDITIONS = 100;

/** Groups in groups in the segment. */
export const MAX_DEPTH = 2;

/** How many conditions there are, those of groups too. */
export function conditionsOf({ conditions, campaignConditions, dateConditions, groups }: Group): number {
  const own = conditions.length + campaignConditions.length + dateConditions.length;
  return groups.reduce((sum, group) => sum + conditionsOf(group), own);
}

/**
 * Whether a condition, those of groups too, is on a field that its list has no more. Such a segment
 * has no members: what it was to keep out is not known, and rather nobody gets a message than
 * everybody.
 */
export function lacksField(group: Group, fields: readonly { number: number }[]): boolean {
  const isGone = (fieldNumber: number) => !fields.some(({ number }) => number === fieldNumber);
  return (
    group.conditions.some(({ fieldNumber }) => isGone(fieldNumber)) ||
    group.dateConditions.some(({ date, fieldNumber }) => date === 'field' && isGone(fieldNumber)) ||
    group.groups.some((within) => lacksField(within, fields))
  );
}

/**
 * Whether who meets a condition of the group is kept out of the segment.
 * @param isOuter the same of the group around it
 */
export function isKeptOut({ match }: Group, isOuter = false): boolean {
  return (match === 'none') !== isOuter;
}

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
export function stretchOf(segment: StoredDefinition): number {
  return Math.ceil(LOOKED_AT_ONCE / Math.max(1, conditionsOf(definitionOf(segment))));
}

/**
 * How many the next statement looks at, after one looked at `limit` in `ms`: as many as take a few
 * milliseconds.
 */
export function nextStretch(limit: number, ms: number): number {
  const factor = Math.min(2, Math.max(0.5, STRETCH_MS / Math.max(ms, 0.001)));
  return Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, Math.round(limit * factor)));
}

/** The columns of a definition; those after the first three may be absent. */
export type StoredDefinition = Pick<Segment, 'operator_match' | 'conditions' | 'campaign_conditions'> &
  Partial<Pick<Segment, 'date_conditions' | 'groups_within'>>;

/** The definition of a stored segment. */
export function definitionOf(segment: StoredDefinition): Definition {
  return {
    match: segment.operator_match === 'all' ? 'all' : 'any',
    conditions: JSON.parse(segment.conditions) as Condition[],
    campaignConditions: JSON.parse(segment.campaign_conditions) as CampaignCondition[],
    dateConditions: JSON.parse(segment.date_conditions ?? '[]') as DateCondition[],
    groups: JSON.parse(segment.groups_within ?? '[]') as Group[],
  };
}

/** The columns of a definition. */
export function definitionColumns(definition: Definition) {
  return {
    operator_match: definition.match,
    conditions: JSON.stringify(definition.conditions),
    campaign_conditions: JSON.stringify(definition.campaignConditions),
    date_conditions: JSON.stringify(definition.dateConditions),
    groups_within: JSON.stringify(definition.groups),
  };
}

/** The columns of a stored definition alone. */
export function storedDefinition(segment: Segment): Required<StoredDefinition> {
  const { operator_match, conditions, campaign_conditions, date_conditions, groups_within } = segment;
  return { operator_match, conditions, campaign_conditions, date_conditions, groups_within };
}

/** Whether who is in it depends on what time it is, or on opens and clicks. */
function changesByItself({ campaignConditions, dateConditions, groups }: Group): boolean {
  return campaignConditions.length > 0 || dateConditions.length > 0 || groups.some(changesByItself);
}

/** Whether it depends on where a day is a day. */
export function asksDates({ dateConditions, groups }: Group): boolean {
  return dateConditions.length > 0 || groups.some(asksDates);
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
 * at any time) or more (gt) than `value` units ago, or (eq) exactly `value` whole units ago: 3 days
 * and 23 hours are 3 days. Every instant is in exactly one of `lt n`, `eq n` and `gte n + 1`.
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
export const COUNT_STANDS_MS = MINUTE_MS;

/**
 * How long it stands where nobody asks and the list is as it was: all of a store counted again each
 * minute would be work that grows with its segments and never rests.
 */
export const UNASKED_COUNT_STANDS_MS = 10 * MINUTE_MS;

/** Whether the stored count may be wrong. */
export function isStale(segment: Segment, list: Pick<List, 'revision'>, at: number): boolean {
  if (segment.members_revision !== list.revision) return true;
  return segment.members_counted_at < at - COUNT_STANDS_MS && changesByItself(definitionOf(segment));
}
