// Schemas of segments for the API reference: request bodies and answers.
import { z } from 'zod';
import * as declare from '../http/members/declare.ts';
import { count, numberText, said, time, uid } from '../http/members/described.ts';
import { keysetQuery } from '../http/members/keyset.ts';
import { optional, required } from '../http/members/member.ts';
import { pageOf, recordOf, successAnswer } from '../http/members/schema.ts';
import { ACTIONS, COMPARISONS, MATCHES, MAX_CONDITIONS, OPERATORS, UNITS } from './rules.ts';

const members = count('Confirmed subscribers in the segment, as last counted.');
const segmentUid = uid('Id of the segment.');
const name = said('Name of the segment.');

const entry = z
  .strictObject({ segment_uid: segmentUid, name, subscribers_count: members })
  .meta({ id: 'SegmentEntry', description: 'A segment in a listing.' });

const ABOUT = {
  action: 'What the subscriber did, or did not do.',
  comparison:
    'How long ago it was: `lte` at most so many units (the default), `lt` less, `gte` at least, `gt` more, `eq` so many whole units.',
  value: 'How many units of time.',
  unit: 'The unit of time.',
};
const condition = z
  .strictObject({
    field_id: numberText('The field that is looked at.'),
    operator_id: numberText('The comparison; see `/lists/segments/condition-operators`.'),
    value: said('What it is compared with, without regard to case.'),
  })
  .meta({ id: 'SegmentCondition', description: 'A condition on the value of a field.' });
const campaignCondition = z
  .strictObject({
    action: z.enum(ACTIONS).describe(ABOUT.action),
    campaign_id: z.string().regex(/^\d*$/).describe('The campaign in question; empty: any.'),
    time_comparison_operator: z.enum(COMPARISONS).describe(ABOUT.comparison),
    time_value: numberText(ABOUT.value),
    time_unit: z.enum(UNITS).describe(ABOUT.unit),
  })
  .meta({ id: 'SegmentCampaignCondition', description: 'A condition on what people did with campaigns.' });

const match = z.enum(MATCHES).describe('Whether one condition is enough (`any`) or all must hold.');
const record = z
  .strictObject({
    segment_uid: segmentUid,
    segment_id: numberText('The same as a number.'),
    name,
    operator_match: match,
    date_added: time('When it was made, `Y-m-d H:i:s`, UTC.'),
    subscribers_count: members,
    conditions: z.array(condition).describe('Conditions on values of fields.'),
    campaign_conditions: z.array(campaignCondition).describe('Conditions on what people did with campaigns.'),
  })
  .meta({ id: 'Segment', description: 'A part of a list: the confirmed subscribers for whom its conditions hold.' });

const member = z
  .object({
    subscriber_uid: uid('Id of the subscriber.'),
    EMAIL: said('Address.'),
    status: said('Always `confirmed`.'),
    source: said('Where the subscriber comes from.'),
    ip_address: said('Address that the subscriber came from; empty: not known.'),
    date_added: time('When the subscriber came, `Y-m-d H:i:s`, UTC.'),
  })
  .catchall(z.string().describe('The value of a field of the list, by its tag; several with commas.'))
  .meta({
    id: 'SegmentSubscriber',
    description: 'A subscriber in a segment. Beside these, one member for each field of the list, by its tag.',
  });

const operator = z
  .strictObject({
    operator_id: numberText('Id of the operator, as conditions name it.'),
    name: z.enum(OPERATORS).describe('What it does.'),
    slug: z.enum(OPERATORS).describe('The name once more.'),
  })
  .meta({ id: 'ConditionOperator', description: 'A way to compare the value of a field.' });

export const entriesAnswer = pageOf(entry);
export const membersAnswer = pageOf(member);
export const recordAnswer = recordOf(record);
export const operatorsAnswer = successAnswer({
  data: z.strictObject({
    count: numberText('How many there are.'),
    records: z.array(operator).describe('All operators.'),
  }),
});
export const doneAnswer = successAnswer({});
export const copiedAnswer = successAnswer({ list_uid: uid('Id of the copy.') });

const id = (about: string, label: string) => declare.numberedId(about, { min: 1, max: 1e15, label });

export const NAME = { name: declare.text('Name of the segment.', { max: 255 }) };
export const MATCH = {
  operator_match: declare.oneOf('Whether one condition is enough (`any`) or all must hold.', MATCHES, {
    fold: declare.lower,
    default: 'any',
  }),
};
export const conditionMembers = {
  ...required({
    field_id: id('A field of the list.', 'Field'),
    operator_id: declare.numberedId('1 to 10, see `/lists/segments/condition-operators`.', {
      ...{ min: 1, max: OPERATORS.length, label: 'Operator' },
    }),
  }),
  ...optional({
    value: declare.text('Compared without regard to case; may be empty with is and is-not.', { max: 1000 }),
  }),
};
export const campaignConditionMembers = {
  ...required({ action: declare.oneOf(ABOUT.action, ACTIONS, { fold: declare.lower }) }),
  ...optional({
    campaign_id: declare.numberedId('The `campaign_id` of a campaign; absent or 0: any.', {
      ...{ min: 0, max: 1e15, label: 'Campaign' },
    }),
    time_comparison_operator: declare.oneOf(ABOUT.comparison, COMPARISONS, { fold: declare.lower }),
    time_value: declare.integer(`${ABOUT.value} Absent: at any time.`, { min: 0, max: 3650 }),
    time_unit: declare.oneOf(ABOUT.unit, UNITS, { fold: declare.lower }),
  }),
};
const input = {
  ...optional(MATCH),
  conditions: z
    .array(
      z
        .object(conditionMembers)
        .meta({ id: 'SegmentConditionInput', description: 'A condition on the value of a field.' }),
    )
    .max(MAX_CONDITIONS)
    .nullish()
    .describe('Replaces the whole set when sent. There must be one condition of either kind.'),
  campaign_conditions: z
    .array(
      z
        .object(campaignConditionMembers)
        .meta({ id: 'SegmentCampaignConditionInput', description: 'A condition on what people did with campaigns.' }),
    )
    .max(MAX_CONDITIONS)
    .nullish()
    .describe('Replaces the whole set when sent.'),
};
const newName = required(NAME);

/** The body of a new segment: these members directly, or in the block `segment`. */
export const newSegmentBody = z
  .object({ ...newName, ...input })
  .meta({ id: 'NewSegment', description: 'A new segment; the members directly, or under `segment`.' });
/** The body of a preview: a segment without a name. */
export const previewBody = z
  .object(input)
  .meta({ id: 'SegmentDefinition', description: 'What a segment would be: its conditions, and how many must hold.' });
const { after } = keysetQuery();
export const previewMembers = { after };
export const previewAnswer = successAnswer({
  data: z
    .strictObject({
      people: count('How many of those that were looked at are in it.'),
      next: z.string().nullable().describe('What `after` is to be for the others; null: all were looked at.'),
      samples: z
        .array(
          z
            .strictObject({ subscriber_uid: uid('Id of the subscriber.'), email: said('Address.') })
            .describe('Somebody who is in it.'),
        )
        .describe('A few of the newest who are in it; none where `after` is given.'),
    })
    .describe('What it would be.'),
});
/** Members that some programs put into a block of their own. */
export const segmentInBlocks = z.object({ general: z.object({ name: z.string(), operator_match: z.enum(MATCHES) }) });
/** The body of an update: absent members stay. */
export const changedSegmentBody = z.object({ name: newName.name.optional(), ...input }).meta({
  id: 'SegmentChanges',
  description: 'Changes to a segment; the members directly, or under `segment`. What is not sent stays.',
});
