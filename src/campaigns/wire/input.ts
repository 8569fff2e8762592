// A campaign as a request describes it (interface, section 2.3; wire contract, sections 3 and 6),
// read.
import { z } from 'zod';
import { isLiteral } from '../../http/dialect.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { maybe, needed } from '../../http/members/member.ts';
import { readMembers } from '../../http/members/schema.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import type { Campaign, List, Segment } from '../../storage/tables.ts';
import { canGiveAddress } from '../addresses.ts';
import type { CampaignDraft } from '../create.ts';
import { deliveryBody, readDeliveryBlock } from '../delivery/delivery-change.ts';
import { parsedOptions } from '../options.ts';
import type { References } from '../references.ts';
import {
  type CampaignType,
  hasAudience,
  keepsList,
  MAX_NAME,
  SETTABLE,
  type Settable,
  STATUSES,
  type Status,
  TYPES,
} from '../rules.ts';
import { firstRunAt } from '../schedule/recurring.ts';
import { blockOf, optionsBody, readOptions } from './options.ts';
import { readSendAt } from './send-at.ts';
import { readServers, serversMember } from './servers.ts';
import { readTemplate, templateBody } from './template.ts';

/** An address, or a text with a merge tag: canGiveAddress says whether it can give one. */
const SENDER = { max: 100, json: { pattern: '^\\s*[^\\r\\n]*[@\\[][^\\r\\n]*\\s*$' } };

/** Of a new campaign these must be there, of a stored one they stay. */
const REQUIRED = {
  name: declare.headerLine('Its name, for you. One line.', { max: MAX_NAME }),
  from_name: declare.headerLine('Sender name. May hold merge tags. One line.', { max: 100 }),
  from_email: declare.headerLine('Sender address, or merge tags that give one.', SENDER),
  subject: declare.headerLine('Subject. May hold merge tags. One line.', { max: 255 }),
  reply_to: declare.headerLine('Reply-to address, or merge tags that give one.', SENDER),
};
const OPTIONAL = {
  to_name: declare.headerLine('Name of the recipient, as a rule merge tags. One line.', {
    max: 255,
    default: '[EMAIL]',
  }),
  type: declare.oneOf(
    '`regular`: once to everybody; `autoresponder`: to each some time after an event. Of a stored campaign it can be changed in a draft only.',
    TYPES,
    { fold: declare.lower, default: 'regular' },
  ),
};
/** Read with what else the request and the store say (send-at.ts and below). */
const NEEDED_AROUND = {
  send_at: declare.time('`Y-m-d H:i:s` in the time zone of the customer; a time that is past means: at once.'),
  list_uid: declare.uid('The list it is sent to.'),
};
const AROUND = {
  segment_uid: declare.uid('Narrows the recipients to a segment of the list. On update null takes it away.'),
  send_at_iso: declare.text(
    'The send time as an instant, ISO 8601 with `Z` or an offset, instead of `send_at`; null: none, in a draft.',
  ),
  status: declare.text(
    '`pending-sending` (the default) waits for send_at; a `draft` and a `paused` one do not. A draft is sent, at its send time, when this becomes pending-sending. Other words, as a record that was read may have them, mean nothing.',
    { json: { examples: SETTABLE } },
  ),
};

const { uid: uidSchema } = maybe({ uid: declare.text('An id.') });
/** What has no meaning here may be anything. */
const PASSED_OVER = {
  group_uid: z.unknown().optional().describe('There are no groups of campaigns: passed over, with a warning.'),
  tracking_domain_id: z.unknown().optional().describe('There are no tracking domains: passed over, with a warning.'),
};

const texts = { ...needed(REQUIRED), ...maybe(OPTIONAL) };

/** What is checked against each other. */
type Reading = { sent: FormObject; around: References; before: Campaign | undefined; faults: Faults };

/**
 * Reads a new campaign, or, with `before`, a campaign as it is after the request: what was not sent
 * stays, and the whole is checked as a new one is.
 * @throws AppError `invalid` with every faulty member at once
 */
export async function readCampaign(body: FormObject, around: References, before?: Campaign): Promise<CampaignDraft> {
  const faults: Faults = {};
  const reading: Reading = { sent: body, around, before, faults };
  const { sent } = reading;
  const status = readStatus(sent, faults) ?? before?.status ?? (isLoaded(sent) ? 'draft' : 'pending-sending');
  const merged = { ...before, ...givenIn(sent) };
  const { values, faults: found } = readMembers(texts, merged);
  Object.assign(faults, found);
  const send_at = readSendAt(sent, { around, before, status }, faults);
  const list = await readList(reading);
  const segment = await readSegment(reading, list);
  await checkAddresses(values, list, reading);
  const campaignType = checkedType(values.type, reading);
  const template = await readTemplate(sent['template'], { ...around, needsSource: !before }, faults);
  const options = await readOptions(
    sent['options'],
    {
      ...around,
      type: campaignType,
      before: before && parsedOptions(before),
      hasAudience: before !== undefined && hasAudience(before),
      runs: before?.run_count ?? 0,
    },
    faults,
  );
  const delivery = readDeliveryBlock(blockOf(sent['delivery'], 'delivery', 'Delivery', faults), 'delivery.', faults);
  const relay_numbers = await readServers(
    sent,
    { before: before?.relay_numbers ?? null, isKnown: around.isKnownRelay },
    faults,
  );
  throwFaults(faults);
  const { name = '', from_name = '', from_email = '', reply_to = '', subject = '', to_name = '[EMAIL]' } = values;
  return {
    ...{ name, from_name, from_email, reply_to, subject, to_name, type: campaignType, send_at, status, options },
    uncertain_policy: delivery.uncertainPolicy ?? before?.uncertain_policy ?? 'hold',
    max_per_minute: delivery.maxPerMinute === undefined ? (before?.max_per_minute ?? null) : delivery.maxPerMinute,
    list_id: list?.id ?? 0,
    segment_id: segment?.id ?? null,
    next_run_at: firstRunAt({ type: campaignType, send_at, options, freeze_until_id: before?.freeze_until_id }, around),
    relay_numbers,
    source: template.source,
    inline_css: flagOf(template.inline_css, before?.inline_css ?? 0),
    auto_plain_text: flagOf(template.auto_plain_text, before?.auto_plain_text ?? 1),
    // Another page makes the text that was written for the last one wrong.
    plain_text: template.plain_text ?? keptText(template, before),
  };
}

const flagOf = (value: 'yes' | 'no' | undefined, otherwise: 0 | 1) => (value ? (value === 'yes' ? 1 : 0) : otherwise);

function keptText(sent: { plain_text?: string | null | undefined; source?: unknown }, before: Campaign | undefined) {
  return sent.plain_text === undefined && sent.source === undefined ? (before?.plain_text ?? null) : null;
}

/** Members that say something: null and blank text count as absent. */
function givenIn(sent: FormObject): FormObject {
  const members = Object.entries(sent).filter(
    ([, value]) => value !== null && !(typeof value === 'string' && value.trim() === ''),
  );
  return Object.fromEntries(members);
}

/**
 * Whether a new campaign is described by the record of another. Unless that one waits, is a draft
 * or paused, the new one is a draft: whoever makes another of a campaign that was sent does not
 * mean to mail everybody once more at this moment.
 */
function isLoaded(sent: FormObject): boolean {
  return typeof sent['campaign_uid'] === 'string' && sent['campaign_uid'] !== '';
}

function readStatus(sent: FormObject, faults: Faults): Settable | undefined {
  if (typeof (sent['status'] ?? '') === 'object') faults['status'] = 'Status must be a text.';
  const text = typeof sent['status'] === 'string' ? sent['status'].trim().toLowerCase() : undefined;
  return SETTABLE.find((status) => status === text);
}

async function readList({ sent, around, before, faults }: Reading): Promise<List | undefined> {
  const result = uidSchema.safeParse(sent['list_uid']);
  if (!result.success || result.data !== undefined) {
    const list = result.data === undefined ? undefined : await around.findList(result.data);
    if (!list) faults['list_uid'] = NO_LIST;
    else if (before && keepsList(before) && list.id !== before.list_id)
      faults['list_uid'] = hasAudience(before) ? FROZEN : KEPT;
    return list;
  }
  const list = before && (await around.listById(before.list_id));
  if (!before) faults['list_uid'] = 'List uid cannot be blank.';
  else if (!list) faults['list_uid'] = NO_LIST; // deleted since
  return list;
}

const NO_LIST = 'Provided list does not exist.';
const NO_SEGMENT = 'Provided list segment does not exist.';
// Whom the list and the segment stand for was decided when the freeze began; messages that are out
// cannot be called back. Content, subject and sender may still change: they are those of the
// messages that are still to go.
const FROZEN = 'The list and the segment cannot be changed any more: the campaign has begun to be sent.';
// An autoresponder decides with each event anew who is in its segment.
const KEPT = 'The list cannot be changed any more: the campaign has begun to be sent.';

/**
 * An empty text leaves a stored segment as it is, so that a form's empty member never widens the
 * audience to the whole list; null, or an empty text together with another list, takes it away.
 */
async function readSegment(reading: Reading, list: List | undefined): Promise<Segment | undefined> {
  const { sent, around, before, faults } = reading;
  const result = uidSchema.safeParse(sent['segment_uid']);
  let segment: Segment | undefined;
  if (!result.success || result.data !== undefined) {
    segment = result.data === undefined || !list ? undefined : await around.findSegment(list, result.data);
    if (!segment && (list || !result.success)) faults['segment_uid'] = NO_SEGMENT;
  } else if (before && before.segment_id !== null && !isTakenAway(reading, list)) {
    segment = await around.segmentById(before.segment_id);
    if (segment?.list_id !== list?.id && list) faults['segment_uid'] = NO_SEGMENT; // deleted since, or of the list of before
  }
  const isOther = before && (segment?.id ?? null) !== before.segment_id;
  if (isOther && hasAudience(before)) faults['segment_uid'] ??= FROZEN;
  return segment;
}

function isTakenAway({ sent, before }: Reading, list: List | undefined): boolean {
  if (!Object.hasOwn(sent, 'segment_uid')) return false;
  return sent['segment_uid'] === null || (list !== undefined && list.id !== before?.list_id);
}

/** An address, or a text whose merge tags can give one. */
async function checkAddresses(
  values: { from_email?: string; reply_to?: string },
  list: List | undefined,
  { around, faults }: Reading,
): Promise<void> {
  const isKnown = await around.knownTags(list);
  const { from_email, reply_to } = values;
  if (from_email !== undefined && !canGiveAddress(from_email, isKnown))
    faults['from_email'] = declare.notAnAddress('From email');
  if (reply_to !== undefined && !canGiveAddress(reply_to, isKnown))
    faults['reply_to'] = declare.notAnAddress('Reply to');
}

function checkedType(wanted: CampaignType | undefined, { before, faults }: Reading): CampaignType {
  const isOther = before && wanted !== undefined && wanted !== before.type;
  if (isOther && before.status !== 'draft') faults['type'] ??= 'Type can be changed in a draft only.';
  if (isOther && (keepsList(before) || before.run_count > 0))
    faults['type'] ??= 'Type cannot be changed any more: the campaign has begun to be sent.';
  return wanted ?? 'regular';
}

const others = {
  ...maybe({ ...OPTIONAL, ...AROUND }),
  options: optionsBody.nullish(),
  delivery: deliveryBody.nullish().describe('As with `PUT /campaigns/{campaign_uid}/delivery`.'),
  delivery_servers: serversMember,
  ...PASSED_OVER,
};

/** The body of a new campaign: these members directly, or under `campaign`. */
export const newCampaignBody = z
  .object({ ...needed({ ...REQUIRED, ...NEEDED_AROUND }), template: templateBody, ...others })
  .meta({ id: 'NewCampaign', description: 'A new campaign; the members directly, or under `campaign`.' });
/** The body of an update: what is not sent stays. */
export const changedCampaignBody = z
  .object({ ...maybe({ ...REQUIRED, ...NEEDED_AROUND }), template: templateBody.nullish(), ...others })
  .meta({
    id: 'CampaignChanges',
    description: 'Changes to a campaign; the members directly, or under `campaign`. What is not sent stays.',
  });

/** What a listing is narrowed to. */
export type ListFilter = { listUid?: string | undefined; status?: Status | undefined; search?: string | undefined };

/**
 * The filters of a listing that say anything; some clients write an absent one as "undefined".
 * @throws AppError `invalid` for a status that is none
 */
export function readListFilter(query: FormObject): ListFilter {
  const textOf = (name: string) => {
    const { data } = uidSchema.safeParse(query[name]);
    return isLiteral(data) ? undefined : data;
  };
  const wanted = textOf('status');
  const status = STATUSES.find((one) => one === wanted);
  if (wanted !== undefined && !status) throwFaults({ status: `Status must be one of: ${STATUSES.join(', ')}.` });
  return { listUid: textOf('list_uid'), status, search: textOf('search') };
}

/** Query parameters beside those of paging. */
export const listQuery = {
  list_uid: z.string().optional().describe('Only campaigns of this list.'),
  status: z.enum(STATUSES).optional().describe('Only campaigns in this state.'),
  search: z.string().optional().describe('Only campaigns whose name holds this text, without regard to case.'),
};
