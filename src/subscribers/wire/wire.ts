// Reads subscribers from requests and shows them in answers (wire contract, section 8).
import { isIP } from 'node:net';
import { type Dialect, isLiteral } from '../../http/dialect.ts';
import { type FormObject, type FormValue, isFormObject, scalarText } from '../../http/form/decode.ts';
import { isGiven, listAsSent } from '../../http/form/value.ts';
import { knows, wrappedIn } from '../../http/members/known-names.ts';
import { readMembers } from '../../http/members/schema.ts';
import { isMailAddress } from '../../kernel/address.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { AppError, type Faults, type FaultTexts, textsOf, throwFaults } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { newPause } from '../../kernel/slices.ts';
import { countText } from '../../kernel/text/counted.ts';
import { holdsSeveral } from '../../lists/fields/type.ts';
import { getFieldType } from '../../lists/fields/types.ts';
import type { ListField, Subscriber } from '../../storage/tables.ts';
import type { Evidence } from '../consent/record.ts';
import type { SubscriberInput } from '../create.ts';
import type { ManyInput } from '../create-many.ts';
import { BULK_LIMIT, isStatus, STATUSES, type Status, TEXTS } from '../rules.ts';
import type { SubscriberOfList } from '../search/search.ts';
import { MOST_LOOKED_AT } from '../search/search-beginning.ts';
import type { SubscriberChanges } from '../update.ts';
import { EMAIL_TAG } from '../values/values.ts';
import { detailMembers } from './schema.ts';

const NO_DETAILS = { status: undefined, source: undefined, ipAddress: undefined, consentText: undefined };

function readDetails(sent: FormValue | undefined) {
  if (sent === undefined) return { details: NO_DETAILS, faults: {} };
  const { values, faults } = readMembers(
    detailMembers,
    isFormObject(sent ?? '') ? (sent as FormObject) : {},
    'details.',
  );
  const isEmpty = sent === undefined || sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0);
  if (!isEmpty && !isFormObject(sent)) faults['details'] = say('member-block-details');
  const { status, source, ip_address, consent_text } = values;
  const ipAddress = ip_address !== undefined && isIP(ip_address) > 0 ? ip_address : undefined;
  return { details: { status, source, ipAddress, consentText: consent_text }, faults };
}

/** What stands beside the tags, in just this case: a list may have fields DETAILS and PAGE too. */
const BESIDE_FIELDS = new Set(['details']);
const BESIDE_FILTERS = new Set(['page', 'per_page']);

/**
 * The members by tag: tags are upper case; a member in other case counts when the exact one is
 * absent. Members `beside` them are left out.
 */
function byTag(sent: FormObject, beside = BESIDE_FIELDS): FormObject {
  const found: FormObject = Object.create(null);
  for (const [name, value] of Object.entries(sent)) {
    if (beside.has(name)) continue;
    const tag = name.toUpperCase();
    if (tag === name || !Object.hasOwn(found, tag)) found[tag] = value;
  }
  return found;
}

/** The address that was sent, or what is wrong with it. */
function readAddress(value: FormValue | undefined): { email: string } | { why: Told } {
  const email = typeof value === 'string' ? value.trim() : '';
  if (email === '') return { why: typeof value === 'object' && value !== null ? TEXTS.badAddress : TEXTS.noAddress };
  return isMailAddress(email) ? { email } : { why: TEXTS.badAddress };
}

/**
 * The `EMAIL` of a body or query.
 * @throws AppError `invalid` when it is absent or not an address
 */
export function readEmail(sent: FormObject): string {
  const read = readAddress(byTag(sent)[EMAIL_TAG]);
  if ('why' in read) throw new AppError('invalid', read.why);
  return read.email;
}

/**
 * The `EMAIL` of a query that searches; undefined for a text that is no address, which nobody has.
 * @throws AppError `invalid` when it is absent or not a text
 */
export function readSearchedEmail(sent: FormObject): string | undefined {
  const value = byTag(sent)[EMAIL_TAG];
  return isGiven(value) && typeof value === 'string' && 'why' in readAddress(value) ? undefined : readEmail(sent);
}

/** Where a call comes from: its IP address, and the time zone of its customer. */
type Origin = { ipAddress: string; timeZone: string; actor?: string | undefined };

/**
 * A subscriber to add. @throws AppError `invalid`: a text for the address, or the faulty details
 */
export function readSubscriber(request: FormObject, { ipAddress, timeZone, actor }: Origin): SubscriberInput {
  const body = unwrapped(request, new Set([EMAIL_TAG])) ?? request;
  const email = readEmail(body);
  const { details, faults } = readDetails(body['details']);
  throwFaults(faults);
  return {
    email,
    sent: byTag(body),
    status: details.status,
    source: details.source ?? 'api',
    ipAddress: details.ipAddress ?? ipAddress,
    timeZone,
    evidence: { actor, text: details.consentText },
  };
}

/** The body, or the one object in it that has some of the names; undefined when neither has any. */
function unwrapped(body: FormObject, names: ReadonlySet<string>): FormObject | undefined {
  return knows(names, body) ? body : wrappedIn(body, names, 1);
}

/**
 * The changes to a subscriber; an absent address stays.
 * @param evidence what is known of the call
 * @throws AppError `invalid` as `readSubscriber`, and when nothing that was sent is known
 */
export function readChanges(request: FormObject, fields: readonly ListField[], evidence: Evidence): SubscriberChanges {
  const names = new Set([...fields.map((field) => field.tag), 'DETAILS', 'details']);
  const body = unwrapped(request, names) ?? request;
  const said = Object.keys(body).filter((name) => name !== '_method');
  if (said.length > 0 && !unwrapped(body, names)) {
    const known = fields.map((field) => field.tag).join(', ');
    const why = say('member-nothing-known-details', { known });
    throwFaults(Object.fromEntries(said.slice(0, 10).map((name) => [name, why])));
  }
  const sent = byTag(body);
  const email = Object.hasOwn(sent, EMAIL_TAG) ? readEmail(sent) : undefined;
  const { details, faults } = readDetails(body['details']);
  throwFaults(faults);
  const { consentText: text, ipAddress, ...others } = details;
  return { email, sent, ...others, ipAddress, evidence: { ...evidence, ip: ipAddress ?? evidence.ip, text } };
}

/**
 * A bulk request: its entries as sent, and each as read. @throws AppError `invalid` when there are
 * none or too many
 */
export async function readBulk(
  body: FormObject,
  origin: Origin,
): Promise<{ entries: FormObject[]; inputs: ManyInput[] }> {
  const given = body['subscribers'];
  const list = listAsSent(given) ?? [];
  if (list.length === 0) throw new AppError('invalid', TEXTS.noBulk);
  if (list.length > BULK_LIMIT) throw new AppError('invalid', TEXTS.tooManyInBulk);
  const entries = list.map((entry) => (isFormObject(entry) ? entry : {}));
  const pause = newPause();
  const inputs: ManyInput[] = [];
  for (const entry of entries) {
    inputs.push(readOneOfMany(entry, origin));
    await pause();
  }
  return { entries, inputs };
}

function readOneOfMany(entry: FormObject, { ipAddress, timeZone, actor }: Origin): ManyInput {
  const sent = byTag(entry);
  const read = readAddress(sent[EMAIL_TAG]);
  const { details, faults } = readDetails(entry['details']);
  if ('why' in read) return { faults: { [EMAIL_TAG]: read.why, ...faults } };
  if (Object.keys(faults).length > 0) return { faults };
  const input = {
    email: read.email,
    sent,
    status: details.status,
    source: details.source ?? 'api',
    ipAddress: details.ipAddress ?? ipAddress,
    timeZone,
    evidence: { actor, text: details.consentText },
  };
  return { input };
}

/**
 * The status filter of a listing; empty or absent means all. @throws AppError `invalid` for an
 * unknown status, several included
 */
export function readStatusFilter(query: FormObject): Status | undefined {
  const status = query['status'];
  if (!isGiven(status) || isLiteral(status)) return undefined;
  if (isStatus(status)) return status;
  const fault = say('member-one-of', { label: 'Status', words: STATUSES.join(', ') });
  throw new AppError('invalid', fault, { faults: { status: fault } });
}

/**
 * The field values to search by: tag → value; empty ones do not count. They stand in the query, or
 * together in one member (`custom_fields[FNAME]=Ann`, `custom_fields={"FNAME":"Ann"}`).
 * @throws AppError `invalid` for a name that is not a field of the list, and when nothing is left
 * to search by
 */
export function readFilters(query: FormObject, fields: readonly ListField[], dialect: Dialect): FormObject {
  const filters: FormObject = Object.create(null);
  const faults: Faults = {};
  for (const [tag, value] of Object.entries(byTag(searchedIn(query, fields), BESIDE_FILTERS))) {
    if (value === '' || value === null) continue;
    if (dialect.passesOverNumbers && /^\d+$/.test(tag)) continue; // no tag is a number
    const field = fields.find((candidate) => candidate.tag === tag);
    if (!field) faults[tag] = say('subscriber-no-field');
    else if (!isSearchable(value, field)) faults[tag] = say('member-text', { label: field.label });
    filters[tag] = value;
  }
  throwFaults(faults);
  if (Object.keys(filters).length === 0) throw new AppError('invalid', TEXTS.noSearch);
  return filters;
}

/** The query, or the one member of it that holds tags of fields, as an object or as JSON. */
function searchedIn(query: FormObject, fields: readonly ListField[]): FormObject {
  const tags = new Set(fields.map(({ tag }) => tag));
  const sent = Object.entries(query).filter(([name]) => !BESIDE_FILTERS.has(name));
  if (knows(tags, Object.fromEntries(sent))) return query;
  const objects = sent.map(([name, value]) => [name, jsonObject(value) ?? value]);
  return wrappedIn(Object.fromEntries(objects), tags, 1) ?? query;
}

function jsonObject(value: FormValue): FormObject | undefined {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(value) as FormObject;
  } catch {
    return undefined;
  }
}

/** Whether a value can be searched for: a text, or several where the field holds several. */
function isSearchable(value: FormValue, { type }: ListField): boolean {
  if (!holdsSeveral(getFieldType(type)) || typeof value !== 'object') return scalarText(value) !== undefined;
  return value !== null && Object.values(value).every((one) => scalarText(one) !== undefined);
}

/** The warning when too many addresses have the beginning that was searched for. */
export const CUT_SEARCH = {
  member: 'search',
  message: `More than ${countText(MOST_LOOKED_AT)} of your addresses begin with this, and only the first of them by alphabet were looked at. Please give more of the address.`,
};

/** The answer to adding and changing. */
export function toWireStored(subscriber: Subscriber) {
  return {
    subscriber_uid: subscriber.uid,
    email: subscriber.email,
    ip_address: subscriber.ip_address ?? '',
    source: subscriber.source,
    date_added: formatCalendarTime(subscriber.created_at),
  };
}

/** The answer to a search by address. */
export function toWireFound({ uid, status, created_at }: Pick<Subscriber, 'uid' | 'status' | 'created_at'>) {
  return { subscriber_uid: uid, status, date_added: formatCalendarTime(created_at) };
}

/** One subscription of an address. */
export function toWireListed(subscriber: SubscriberOfList) {
  return {
    ...toWireStored(subscriber),
    status: subscriber.status,
    list: {
      list_uid: subscriber.list_uid,
      name: subscriber.list_name,
      display_name: subscriber.list_display_name,
    },
  };
}

/**
 * The result of each entry of a bulk request, in the order sent. No faults is an empty array, as
 * client programs expect it.
 */
export async function toWireBulk(entries: readonly FormObject[], faults: readonly Faults[]) {
  const pause = newPause();
  const records: { data: FormObject; errors: FaultTexts | [] }[] = [];
  for (const [i, entry] of entries.entries()) {
    const errors = textsOf(faults[i] ?? {});
    const data = { ...entry, details: entry['details'] ?? [] };
    records.push({ data, errors: Object.keys(errors).length > 0 ? errors : [] });
    await pause();
  }
  return records;
}
