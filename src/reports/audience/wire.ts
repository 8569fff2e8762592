// The audience of a list or segment before a campaign begins: what it is asked for, and how it is
// answered.
import { z } from 'zod';
import { MOST_LISTS, SEGMENT_OF_ONE } from '../../campaigns/several-lists/lists.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { keysetPage, keysetQuery, readKeyset } from '../../http/members/keyset.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { List, Segment } from '../../storage/tables.ts';
import { STATUSES } from '../../subscribers/rules.ts';
import { REASONS } from '../../suppression/rules.ts';
import { instant, instantOrNull, iso } from '../wire.ts';
import { type Audience, LEFT_OUT } from './audience.ts';
import { PLACE, type Somebody, WHOM } from './people.ts';

const segmentMember = optional({
  segment_uid: declare.uid('Only members of this segment get it. Defaults to the whole list.'),
});
const audienceMembers = {
  ...segmentMember,
  ...optional({
    further_list_uids: declare.text(
      'Ids of further lists, separated by commas: counts a campaign to all of them, each address once. Cannot be combined with a segment.',
      { max: 200 },
    ),
  }),
};
export const audienceQuery = whenNeeded(() => z.object(audienceMembers));

/** What is asked about, as uids. @throws AppError `invalid` */
export function readAudience(query: FormObject): { segmentUid: string | undefined; further: string[] } {
  const { values, faults } = readMembers(audienceMembers, query);
  const further = [...new Set((values.further_list_uids ?? '').split(',').map((uid) => uid.trim()))].filter(Boolean);
  if (further.length >= MOST_LISTS) faults['further_list_uids'] = say('campaign-lists-many', { most: MOST_LISTS });
  if (further.length > 0 && values.segment_uid !== undefined) faults['further_list_uids'] = SEGMENT_OF_ONE;
  throwFaults(faults);
  return { segmentUid: values.segment_uid, further };
}

const peopleMembers = {
  ...required({
    reason: declare.oneOf(
      'Whom to list: `gets`: those who get it; `suppressed`: confirmed, but the address is suppressed; `segment`: confirmed, but not in the segment; otherwise those with this status.',
      WHOM,
      { fold: declare.lower },
    ),
  }),
  ...segmentMember,
  ...keysetQuery(),
};
export const peopleQuery = whenNeeded(() => z.object(peopleMembers));

/** Which people are asked for. @throws AppError `invalid` */
export function readPeople(query: FormObject) {
  const { values, faults } = readMembers(peopleMembers, query);
  const request = readKeyset(values, PLACE, faults);
  throwFaults(faults);
  return { whom: values.reason ?? 'gets', segmentUid: values.segment_uid, request };
}

const reasonName = (reason: string) => reason.replaceAll('-', '_');

/** Who would get it, and who would not. */
export function toWireAudience(
  { list, segment, further = [] }: { list: List; segment?: Segment | undefined; further?: readonly List[] },
  found: Audience & { duplicates?: number | undefined },
) {
  const { suppressed } = found;
  const all = suppressed && [...suppressed.values()].reduce((sum, n) => sum + n, 0);
  return {
    list_uid: list.uid,
    segment_uid: segment?.uid ?? null,
    ...(further.length > 0 && { further_list_uids: further.map(({ uid }) => uid) }),
    total: found.total,
    gets: found.gets ?? null,
    left_out: {
      ...Object.fromEntries(LEFT_OUT.map((status) => [status, found.byStatus[status]])),
      suppressed: all ?? null,
      segment: found.outside ?? null,
      ...(further.length > 0 && { duplicate: found.duplicates ?? null }),
    },
    suppressed: suppressed
      ? Object.fromEntries(REASONS.map((reason) => [reasonName(reason), suppressed.get(reason) ?? 0]))
      : null,
    counted_at: isoOrNull(found.at),
  };
}

/** Somebody behind a count. */
export function toWireSomebody({ uid: subscriber_uid, email, status, created_at, cause, since }: Somebody) {
  return {
    subscriber_uid,
    email,
    status,
    added_at: iso(created_at),
    suppression: cause === undefined || since === undefined ? null : { reason: cause, since: iso(since) },
  };
}

const ABOUT_STATUS: Record<(typeof LEFT_OUT)[number], string> = {
  unconfirmed: 'Have not confirmed yet.',
  unsubscribed: 'Have unsubscribed.',
  blacklisted: 'Are blacklisted in the list.',
  unapproved: 'Wait for approval.',
  disabled: 'Are disabled.',
  moved: 'Were moved to another list.',
};
const ABOUT_REASON: Record<(typeof REASONS)[number], string> = {
  'hard-bounce': 'A message hard-bounced.',
  'soft-bounces': 'Several messages in a row bounced.',
  complaint: 'They reported a message as spam.',
  manual: 'Blocked manually.',
  import: 'Blocked by a file.',
};
const shapeOf = (about: Record<string, string>) =>
  Object.fromEntries(Object.entries(about).map(([name, text]) => [reasonName(name), count(text)]));

const audience = whenNeeded(() =>
  z
    .strictObject({
      list_uid: uid('Id of the list.'),
      segment_uid: uid('Id of the segment; null for the whole list.').nullable(),
      further_list_uids: z.array(z.string()).optional().describe('The further lists; absent if none were requested.'),
      total: count('Number of subscribers of the list, or of all lists, with any status.'),
      gets: count(
        'Number of people who would get it; null if this is being counted for the first time: ask again.',
      ).nullable(),
      left_out: z
        .strictObject({
          ...shapeOf(ABOUT_STATUS),
          suppressed: count('Confirmed, but the address is suppressed; null while being counted.').nullable(),
          segment: count('Confirmed, but not in the segment; null while being counted.').nullable(),
          duplicate: count(
            'Only for several lists: confirmed, but the address gets it through an earlier one; null while being counted.',
          )
            .nullable()
            .optional(),
        })
        .describe('Number of those who would not, by reason: together with those who would, they make up all.'),
      suppressed: z
        .strictObject(shapeOf(ABOUT_REASON))
        .nullable()
        .describe('Why addresses are suppressed; null while being counted.'),
      counted_at: instantOrNull('When the suppressed ones and the segment were counted; everything else is current.'),
    })
    .meta({
      id: 'Audience',
      description: 'Who would get a campaign to a list or segment now, and why others would not.',
    }),
);

const somebody = whenNeeded(() =>
  z
    .strictObject({
      subscriber_uid: uid('Id of the subscriber.'),
      email: said('Address.'),
      status: z.enum(STATUSES).describe('Status in the list.'),
      added_at: instant('When they joined.'),
      suppression: z
        .strictObject({
          reason: z.enum(REASONS).describe('Why the address is suppressed.'),
          since: instant('Since when.'),
        })
        .nullable()
        .describe('Of those left out for this reason: why the address is suppressed; otherwise null.'),
    })
    .meta({ id: 'AudienceMember', description: 'Someone who would get a campaign, or would not.' }),
);

export const audienceAnswer = recordOf(audience);
export const peopleAnswer = keysetPage(somebody);
