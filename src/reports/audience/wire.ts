// The audience of a list or segment before a campaign begins: what it is asked for, and how it is
// answered.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { keysetPage, keysetQuery, readKeyset } from '../../http/members/keyset.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers, recordOf } from '../../http/members/schema.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import type { List, Segment } from '../../storage/tables.ts';
import { STATUSES } from '../../subscribers/rules.ts';
import { REASONS } from '../../suppression/rules.ts';
import { instant, instantOrNull, iso } from '../wire.ts';
import { type Audience, LEFT_OUT } from './audience.ts';
import { PLACE, type Somebody, WHOM } from './people.ts';

const segmentMember = optional({
  segment_uid: declare.uid('Only members of this segment get it. Absent: the whole list.'),
});
export const audienceQuery = z.object(segmentMember);

/** The segment that is asked about. @throws AppError `invalid` */
export function readSegment(query: FormObject): string | undefined {
  const { values, faults } = readMembers(segmentMember, query);
  throwFaults(faults);
  return values.segment_uid;
}

const peopleMembers = {
  ...required({
    reason: declare.oneOf(
      'Whom to show: `gets`: who gets it; `suppressed`: confirmed, but the address gets no mail; `segment`: confirmed, but not in the segment; else those with this status.',
      WHOM,
      { fold: declare.lower },
    ),
  }),
  ...segmentMember,
  ...keysetQuery(),
};
export const peopleQuery = z.object(peopleMembers);

/** Which people are asked for. @throws AppError `invalid` */
export function readPeople(query: FormObject) {
  const { values, faults } = readMembers(peopleMembers, query);
  const request = readKeyset(values, PLACE, faults);
  throwFaults(faults);
  return { whom: values.reason ?? 'gets', segmentUid: values.segment_uid, request };
}

const reasonName = (reason: string) => reason.replaceAll('-', '_');

/** Who would get it, and who would not. */
export function toWireAudience(list: List, segment: Segment | undefined, found: Audience) {
  const { suppressed } = found;
  const all = suppressed && [...suppressed.values()].reduce((sum, n) => sum + n, 0);
  return {
    list_uid: list.uid,
    segment_uid: segment?.uid ?? null,
    total: found.total,
    gets: found.gets ?? null,
    left_out: {
      ...Object.fromEntries(LEFT_OUT.map((status) => [status, found.byStatus[status]])),
      suppressed: all ?? null,
      segment: found.outside ?? null,
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
  'hard-bounce': 'A message came back for good.',
  'soft-bounces': 'Several messages in a row came back.',
  complaint: 'They reported a message as spam.',
  manual: 'Blocked on request.',
  import: 'Blocked by a file.',
};
const shapeOf = (about: Record<string, string>) =>
  Object.fromEntries(Object.entries(about).map(([name, text]) => [reasonName(name), count(text)]));

const audience = z
  .strictObject({
    list_uid: uid('Id of the list.'),
    segment_uid: uid('Id of the segment; null: the whole list.').nullable(),
    total: count('Subscribers of the list, whatever their status.'),
    gets: count('Who would get it; null: it is being counted for the first time, ask again.').nullable(),
    left_out: z
      .strictObject({
        ...shapeOf(ABOUT_STATUS),
        suppressed: count('Confirmed, but the address gets no mail; null: being counted.').nullable(),
        segment: count('Confirmed, but not in the segment; null: being counted.').nullable(),
      })
      .describe('Who would not, by reason: with those who would they are all.'),
    suppressed: z
      .strictObject(shapeOf(ABOUT_REASON))
      .nullable()
      .describe('Why addresses get no mail; null: being counted.'),
    counted_at: instantOrNull('When the suppressed and the segment were counted; the rest is of now.'),
  })
  .meta({
    id: 'Audience',
    description: 'Who would get a campaign to a list or segment now, and why others would not.',
  });

const somebody = z
  .strictObject({
    subscriber_uid: uid('Id of the subscriber.'),
    email: said('Address.'),
    status: z.enum(STATUSES).describe('Status in the list.'),
    added_at: instant('When they joined.'),
    suppression: z
      .strictObject({
        reason: z.enum(REASONS).describe('Why the address gets no mail.'),
        since: instant('Since when.'),
      })
      .nullable()
      .describe('Of those left out for it: why the address gets no mail; else null.'),
  })
  .meta({ id: 'AudienceMember', description: 'Somebody who would get a campaign, or would not.' });

export const audienceAnswer = recordOf(audience);
export const peopleAnswer = keysetPage(somebody);
