// The search over everything: what it is asked for, and how it is answered.
import { z } from 'zod';
import { STATUSES } from '../../campaigns/rules.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said, uid } from '../../http/members/described.ts';
import { required } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { STATUSES as SUBSCRIBER_STATUSES } from '../../subscribers/rules.ts';
import { instantOrNull } from '../wire.ts';
import type { Found } from './search.ts';

const members = required({
  q: declare.text(
    'Text contained in names and subjects, case-insensitive; or the beginning of an address, or a whole first or last name. At least one character.',
    { label: 'Q', max: 200 },
  ),
});
export const searchQuery = whenNeeded(() => z.object(members));

/** What is searched for. @throws AppError `invalid` */
export function readQuestion(query: FormObject): string {
  const { values, faults } = readMembers(members, query);
  throwFaults(faults);
  return values.q ?? '';
}

const list = whenNeeded(() => ({ list_uid: uid('Id of the list.'), list_name: said('Name of the list.') }));
const found = (record: z.ZodType, of: string) => z.array(record).describe(`${of}, at most 5.`);

export const searchAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      campaigns: found(
        z.strictObject({
          campaign_uid: uid('Id of the campaign.'),
          name: said('Its name.'),
          subject: said('Its subject.'),
          status: z.enum(STATUSES).describe('Its status.'),
          send_at: instantOrNull('Its send time.'),
        }),
        'Campaigns by name or subject, newest first; an A/B test appears once, by its first variant',
      ),
      lists: found(z.strictObject({ list_uid: uid('Id of the list.'), name: said('Its name.') }), 'Lists by name'),
      segments: found(
        z.strictObject({ segment_uid: uid('Id of the segment.'), name: said('Its name.'), ...list() }),
        'Segments by name',
      ),
      templates: found(
        z.strictObject({ template_uid: uid('Id of the template.'), name: said('Its name.') }),
        'Templates by name',
      ),
      people: found(
        z.strictObject({
          subscriber_uid: uid('Id of the subscriber.'),
          email: said('Address.'),
          name: said('First and last name, as far as known.'),
          status: z.enum(SUBSCRIBER_STATUSES).describe('Status in the list.'),
          ...list(),
        }),
        'Subscribers by the beginning of the address or by name, once for each list',
      ),
    })
    .describe('The results, by kind.'),
}));

/** What was found. */
export function toWireFound({ campaigns, lists, segments, templates, people }: Found) {
  return {
    campaigns: campaigns.map(({ uid: campaign_uid, name, subject, status, send_at }) => ({
      campaign_uid,
      name,
      subject,
      status,
      send_at: isoOrNull(send_at),
    })),
    lists: lists.map(({ uid: list_uid, name }) => ({ list_uid, name })),
    segments: segments.map(({ uid: segment_uid, ...others }) => ({ segment_uid, ...others })),
    templates: templates.map(({ uid: template_uid, name }) => ({ template_uid, name })),
    people: people.map(({ uid: subscriber_uid, ...others }) => ({ subscriber_uid, ...others })),
  };
}
