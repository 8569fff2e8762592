// Reads a campaign from a request (interface, section 2.3; wire contract, sections 3 and 6).

import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { optional, required } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { INSTANT } from '../../http/members/time-patterns.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Campaign, List, Segment } from '../../storage/tables.ts';
import { canGiveAddress, knownInAddresses } from '../addresses.ts';
import { attachedBody, readAttached } from '../attached/wire.ts';
import { noteUnknownFields } from '../blocks/conditions.ts';
import type { CampaignSource } from '../content/source.ts';
import { type CampaignDraft, NO_LIST, NO_SEGMENT } from '../create.ts';
import { deliveryBody } from '../delivery/delivery-change.ts';
import { parsedOptions } from '../options.ts';
import type { References } from '../references.ts';
import { type CampaignType, hasAudience, keepsList, MAX_NAME, SETTABLE, type Settable, TYPES } from '../rules.ts';
import { checkLists, FROZEN, listsMember, readLists } from '../several-lists/wire.ts';
import { readDelivery } from './delivery.ts';
import { emptyIn, isWithoutPage, openness, senderOf } from './draft.ts';
import { optionsBody, readOptions } from './options.ts';
import { readSendAt } from './send-at.ts';
import { readServers, serversMember } from './servers.ts';
import { readTemplate, templateBody } from './template.ts';

/** An address, or a text with a merge tag: canGiveAddress says whether it can give one. */
const SENDER = { max: 100, json: { pattern: '^\\s*[^\\r\\n]*[@\\[][^\\r\\n]*\\s*$' } };

/** A new campaign must have these; in an update, absent ones stay. */
const REQUIRED = {
  name: declare.headerLine('Its name, for your own use. One line.', { max: MAX_NAME }),
  from_name: declare.headerLine('From name. May contain merge tags. One line.', { max: 100 }),
  from_email: declare.headerLine('From email, or merge tags that result in one.', SENDER),
  subject: declare.headerLine('Subject. May contain merge tags. One line.', { max: 255 }),
  reply_to: declare.headerLine('Reply-to address, or merge tags that result in one.', SENDER),
};
const OPTIONAL = {
  to_name: declare.headerLine('Name of the recipient, usually merge tags. One line.', {
    max: 255,
    default: '[EMAIL]',
  }),
  type: declare.oneOf(
    '`regular`: sent once to everyone; `autoresponder`: sent to each subscriber some time after an event. Can be changed only in a draft.',
    TYPES,
    { fold: declare.lower, default: 'regular' },
  ),
};
/** Members that are read together with other members or the store (send-at.ts and below). */
const NEEDED_AROUND = {
  send_at: declare.time('`Y-m-d H:i:s` in the customer’s time zone; a past time means immediately.'),
  list_uid: declare.uid('The list it is sent to.'),
};
const AROUND = {
  segment_uid: declare.uid(
    'Limits the recipients to a segment of the list. On update `none` removes it; null and empty leave it unchanged.',
  ),
  send_at_iso: declare.text(
    'The send time as an instant, ISO 8601 with `Z` or an offset, instead of `send_at`; null: none, in a draft.',
    { json: INSTANT },
  ),
  status: declare.text(
    '`pending-sending` (the default) waits for send_at; a `draft` or `paused` campaign does not. Changing a draft to pending-sending sends it at its send time. Other values, such as those in a record that was read, have no effect; `warnings` reports one that differs from the campaign’s status.',
    { json: { examples: SETTABLE } },
  ),
};

const { uid: uidSchema } = optional({ uid: declare.text('An id.') });
/** Ignored, so any value is accepted. */
const PASSED_OVER = whenNeeded(() => ({
  group_uid: z.unknown().optional().describe('Campaign groups do not exist; ignored, with a warning.'),
  tracking_domain_id: z.unknown().optional().describe('Tracking domains do not exist; ignored, with a warning.'),
}));

const texts = { ...required(REQUIRED), ...optional(OPTIONAL) };
/** Of a draft, which may be incomplete. */
const { name, ...later } = REQUIRED;
const draftTexts = { ...required({ name }), ...optional({ ...later, ...OPTIONAL }) };

/** What the members are checked against. */
type CampaignRequest = {
  sent: FormObject;
  around: References;
  before: Campaign | undefined;
  faults: Faults;
  isDraft: boolean;
};

/**
 * Reads a new campaign, or, with `before`, a campaign as it is after the update: absent members
 * stay, and the whole is checked like a new one.
 * @throws AppError `invalid` with every faulty member at once
 */
export async function readCampaign(body: FormObject, around: References, before?: Campaign): Promise<CampaignDraft> {
  const faults: Faults = {};
  const sent = body;
  const status = readStatus(sent, faults) ?? before?.status ?? (isLoaded(sent) ? 'draft' : 'pending-sending');
  const { isDraft, clears } = openness(sent, { before, status });
  const request: CampaignRequest = { sent, around, before, faults, isDraft };
  const merged = { ...before, ...(clears && emptyIn(sent)), ...givenIn(sent) };
  const { values, faults: found } = readMembers(isDraft ? draftTexts : texts, merged);
  Object.assign(faults, found);
  const send_at = readSendAt(sent, { around, before, status, isDraft }, faults);
  const { list, further_lists } = await readLists(request);
  const segment = await readSegment(request, list);
  await checkAddresses(values, list, request);
  const campaignType = checkedType(values.type, request);
  checkLists(request, { further_lists, segment, type: campaignType });
  const template = await readTemplate(
    sent['template'],
    { ...around, needsSource: !isDraft && isWithoutPage(before), clears },
    faults,
  );
  if (template.source?.kind === 'blocks')
    noteUnknownFields(template.source.blocks, await around.knownTags(list), faults);
  const options = await readOptions(
    sent['options'],
    {
      ...around,
      type: campaignType,
      number: before?.number,
      before: before && parsedOptions(before),
      hasAudience: before !== undefined && hasAudience(before),
      runs: before?.run_count ?? 0,
    },
    faults,
  );
  const delivery = await readDelivery(
    sent['delivery'],
    { send_at, status, type: campaignType, options },
    request,
    list,
  );
  const relay_numbers = await readServers(
    sent,
    { before: before?.relay_numbers ?? null, isKnown: around.isKnownRelay },
    faults,
  );
  const attached = await readAttached(sent, before, around.findAttachedFile, faults);
  throwFaults(faults);
  const { name = '', subject = '', to_name = '[EMAIL]' } = values;
  const { from_name = '', from_email = '', reply_to = '' } = { ...(isDraft && senderOf(list)), ...values };
  return {
    name,
    from_name,
    from_email,
    reply_to,
    subject,
    to_name,
    type: campaignType,
    send_at,
    status,
    options,
    ...delivery,
    list_id: list?.id ?? NO_LIST,
    further_lists,
    segment_id: segment?.id ?? null,
    relay_numbers,
    ...attached,
    source: isSamePage(template.source, before) ? undefined : template.source,
    inline_css: flagOf(template.inline_css, before?.inline_css ?? 0),
    auto_plain_text: flagOf(template.auto_plain_text, before?.auto_plain_text ?? 1),
    // With another page, a plain text written for the former one would be wrong.
    plain_text:
      template.plain_text ??
      keptText({ ...template, source: isSamePage(template.source, before) ? undefined : template.source }, before),
  };
}

/** Whether what was sent is the page that was made of the blocks: then these stay. */
const isSamePage = (source: CampaignSource | undefined, before: Campaign | undefined) =>
  source?.kind === 'content' && typeof before?.blocks === 'string' && source.html === before.content;

const flagOf = (value: 'yes' | 'no' | undefined, otherwise: 0 | 1) => (value ? (value === 'yes' ? 1 : 0) : otherwise);

function keptText(sent: { plain_text?: string | null | undefined; source?: unknown }, before: Campaign | undefined) {
  return sent.plain_text === undefined && sent.source === undefined ? (before?.plain_text ?? null) : null;
}

/** The members that have a value: null and blank text count as absent. */
function givenIn(sent: FormObject): FormObject {
  const members = Object.entries(sent).filter(
    ([, value]) => value !== null && !(typeof value === 'string' && value.trim() === ''),
  );
  return Object.fromEntries(members);
}

/**
 * Whether the request is the loaded record of another campaign. Unless that one waits, is a draft
 * or paused, the new one becomes a draft: whoever copies a campaign that was sent does not mean to
 * mail everybody again at this moment.
 */
function isLoaded(sent: FormObject): boolean {
  return typeof sent['campaign_uid'] === 'string' && sent['campaign_uid'] !== '';
}

function readStatus(sent: FormObject, faults: Faults): Settable | undefined {
  if (typeof (sent['status'] ?? '') === 'object') faults['status'] = say('member-text', { label: 'Status' });
  const text = typeof sent['status'] === 'string' ? sent['status'].trim().toLowerCase() : undefined;
  return SETTABLE.find((status) => status === text);
}

/**
 * Null and empty text leave a stored segment as it is, as where it is absent, so that what a
 * program sends for a variable that was never set does not widen the audience to the whole list.
 * `none` takes it away; so do null and empty text together with another list.
 */
async function readSegment(request: CampaignRequest, list: List | undefined): Promise<Segment | undefined> {
  const { sent, around, before, faults } = request;
  const result = uidSchema.safeParse(sent['segment_uid']);
  let segment: Segment | undefined;
  if (!result.success || (result.data !== undefined && !isNone(result.data))) {
    segment = result.data === undefined || !list ? undefined : await around.findSegment(list, result.data);
    if (!segment && (list || !result.success)) faults['segment_uid'] = NO_SEGMENT;
  } else if (before && before.segment_id !== null && !isTakenAway(request, list)) {
    segment = await around.segmentById(before.segment_id);
    if (segment?.list_id !== list?.id && list) faults['segment_uid'] = NO_SEGMENT; // deleted meanwhile, or belongs to the former list
  }
  const isOther = before && (segment?.id ?? null) !== before.segment_id;
  if (isOther && hasAudience(before)) faults['segment_uid'] ??= FROZEN;
  return segment;
}

/** No segment has such a uid: they have 13 characters. */
const isNone = (uid: unknown) => typeof uid === 'string' && uid.trim().toLowerCase() === 'none';

function isTakenAway({ sent, before }: CampaignRequest, list: List | undefined): boolean {
  if (!Object.hasOwn(sent, 'segment_uid')) return false;
  return isNone(sent['segment_uid']) || (list !== undefined && list.id !== before?.list_id);
}

/** Checks that each sender address is an address, or a text whose merge tags can give one. */
async function checkAddresses(
  values: { from_email?: string; reply_to?: string },
  list: List | undefined,
  { around, faults }: CampaignRequest,
): Promise<void> {
  const isKnown = knownInAddresses(await around.knownTags(list), values);
  const { from_email, reply_to } = values;
  if (from_email !== undefined && !canGiveAddress(from_email, isKnown))
    faults['from_email'] = declare.notAnAddress('From email');
  if (reply_to !== undefined && !canGiveAddress(reply_to, isKnown))
    faults['reply_to'] = declare.notAnAddress('Reply to');
}

function checkedType(wanted: CampaignType | undefined, { before, faults }: CampaignRequest): CampaignType {
  const isOther = before && wanted !== undefined && wanted !== before.type;
  if (isOther && before.status !== 'draft') faults['type'] ??= say('campaign-type-draft');
  if (isOther && before.not_opened_of !== null) faults['type'] ??= say('campaign-type-again');
  if (isOther && (keepsList(before) || before.run_count > 0)) faults['type'] ??= say('campaign-type-begun');
  return wanted ?? 'regular';
}

const others = whenNeeded(() => ({
  ...optional({ ...OPTIONAL, ...AROUND }),
  options: optionsBody().nullish(),
  delivery: deliveryBody().nullish().describe('As in `PUT /campaigns/{campaign_uid}/delivery`.'),
  list_uids: listsMember(),
  delivery_servers: serversMember(),
  ...attachedBody(),
  ...PASSED_OVER(),
}));

const STATUS_OF_DRAFT = { status: declare.oneOf('`draft`.', ['draft'], { fold: declare.lower }) };

/** The body of a new campaign: these members directly, or in the block `campaign`. */
export const newCampaignBody = whenNeeded(() =>
  z.union([
    z.object({ ...required({ ...REQUIRED, ...NEEDED_AROUND }), template: templateBody(), ...others() }).meta({
      id: 'NewCampaign',
      description: 'A new campaign; send the members at the top level or under `campaign`.',
    }),
    z
      .object({
        ...required({ name }),
        ...optional({ ...later, ...NEEDED_AROUND }),
        template: templateBody().nullish(),
        ...others(),
        ...required(STATUS_OF_DRAFT),
      })
      .meta({
        id: 'NewDraft',
        description:
          'A draft may be incomplete: it needs a name and the `status` draft. The sender is that of the list until one is given. Anything missing is reported when it is sent.',
      }),
  ]),
);
/** The body of an update: absent members stay. */
export const changedCampaignBody = whenNeeded(() =>
  z.object({ ...optional({ ...REQUIRED, ...NEEDED_AROUND }), template: templateBody().nullish(), ...others() }).meta({
    id: 'CampaignChanges',
    description:
      'Changes to a campaign; send the members at the top level or under `campaign`. Absent members stay unchanged. With the `status` draft, an empty string removes the sender, subject or content.',
  }),
);
