// Schemas of segments for the API reference: request bodies and answers.
import { z } from 'zod';
import { count, numberText, said, time, uid } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { pageOf, recordOf, successAnswer } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { MATCHES, OPERATORS } from '../rules.ts';
import { group, sets } from './conditions.ts';
import { input, NAME } from './members.ts';

const members = whenNeeded(() => count('Confirmed subscribers in the segment, as last counted.'));
const segmentUid = whenNeeded(() => uid('Id of the segment.'));
const name = whenNeeded(() => said('Name of the segment.'));

const entry = whenNeeded(() =>
  z
    .strictObject({ segment_uid: segmentUid(), name: name(), subscribers_count: members() })
    .meta({ id: 'SegmentEntry', description: 'A segment in a listing.' }),
);

const match = whenNeeded(() => z.enum(MATCHES).describe('Whether one condition is enough (`any`) or all must hold.'));
const record = whenNeeded(() =>
  z
    .strictObject({
      segment_uid: segmentUid(),
      segment_id: numberText('The same as a number.'),
      name: name(),
      operator_match: match(),
      date_added: time('When it was made, `Y-m-d H:i:s`, UTC.'),
      subscribers_count: members(),
      ...sets(),
      groups: z.array(group()).optional().describe('Groups of conditions; absent: none.'),
    })
    .meta({ id: 'Segment', description: 'A part of a list: the confirmed subscribers for whom its conditions hold.' }),
);

const member = whenNeeded(() =>
  z
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
    }),
);

const operator = whenNeeded(() =>
  z
    .strictObject({
      operator_id: numberText('Id of the operator, as conditions name it.'),
      name: z.enum(OPERATORS).describe('What it does.'),
      slug: z.enum(OPERATORS).describe('The name once more.'),
    })
    .meta({ id: 'ConditionOperator', description: 'A way to compare the value of a field.' }),
);

export const entriesAnswer = pageOf(entry);
export const membersAnswer = pageOf(member);
export const recordAnswer = recordOf(record);
export const operatorsAnswer = successAnswer(() => ({
  data: z.strictObject({
    count: numberText('How many there are.'),
    records: z.array(operator()).describe('All operators.'),
  }),
}));
export const doneAnswer = successAnswer({});
export const copiedAnswer = successAnswer(() => ({ list_uid: uid('Id of the copy.') }));

const newName = required(NAME);

/** The body of a new segment: these members directly, or in the block `segment`. */
export const newSegmentBody = whenNeeded(() =>
  z
    .object({ ...newName, ...input })
    .meta({ id: 'NewSegment', description: 'A new segment; the members directly, or under `segment`.' }),
);
/** Members that some programs put into a block of their own. */
export const segmentInBlocks = whenNeeded(() =>
  z.object({ general: z.object({ name: z.string(), operator_match: z.enum(MATCHES) }) }),
);
/** The body of an update: absent members stay. */
export const changedSegmentBody = whenNeeded(() =>
  z.object({ ...optional(NAME), ...input }).meta({
    id: 'SegmentChanges',
    description: 'Changes to a segment; the members directly, or under `segment`. What is not sent stays.',
  }),
);
