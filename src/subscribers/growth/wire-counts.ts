// The counts of several lists: which are asked for, and how they are answered.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, uid } from '../../http/members/described.ts';
import { required } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { type ListCounts, MOST_COUNTED } from './counts.ts';

const members = required({
  list_uids: declare.text(`Ids of lists separated by commas, at most ${MOST_COUNTED}.`, { max: 4000 }),
});
export const countsQuery = whenNeeded(() => z.object(members));

/** The uids that are asked for. @throws AppError `invalid` */
export function readCounted(query: FormObject): string[] {
  const { values, faults } = readMembers(members, query);
  const uids = [...new Set((values.list_uids ?? '').split(',').map((one) => one.trim()))].filter(Boolean);
  if (uids.length > MOST_COUNTED)
    faults['list_uids'] ??= say('member-too-many', { label: 'List uids', most: MOST_COUNTED });
  throwFaults(faults);
  return uids;
}

const counts = whenNeeded(() =>
  z
    .strictObject({
      list_uid: uid('Id of the list.'),
      people: count('Number of people with any status.'),
      confirmed: count('Number of confirmed people: they get email.'),
      grown: z.int().describe('Change in confirmed people in the last seven days; negative if there are fewer.'),
      left: count('Number of people who unsubscribed, or were unsubscribed, in the last seven days.'),
    })
    .meta({ id: 'ListCounts', description: 'Size of a list, and how it changed in seven days.' }),
);

export const countsAnswer = successAnswer(() => ({
  data: z
    .strictObject({ records: z.array(counts()).describe('Counts of those lists that exist, newest first.') })
    .describe('The counts.'),
}));

export const toWireCounts = ({ uid: list_uid, ...figures }: ListCounts) => ({ list_uid, ...figures });
