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

const status = whenNeeded(() => z.enum(STATUSES).describe('Where it stands; see the states of a campaign.'));
const type = whenNeeded(() =>
  z.enum(TYPES).describe('`regular`: once to everybody; `autoresponder`: to each some time after an event.'),
);
const empty = whenNeeded(() => z.array(z.unknown()).max(0));
const group = whenNeeded(() => z.array(z.unknown()).max(0).describe('Groups of campaigns: none.'));
const campaignUid = whenNeeded(() => uid('Id of the campaign.'));
const shared = whenNeeded(() => ({
  campaign_uid: campaignUid(),
  campaign_id: numberText('The same as a number.'),
  name: said('Its name.'),
  type: type(),
}));

const entry = whenNeeded(() =>
  z
    .strictObject({ ...shared(), status: status(), group: group() })
    .meta({ id: 'CampaignEntry', description: 'A campaign in a listing.' }),
);

const dateText = (about: string) =>
  said(`${about} Short date and time in the time zone and locale of the customer: \`11/21/26, 3:05 PM\`.`);

/** A campaign by itself. */
export const campaignRecord = whenNeeded(() =>
  z
    .strictObject({
      ...shared(),
      from_name: said('Sender name.'),
      from_email: said('Sender address.'),
      to_name: said('Name of the recipient, as a rule merge tags.'),
      reply_to: said('Reply-to address.'),
      subject: said('Subject.'),
      status: status(),
      date_added: dateText('When it was made.'),
      send_at: dateText('When it begins; of a copy without a time, now.'),
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
            subscribers_count: count('Confirmed subscribers in it, as last counted.'),
          }),
          empty(),
        ])
        .describe('The segment of the list it is sent to; an empty array when it goes to the whole list.'),
      group: group(),
      delivery_servers: z
        .array(z.string())
        .optional()
        .describe('Ids of the only delivery servers that may take its messages; absent: all that you may use.'),
      parent_campaign_uid: uid('Only of a run: the recurring campaign.').optional(),
      not_opened_of: uid(
        'Only of one that is sent again: the campaign that its recipients did not open, with an A/B test its first variant; empty when it was removed.',
      ).optional(),
      notice: said('Why it does not go on, or what it was sent without, where there is something to say.').optional(),
      sentences: sentencesLike('notice').optional(),
      ...fullMembers(),
      held: held(),
    })
    .meta({ id: 'Campaign', description: 'A mail to a list or a segment of it.' }),
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
      send_at_iso: said('When it begins, ISO 8601 in UTC; past: at once.'),
    })
    .describe('The campaign now.'),
  warnings: optionalWarnings,
}));
export const statusAnswer = successAnswer(() => ({
  campaign: z.strictObject({ status: status() }).describe('The campaign now.'),
}));
