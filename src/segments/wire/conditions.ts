// Conditions of segments in answers, for the API reference.
import { z } from 'zod';
import { numberText, said } from '../../http/members/described.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { COMPARISONS, DATE_UNITS, DATES, DIRECTIONS } from '../dates/rules.ts';
import { ACTIONS, GROUP_MATCHES, UNITS } from '../rules.ts';
import { ABOUT } from './words.ts';

const condition = whenNeeded(() =>
  z
    .strictObject({
      field_id: numberText('The field to compare.'),
      operator_id: numberText('The operator; see `/lists/segments/condition-operators`.'),
      value: said('The value to compare with, case-insensitive.'),
    })
    .meta({ id: 'SegmentCondition', description: 'A condition on a field value.' }),
);
const campaignCondition = whenNeeded(() =>
  z
    .strictObject({
      action: z.enum(ACTIONS).describe(ABOUT.action),
      campaign_id: z.string().regex(/^\d*$/).describe('The campaign, for an A/B test all of it; empty: any.'),
      link_hash: z.string().optional().describe(ABOUT.link),
      time_comparison_operator: z.enum(COMPARISONS).describe(ABOUT.comparison),
      time_value: numberText(ABOUT.value),
      time_unit: z.enum(UNITS).describe(ABOUT.unit),
    })
    .meta({ id: 'SegmentCampaignCondition', description: 'A condition on activity in campaigns.' }),
);

const dateCondition = whenNeeded(() =>
  z
    .strictObject({
      date: z.enum(DATES).describe(ABOUT.date),
      field_id: numberText('The field, if `date` is `field`.').optional(),
      time_direction: z.enum(DIRECTIONS).describe(ABOUT.direction),
      time_comparison_operator: z.enum(COMPARISONS).describe(ABOUT.comparison),
      time_value: numberText(ABOUT.value),
      time_unit: z.enum(DATE_UNITS).describe(ABOUT.unit),
      every_year: z.enum(['yes', 'no']).describe(ABOUT.everyYear),
    })
    .meta({
      id: 'SegmentDateCondition',
      description: 'A condition on a date, in whole days of the customer’s time zone.',
    }),
);

export const sets = whenNeeded(() => ({
  conditions: z.array(condition()).describe('Conditions on field values.'),
  campaign_conditions: z.array(campaignCondition()).describe('Conditions on activity in campaigns.'),
  date_conditions: z.array(dateCondition()).optional().describe('Conditions on dates; absent if none.'),
}));

const groupMatch = whenNeeded(() => z.enum(GROUP_MATCHES).describe(ABOUT.groupMatch));
const innerGroup = whenNeeded(() =>
  z
    .strictObject({ operator_match: groupMatch(), ...sets() })
    .meta({ id: 'SegmentInnerGroup', description: 'A group of conditions within a group.' }),
);
export const group = whenNeeded(() =>
  z
    .strictObject({
      operator_match: groupMatch(),
      ...sets(),
      groups: z.array(innerGroup()).optional().describe('Nested groups; absent if none.'),
    })
    .meta({ id: 'SegmentGroup', description: 'Conditions that count as one.' }),
);
