// Campaigns as answers show them (interface, sections 2.1, 2.2 and 2.4).

import { z } from 'zod';
import { count, numberText, optionalWarnings, said, uid } from '../../http/members/described.ts';
import { pageOf, recordOf, successAnswer } from '../../http/members/schema.ts';
import { sentencesLike, toWireSentences } from '../../http/members/sentences.ts';
import { formatInstant, formatShortTime } from '../../kernel/clock.ts';
import type { Warning } from '../../kernel/errors.ts';
import { storedFault, textOf } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Campaign, Segment } from '../../storage/tables.ts';
import { heldIn } from '../delivery/held.ts';
import { heldAnswer as held } from '../delivery/held-answer.ts';
import type { CampaignEntry, CampaignRow } from '../queries-shown.ts';
import { STATUSES, TYPES } from '../rules.ts';
import { fullMembers, type toWireFull } from './full.ts';
import { toWireServers } from './servers.ts';

/** A campaign in a listing. */
export function toWireEntry(campaign: CampaignEntry) {
  return {
    campaign_uid: campaign.uid,
    campaign_id: String(campaign.number),
    name: campaign.name,
    type: campaign.type,
    status: campaign.status,
    group: [],
  };
}

const toWireNotice = (notice: string) => ({
  notice: textOf(storedFault(notice)),
  sentences: toWireSentences(storedFault(notice)),
});

/** The time zone and language of the answer's texts, and the time it is given (ms). */
type Reader = { timeZone: string; locale: string; at: number };

/**
 * A campaign by itself. A copy that has no send time yet shows the present time.
 * @param full the members that the full record has more (toWireFull)
 */
export function toWireRecord(
  campaign: CampaignRow,
  segment: Segment | undefined,
  reader: Reader,
  full?: ReturnType<typeof toWireFull>,
) {
  const time = (at: number) => formatShortTime(at, reader.timeZone, reader.locale);
  return {
    campaign_uid: campaign.uid,
    campaign_id: String(campaign.number),
    name: campaign.name,
    type: campaign.type,
    from_name: campaign.from_name,
    from_email: campaign.from_email,
    to_name: campaign.to_name,
    reply_to: campaign.reply_to,
    subject: campaign.subject,
    status: campaign.status,
    date_added: time(campaign.created_at),
    send_at: time(campaign.send_at ?? reader.at),
    list: {
      list_uid: campaign.list_uid ?? '',
      name: campaign.list_name ?? '',
      subscribers_count: campaign.list_confirmed ?? 0,
    },
    segment: segment
      ? { segment_uid: segment.uid, name: segment.name, subscribers_count: segment.members }
      : ([] as const),
    group: [],
    ...toWireServers(campaign.relay_numbers),
    ...(campaign.parent_uid !== null && { parent_campaign_uid: campaign.parent_uid }),
    ...(campaign.not_opened_of !== null && { not_opened_of: campaign.not_opened_uid ?? '' }),
    ...(campaign.notice !== null && toWireNotice(campaign.notice)),
    ...full,
    ...heldIn(campaign.uncertain, campaign.uid),
  };
}

/** The answer to sending a campaign: when it begins. */
export function toWireSent({ status, send_at }: Pick<Campaign, 'status' | 'send_at'>, reader: Reader) {
  const at = send_at ?? reader.at;
  return { status, send_at: formatShortTime(at, reader.timeZone, reader.locale), send_at_iso: formatInstant(at) };
}

/** The warnings about a saved campaign; no member where there are none. */
export function toWireWarnings(warnings: readonly Warning[]) {
  return warnings.length > 0 ? { warnings } : {};
}

const status = whenNeeded(() => z.enum(STATUSES).describe('Its status; see the states of a campaign.'));
const type = whenNeeded(() =>
  z
    .enum(TYPES)
    .describe('`regular`: sent once to everyone; `autoresponder`: sent to each subscriber some time after an event.'),
);
const empty = whenNeeded(() => z.array(z.unknown()).max(0));
const group = whenNeeded(() => z.array(z.unknown()).max(0).describe('Campaign groups: always empty.'));
const campaignUid = whenNeeded(() => uid('Id of the campaign.'));
const shared = whenNeeded(() => ({
  campaign_uid: campaignUid(),
  campaign_id: numberText('The same id as a number.'),
  name: said('Its name.'),
  type: type(),
}));

const entry = whenNeeded(() =>
  z
    .strictObject({ ...shared(), status: status(), group: group() })
    .meta({ id: 'CampaignEntry', description: 'A campaign in a list.' }),
);

const dateText = (about: string) =>
  said(`${about} Short date and time in the customer’s time zone and locale: \`11/21/26, 3:05 PM\`.`);

/** A campaign by itself. */
export const campaignRecord = whenNeeded(() =>
  z
    .strictObject({
      ...shared(),
      from_name: said('From name.'),
      from_email: said('From email.'),
      to_name: said('Name of the recipient, usually merge tags.'),
      reply_to: said('Reply-to address.'),
      subject: said('Subject.'),
      status: status(),
      date_added: dateText('When it was created.'),
      send_at: dateText('When it begins; for a copy without a time, now.'),
      list: z
        .strictObject({
          list_uid: uid('Id of the list.'),
          name: said('Name of the list.'),
          subscribers_count: count('Confirmed subscribers.'),
        })
        .describe('The list it is sent to.'),
      segment: z
        .union([
          z.strictObject({
            segment_uid: uid('Id of the segment.'),
            name: said('Name of the segment.'),
            subscribers_count: count('Number of confirmed subscribers in it, as last counted.'),
          }),
          empty(),
        ])
        .describe('The segment of the list it is sent to; an empty array if it goes to the whole list.'),
      group: group(),
      delivery_servers: z
        .array(z.string())
        .optional()
        .describe('Ids of the only delivery servers that may send its messages; if absent, all that you may use.'),
      parent_campaign_uid: uid('Only for a run: the recurring campaign.').optional(),
      not_opened_of: uid(
        'Only for a campaign that is sent again: the campaign that its recipients did not open, for an A/B test its first variant; empty if it was deleted.',
      ).optional(),
      notice: said(
        'Why it is not progressing, or what it was sent without, if there is anything to report.',
      ).optional(),
      sentences: sentencesLike('notice').optional(),
      ...fullMembers(),
      held: held(),
    })
    .meta({ id: 'Campaign', description: 'An email to a list or a segment of it.' }),
);

export const entriesAnswer = pageOf(entry);
export const recordAnswer = recordOf(campaignRecord);
export const madeAnswer = successAnswer(() => ({ campaign_uid: uid('Id of the copy.') }));
export const doneAnswer = successAnswer({});
export const createdAnswer = successAnswer(() => ({
  campaign_uid: uid('Id of the new campaign.'),
  warnings: optionalWarnings,
}));
export const changedAnswer = successAnswer(() => ({ warnings: optionalWarnings }));
export const sentAnswer = successAnswer(() => ({
  campaign: z
    .strictObject({
      status: status(),
      send_at: dateText('When it begins.'),
      send_at_iso: said('When it begins, ISO 8601 in UTC; a past time means immediately.'),
    })
    .describe('The updated campaign.'),
  warnings: optionalWarnings,
}));
export const statusAnswer = successAnswer(() => ({
  campaign: z.strictObject({ status: status() }).describe('The updated campaign.'),
}));
