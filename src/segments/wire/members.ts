// Members of segments in requests.
import { z } from 'zod';
import * as declare from '../../http/members/declare.ts';
import { optional, required } from '../../http/members/member.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { COMPARISONS, DATE_UNITS, DATES, DIRECTIONS } from '../dates/rules.ts';
import { ACTIONS, GROUP_MATCHES, MATCHES, MAX_CONDITIONS, OPERATORS, UNITS } from '../rules.ts';
import { ABOUT } from './words.ts';

const id = (about: string, label: string) => declare.numberedId(about, { min: 1, max: 1e15, label });

export const NAME = { name: declare.text('Name of the segment.', { max: 255 }) };
export const MATCH = {
  operator_match: declare.oneOf('Whether any condition is enough (`any`) or all must be met.', MATCHES, {
    fold: declare.lower,
    default: 'any',
  }),
};
export const conditionMembers = {
  ...required({
    field_id: id('A list field.', 'Field'),
    operator_id: declare.numberedId('1 to 10; see `/lists/segments/condition-operators`.', {
      min: 1,
      max: OPERATORS.length,
      label: 'Operator',
    }),
  }),
  ...optional({
    value: declare.text('Compared case-insensitively; may be empty with is and is-not.', { max: 1000 }),
  }),
};
export const campaignConditionMembers = {
  ...required({ action: declare.oneOf(ABOUT.action, ACTIONS, { fold: declare.lower }) }),
  ...optional({
    campaign_id: declare.numberedId(
      'The `campaign_id` of a campaign, for an A/B test of any part, which stands for all of it; absent or 0: any.',
      { min: 0, max: 1e15, label: 'Campaign' },
    ),
    link_hash: declare.text(ABOUT.link, {
      max: 64,
      json: { pattern: '^\\s*([0-9a-fA-F]{40}|[0-9a-fA-F]{64})?\\s*$' },
      check: (sent, label) =>
        /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(sent) ? undefined : say('member-link-hash', { label }),
    }),
    time_comparison_operator: declare.oneOf(ABOUT.comparison, COMPARISONS, { fold: declare.lower }),
    time_value: declare.integer(`${ABOUT.value} If absent, at any time.`, { min: 0, max: 3650 }),
    time_unit: declare.oneOf(ABOUT.unit, UNITS, { fold: declare.lower }),
  }),
};
export const dateConditionMembers = {
  ...required({ date: declare.oneOf(ABOUT.date, DATES, { fold: declare.lower }) }),
  ...optional({
    field_id: id('A list field, if `date` is `field`.', 'Field'),
    time_direction: declare.oneOf(ABOUT.direction, DIRECTIONS, { fold: declare.lower, default: 'ago' }),
    time_comparison_operator: declare.oneOf(ABOUT.comparison, COMPARISONS, { fold: declare.lower }),
    time_value: declare.integer(`${ABOUT.value} Defaults to 0, today.`, { min: 0, max: 3650 }),
    time_unit: declare.oneOf(ABOUT.unit, DATE_UNITS, { fold: declare.lower }),
    every_year: declare.yesNo(ABOUT.everyYear, { default: 'no' }),
  }),
};
export const groupMembers = optional({
  operator_match: declare.oneOf(ABOUT.groupMatch, GROUP_MATCHES, { fold: declare.lower, default: 'any' }),
});

const condition = z
  .object(conditionMembers)
  .meta({ id: 'SegmentConditionInput', description: 'A condition on a field value.' });
const campaignCondition = z
  .object(campaignConditionMembers)
  .meta({ id: 'SegmentCampaignConditionInput', description: 'A condition on activity in campaigns.' });
const dateCondition = z
  .object(dateConditionMembers)
  .meta({ id: 'SegmentDateConditionInput', description: 'A condition on a date, relative to today.' });

const setOf = <T extends z.ZodType>(one: T, about: string) =>
  z.array(one).max(MAX_CONDITIONS).nullish().describe(about);
const REPLACES = 'Replaces the whole set.';
const setsInGroup = {
  conditions: setOf(condition, 'Conditions on field values.'),
  campaign_conditions: setOf(campaignCondition, 'Conditions on activity in campaigns.'),
  date_conditions: setOf(dateCondition, 'Conditions on dates.'),
};

const innerGroup = z
  .object({ ...groupMembers, ...setsInGroup })
  .meta({ id: 'SegmentInnerGroupInput', description: 'A group of conditions within a group.' });
const group = z
  .object({
    ...groupMembers,
    ...setsInGroup,
    groups: setOf(innerGroup, 'Nested groups.'),
  })
  .meta({ id: 'SegmentGroupInput', description: 'Conditions that count as one.' });

export const input = {
  ...optional(MATCH),
  conditions: setOf(condition, `${REPLACES} At least one condition of some kind is required.`),
  campaign_conditions: setOf(campaignCondition, REPLACES),
  date_conditions: setOf(dateCondition, REPLACES),
  groups: setOf(group, REPLACES),
};
