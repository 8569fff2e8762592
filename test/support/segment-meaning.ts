// What a segment means, in plain code over one subscriber's values and events: what its SQL
// (src/segments/compile.ts) is compared with.
import { dateOf, foldText, orderOf } from '../../src/kernel/text/comparing.ts';
import { holdsSeveral } from '../../src/lists/fields/type.ts';
import { getFieldType } from '../../src/lists/fields/types.ts';
import {
  type DateCondition,
  daysOf,
  instantsOf,
  measuresOf,
  todayIn,
  yearDaysOf,
} from '../../src/segments/dates/rules.ts';
import {
  type CampaignCondition,
  type Condition,
  type Group,
  isKeptOut,
  lacksField,
  spanOf,
} from '../../src/segments/rules.ts';
import type { ListField } from '../../src/storage/tables.ts';
import { conditionText } from '../../src/subscribers/values/folded.ts';
import { EMAIL_TAG, type FieldValues } from '../../src/subscribers/values/values.ts';

/** An open or click of a subscriber, or a message that a mail server accepted. */
export type RecipientEvent = { kind: 'open' | 'click' | 'sent'; campaignNumber: number; at: number; link?: string };

export type Candidate = {
  email: string;
  values: FieldValues;
  deeds: readonly RecipientEvent[];
  joinedAt: number;
  confirmedAt: number | null;
};
type SegmentField = Pick<ListField, 'id' | 'number' | 'tag' | 'type'>;

/** Whether the subscriber is in the segment at an instant, where a day is a day in a time zone. */
export function isInSegment(segment: Group, fields: readonly SegmentField[], candidate: Candidate, now: Now): boolean {
  return !lacksField(segment, fields) && meetsGroup(segment, fields, candidate, now);
}

/**
 * `campaigns`: numbers of those that are there, with their details; `tests`: of variants, the first
 * one of their A/B test.
 */
type Now = { at: number; timeZone: string; campaigns: readonly number[]; tests: Readonly<Record<number, number>> };

function meetsGroup(
  group: Group,
  fields: readonly SegmentField[],
  candidate: Candidate,
  now: Now,
  isOuterKeptOut = false,
): boolean {
  const keepsOut = isKeptOut(group, isOuterKeptOut);
  const answers = [
    ...group.conditions.map((condition) => holdsForValues(condition, fields, candidate)),
    ...group.campaignConditions.map((condition) =>
      isGone(condition, now) ? keepsOut : holdsForDeeds(condition, candidate.deeds, now),
    ),
    ...group.dateConditions.map((condition) => holdsForDate(condition, fields, candidate, now)),
    ...group.groups.map((within) => meetsGroup(within, fields, candidate, now, keepsOut)),
  ];
  if (group.match === 'all') return answers.every(Boolean);
  return answers.some(Boolean) === (group.match === 'any');
}

const isGone = ({ campaignNumber }: CampaignCondition, { campaigns }: Now) =>
  campaignNumber !== null && !campaigns.includes(campaignNumber);

function holdsForDate(
  condition: DateCondition,
  fields: readonly SegmentField[],
  candidate: Candidate,
  { at, timeZone }: { at: number; timeZone: string },
): boolean {
  const days = daysOf(condition, todayIn(timeZone, at));
  const isWithin = (ms: number | undefined, { from = -Infinity, before = Infinity }) =>
    ms !== undefined && ms >= from && ms < before;
  if (condition.date === 'joined') return isWithin(candidate.joinedAt, instantsOf(days, timeZone));
  if (condition.date === 'confirmed') return isWithin(candidate.confirmedAt ?? undefined, instantsOf(days, timeZone));
  const value = fields.find(({ number }) => number === condition.fieldNumber)?.id;
  const text = value === undefined ? undefined : candidate.values[value];
  const measured = typeof text === 'string' ? dateOf(foldText(text)) : undefined;
  if (!condition.everyYear) return isWithin(measured, measuresOf(days));
  const year = yearDaysOf(days);
  if (measured === undefined || year === undefined) return false;
  if (year === 'all') return true;
  const day = String(text).slice(5, 10);
  return year.wraps ? day >= year.first || day <= year.last : day >= year.first && day <= year.last;
}

function holdsForValues(condition: Condition, fields: readonly SegmentField[], candidate: Candidate): boolean {
  const field = fields.find(({ number }) => number === condition.fieldNumber);
  const value = field?.tag === EMAIL_TAG ? candidate.email : field && candidate.values[field.id];
  const texts = (value === undefined || value.length === 0 ? [] : [value].flat()).map(foldText);
  const wanted = conditionText(condition.value);
  const some = (test: (text: string) => boolean) => (texts.length === 0 ? test('') : texts.some(test));
  switch (condition.operator) {
    case 'is':
      return some((text) => text === wanted);
    case 'is-not':
      return !some((text) => text === wanted);
    case 'contains':
      return some((text) => text.includes(wanted));
    case 'not-contains':
      return !some((text) => text.includes(wanted));
    case 'starts':
      return some((text) => text.startsWith(wanted));
    case 'not-starts':
      return !some((text) => text.startsWith(wanted));
    case 'ends':
      return some((text) => text.endsWith(wanted));
    case 'not-ends':
      return !some((text) => text.endsWith(wanted));
    case 'greater':
    case 'less': {
      const [text] = texts;
      if (text === undefined || !field || holdsSeveral(getFieldType(field.type))) return false;
      return condition.operator === 'greater' ? orderOf(text, wanted) > 0 : orderOf(text, wanted) < 0;
    }
  }
}

function holdsForDeeds(condition: CampaignCondition, deeds: readonly RecipientEvent[], { at, tests }: Now): boolean {
  const mailing = (number: number) => tests[number] ?? number;
  const isOpposite = condition.action.startsWith('not-');
  const kind = isOpposite ? condition.action.slice(4) : condition.action;
  const { from = -Infinity, to = Infinity } = spanOf(condition, at);
  const did = deeds.some(
    (deed) =>
      deed.kind === kind &&
      (condition.campaignNumber === null || mailing(deed.campaignNumber) === mailing(condition.campaignNumber)) &&
      (condition.link === undefined || kind !== 'click' || deed.link === condition.link) &&
      deed.at >= from &&
      deed.at <= to,
  );
  return did !== isOpposite;
}
