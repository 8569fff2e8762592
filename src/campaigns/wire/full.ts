// The full record of a campaign: every member that may be set, named as in requests, and its times
// (wire contract, section 4). A program can load it, change something and send it back.
import { z } from 'zod';
import { asSent } from '../../http/form/base64.ts';
import { count, said, uid, yesNo } from '../../http/members/described.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { withFileAddresses } from '../../mail/html/file-addresses.ts';
import type { Campaign, Segment } from '../../storage/tables.ts';
import { attachedMembers, toWireAttached } from '../attached/wire.ts';
import { type CampaignOptions, parsedOptions } from '../options.ts';
import type { CampaignView } from '../queries-shown.ts';
import { recipientTimeAnswer, toWireRecipientTime } from '../recipient-time/members.ts';
import { beginsAt } from '../recipient-time/rules.ts';
import { UNCERTAIN_POLICIES } from '../rules.ts';
import { toWireWindow, windowAnswer } from '../window/members.ts';
import { optionsBody } from './options.ts';

/** The members that the full record adds to the interface's. `baseUrl` has no slash at the end. */
export function toWireFull(campaign: CampaignView, segment: Segment | undefined, baseUrl: string) {
  const time = (at: number | null) => (at === null ? null : formatInstant(at));
  return {
    list_uid: campaign.list_uid ?? '',
    list_uids: [campaign.list_uid ?? '', ...campaign.further.map(({ list_uid }) => list_uid)].filter(
      (uid) => uid !== '',
    ),
    ...(campaign.further.length > 0 && { further_lists: campaign.further }),
    segment_uid: segment?.uid ?? null,
    template: toWireTemplate(campaign, baseUrl),
    options: parsedOptions(campaign) satisfies CampaignOptions,
    delivery: {
      uncertain_policy: campaign.uncertain_policy,
      max_per_minute: campaign.max_per_minute,
      sending_window: toWireWindow(campaign.sending_window),
      recipient_time_zone: toWireRecipientTime(campaign.recipient_time_zone),
    },
    date_added_iso: formatInstant(campaign.created_at),
    send_at_iso: time(campaign.send_at),
    begins_at_iso: time(campaign.send_at === null ? null : beginsAt(campaign)),
    started_at_iso: time(campaign.started_at),
    finished_at_iso: time(campaign.finished_at),
    ...(campaign.tested_uid !== null && { tested_campaign_uid: campaign.tested_uid }),
    ...toWireAttached(campaign),
    ...(campaign.details_removed_at !== null && { details_removed_at_iso: formatInstant(campaign.details_removed_at) }),
  };
}

/** The campaign's own copy of the page: which template or archive it came from is not stored. */
function toWireTemplate(campaign: Campaign, baseUrl: string) {
  const html = withFileAddresses(campaign.content, baseUrl);
  const content = asSent(html);
  const { plain_text: text } = campaign;
  return {
    content,
    // A request's plain text is taken for base64 when its content is, so it is written as base64
    // then.
    plain_text: text === null ? null : asSent(text, { always: content !== html }),
    inline_css: campaign.inline_css === 1 ? 'yes' : 'no',
    auto_plain_text: campaign.auto_plain_text === 1 ? 'yes' : 'no',
  };
}

const optional = <T extends z.ZodType>(schema: T, about: string) =>
  schema.optional().describe(`With \`full=1\`: ${about}`);
const instant = (about: string) => optional(z.string().nullable(), `${about} ISO 8601 in UTC, or null.`);

const template = whenNeeded(() =>
  z
    .strictObject({
      content: said('Its HTML.'),
      plain_text: z.string().nullable().describe('Its plain-text version; null if made from the HTML.'),
      inline_css: yesNo('Whether style sheets are inlined into the elements.'),
      auto_plain_text: yesNo(
        'Whether the plain-text version is generated if none is given; if no, the email has none.',
      ),
    })
    .meta({
      id: 'CampaignContent',
      description:
        'With `full=1`: the campaign’s own copy of the content, whatever it was made from, and how it is sent. Text that would be taken for base64 is returned as base64.',
    }),
);

/** The additional members of a record with `full=1`. */
export const fullMembers = whenNeeded(() => ({
  list_uid: optional(z.string(), 'the list, as used in requests.'),
  list_uids: optional(z.array(z.string()), 'all its lists, as used in requests; the first is `list_uid`.'),
  further_lists: optional(
    z.array(
      z.strictObject({
        list_uid: uid('Id of the list.'),
        name: said('Its name.'),
        subscribers_count: count('Confirmed subscribers.'),
      }),
    ),
    'only for a campaign to several lists: those after the first.',
  ),
  segment_uid: optional(z.string().nullable(), 'the segment, as used in requests; null if none.'),
  template: template().optional(),
  options: optional(optionsBody(), 'all options, including those of the other campaign type, which have no effect.'),
  delivery: optional(
    z.strictObject({
      uncertain_policy: z.enum(UNCERTAIN_POLICIES).describe('What happens to uncertain messages.'),
      max_per_minute: z.int().nullable().describe('Maximum number of messages per minute; null if unlimited.'),
      sending_window: windowAnswer(),
      recipient_time_zone: recipientTimeAnswer(),
    }),
    'as with `GET /campaigns/{campaign_uid}/delivery`.',
  ),
  date_added_iso: optional(z.string(), 'when it was created, ISO 8601 in UTC.'),
  send_at_iso: instant('its send time,'),
  begins_at_iso: instant(
    'when it begins: at its send time, or earlier if each recipient gets it at their own time; for a recurring one, with its next run;',
  ),
  started_at_iso: instant('when it began,'),
  finished_at_iso: instant('when it was done,'),
  ...attachedMembers(),
  tested_campaign_uid: optional(
    uid('The campaign whose A/B test it belongs to, itself too.'),
    'only if it is A/B tested.',
  ),
  details_removed_at_iso: optional(
    z.string(),
    'only if the details of its messages are no longer kept: when they were removed, ISO 8601 in UTC.',
  ),
}));
