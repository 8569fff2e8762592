// Everything of a campaign that may be set, as a request names it, and its instants (wire contract, section 4): what a
// program needs to load a campaign, change something and send it back.
import { z } from 'zod';
import { asSent } from '../http/base64.ts';
import { formatInstant } from '../kernel/clock.ts';
import type { Campaign, Segment } from '../storage/tables.ts';
import { withFileAddresses } from '../templates/file-addresses.ts';
import type { CampaignView } from './queries.ts';
import { type CampaignOptions, parsedOptions, UNCERTAIN_POLICIES } from './rules.ts';
import { optionsBody } from './wire-options.ts';

/** The members that a record has besides those of the interface. `baseUrl` has no slash at the end. */
export function toWireFull(campaign: CampaignView, segment: Segment | undefined, baseUrl: string) {
  const time = (at: number | null) => (at === null ? null : formatInstant(at));
  return {
    list_uid: campaign.list_uid ?? '',
    segment_uid: segment?.uid ?? null,
    template: toWireTemplate(campaign, baseUrl),
    options: parsedOptions(campaign) satisfies CampaignOptions,
    delivery: { uncertain_policy: campaign.uncertain_policy, max_per_minute: campaign.max_per_minute },
    date_added_iso: formatInstant(campaign.created_at),
    send_at_iso: time(campaign.send_at),
    started_at_iso: time(campaign.started_at),
    finished_at_iso: time(campaign.finished_at),
  };
}

/** The campaign's own copy of the page: which template or archive it came from is not kept. */
function toWireTemplate(campaign: Campaign, baseUrl: string) {
  const html = withFileAddresses(campaign.content, baseUrl);
  const content = asSent(html);
  const { plain_text: text } = campaign;
  return {
    content,
    // A text that comes with a content in base64 is taken for base64 too.
    plain_text: text === null ? null : asSent(text, { always: content !== html }),
    inline_css: campaign.inline_css === 1 ? 'yes' : 'no',
    auto_plain_text: campaign.auto_plain_text === 1 ? 'yes' : 'no',
  };
}

const yesNo = z.enum(['yes', 'no']);
const instant = z.string().nullable().optional();
const optional = <T extends z.ZodType>(schema: T, about: string) =>
  schema.optional().describe(`With \`full=1\`: ${about}`);

/** Of a record with `full=1`. */
export const fullMembers = {
  list_uid: optional(z.string(), 'the list, as a request names it.'),
  segment_uid: optional(z.string().nullable(), 'the segment, as a request names it; null: none.'),
  template: optional(
    z.strictObject({
      content: z.string(),
      plain_text: z.string().nullable(),
      inline_css: yesNo,
      auto_plain_text: yesNo,
    }),
    "the campaign's own copy of the content, whatever it was made from, and how it is sent. What would be taken for base64 stands there as base64.",
  ),
  options: optional(
    optionsBody.extend({
      email_stats: z.string().nullable(),
      autoresponder_open_campaign_id: z.int().nullable(),
      autoresponder_sent_campaign_id: z.int().nullable(),
      cronjob: z.string().nullable(),
    }),
    'all options, also those of the other type of campaign, which are without effect.',
  ),
  delivery: optional(
    z.strictObject({ uncertain_policy: z.enum(UNCERTAIN_POLICIES), max_per_minute: z.int().nullable() }),
    'as with `GET /campaigns/{campaign_uid}/delivery`.',
  ),
  date_added_iso: z.string().optional().describe('With `full=1`: when it was made, ISO 8601 in UTC.'),
  send_at_iso: instant.describe('With `full=1`: its send time, ISO 8601 in UTC; null: a draft without one.'),
  started_at_iso: instant.describe('With `full=1`: when it began, ISO 8601 in UTC; null: it has not begun.'),
  finished_at_iso: instant.describe('With `full=1`: when it was done, ISO 8601 in UTC; null: it is not.'),
};
