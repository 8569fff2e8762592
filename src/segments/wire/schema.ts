// Schemas of segments for the API reference: request bodies and answers.
import { z } from 'zod';
import { count, numberText, said, time, uid } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { pageOf, recordOf, successAnswer } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { MATCHES, OPERATORS } from '../rules.ts';
import { group, sets } from './conditions.ts';
import { input, NAME } from './members.ts';

const members = whenNeeded(() => count('Number of confirmed subscribers in the segment, as last counted.'));
const segmentUid = whenNeeded(() => uid('Id of the segment.'));
const name = whenNeeded(() => said('Name of the segment.'));

const entry = whenNeeded(() =>
  z
    .strictObject({ segment_uid: segmentUid(), name: name(), subscribers_count: members() })
    .meta({ id: 'SegmentEntry', description: 'A segment in a list.' }),
);

const match = whenNeeded(() => z.enum(MATCHES).describe('Whether any condition is enough (`any`) or all must be met.'));
const record = whenNeeded(() =>
  z
    .strictObject({
      segment_uid: segmentUid(),
      segment_id: numberText('The same id as a number.'),
      name: name(),
      operator_match: match(),
      date_added: time('When it was created, `Y-m-d H:i:s`, UTC.'),
      subscribers_count: members(),
      ...sets(),
      groups: z.array(group()).optional().describe('Groups of conditions; absent if none.'),
    })
    .meta({ id: 'Segment', description: 'A part of a list: the confirmed subscribers who meet its conditions.' }),
);

const member = whenNeeded(() =>
  z
    .object({
      subscriber_uid: uid('Id of the subscriber.'),
      EMAIL: said('Address.'),
      status: said('Always `confirmed`.'),
      source: said('How the subscriber was added.'),
      ip_address: said('IP address the subscriber came from; empty if not known.'),
      date_added: time('When the subscriber was added, `Y-m-d H:i:s`, UTC.'),
    })
    .catchall(z.string().describe('The value of a list field, by its tag; several values are separated by commas.'))
    .meta({
      id: 'SegmentSubscriber',
      description: 'A subscriber in a segment. It also has one member for each field of the list, named by its tag.',
    }),
);

const operator = whenNeeded(() =>
  z
    .strictObject({
      operator_id: numberText('Id of the operator, as used in conditions.'),
      name: z.enum(OPERATORS).describe('Its meaning.'),
      slug: z.enum(OPERATORS).describe('The same name again.'),
    })
    .meta({ id: 'ConditionOperator', description: 'A way to compare a field’s value.' }),
);

export const entriesAnswer = pageOf(entry);
export const membersAnswer = pageOf(member);
export const recordAnswer = recordOf(record);
export const operatorsAnswer = successAnswer(() => ({
  data: z.strictObject({
    count: numberText('Number of operators.'),
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
    .meta({ id: 'NewSegment', description: 'A new segment; send the members at the top level or under `segment`.' }),
);
/** Members that some programs put into a block of their own. */
export const segmentInBlocks = whenNeeded(() =>
  z.object({ general: z.object({ name: z.string(), operator_match: z.enum(MATCHES) }) }),
);
/** The body of an update: absent members stay. */
export const changedSegmentBody = whenNeeded(() =>
  z.object({ ...optional(NAME), ...input }).meta({
    id: 'SegmentChanges',
    description:
      'Changes to a segment; send the members at the top level or under `segment`. Absent members stay unchanged.',
  }),
);
