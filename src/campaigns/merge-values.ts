// What merge tags stand for in one recipient's message (wire contract, section 11). Values are plain text; whoever puts
// them into HTML escapes them. A tag that is not known here stays in the message as it was written.
import { type Company, companyOf, fullAddress } from '../accounts/company.ts';
import { findZone } from '../accounts/countries.ts';
import type { Campaign, ListField } from '../storage/tables.ts';
import { valuesByTag } from '../subscribers/values.ts';
import { dateTags } from './merge-dates.ts';
import type { MergeSource } from './merge-source.ts';

/** Gives the value of a tag; undefined where there is none. */
export type MergeLookup = (tag: string) => string | undefined;

/** Whether a tag is filled in: one of the list's fields, or one of the fixed ones. */
export function knownTags(fields: readonly Pick<ListField, 'tag'>[]): (tag: string) => boolean {
  const own = new Set(fields.map(({ tag }) => tag));
  return (tag) => own.has(tag) || FIXED.has(tag);
}

/** Values for one recipient, made when they are asked for. */
export function mergeValues(source: MergeSource): MergeLookup {
  const shared = sharedBy(source);
  let own: Record<string, string> | undefined; // most messages ask for several fields
  return (tag) => {
    if (shared.fieldTags.has(tag)) {
      own ??= valuesByTag(source.fields, source.subscriber);
      return own[tag];
    }
    return FIXED.get(tag)?.(source, shared);
  };
}

/** What is the same for all recipients of a campaign as it was read; made once. */
type Shared = { company: Company; address: string; defaults: Record<string, unknown>; fieldTags: ReadonlySet<string> };

const sharedOf = new WeakMap<Campaign, Shared>();

function sharedBy({ campaign, customer, list, fields }: MergeSource): Shared {
  const known = sharedOf.get(campaign);
  if (known) return known;
  const company = companyOf(customer, list);
  const shared = {
    company,
    address: fullAddress(company),
    defaults: JSON.parse(list.defaults) as Record<string, unknown>,
    fieldTags: new Set(fields.map(({ tag }) => tag)),
  };
  sharedOf.set(campaign, shared);
  return shared;
}

type Give = (source: MergeSource, shared: Shared) => string | undefined;

const emailName: Give = ({ subscriber: { email } }) => email.slice(0, email.lastIndexOf('@'));
const emailDomain: Give = ({ subscriber: { email } }) => email.slice(email.lastIndexOf('@') + 1);
const unsubscribe: Give = ({ urls }) => urls.unsubscribeUrl;
// The same page with its button in focus; opening it changes nothing either.
const unsubscribeDirectly: Give = ({ urls }) => `${urls.unsubscribeUrl}?direct`;

const FIXED: ReadonlyMap<string, Give> = new Map<string, Give>([
  ['EMAIL', ({ subscriber }) => subscriber.email],
  ['EMAIL_NAME', emailName],
  ['EMAIL_DOMAIN', emailDomain],
  ['SUBSCRIBER_UID', ({ subscriber }) => subscriber.uid],
  ['SUBSCRIBER_IP', ({ subscriber }) => subscriber.ip_address ?? ''],
  ['SUBSCRIBER_EMAIL_NAME', emailName],
  ['SUBSCRIBER_EMAIL_DOMAIN', emailDomain],
  ['LIST_UID', ({ list }) => list.uid],
  ['LIST_NAME', ({ list }) => list.display_name || list.name],
  ['LIST_DESCRIPTION', ({ list }) => list.description],
  ['LIST_SUBJECT', (_, { defaults }) => textOf(defaults['subject'])],
  ['LIST_FROM_NAME', (_, { defaults }) => textOf(defaults['from_name'])],
  ['LIST_FROM_EMAIL', (_, { defaults }) => textOf(defaults['from_email'])],
  ['CAMPAIGN_UID', ({ campaign }) => campaign.uid],
  ['CAMPAIGN_NAME', ({ campaign }) => campaign.name],
  ['CAMPAIGN_TYPE', ({ campaign }) => campaign.type],
  ['CAMPAIGN_SUBJECT', ({ campaign }) => campaign.subject],
  ['CAMPAIGN_TO_NAME', ({ campaign }) => campaign.to_name],
  ['CAMPAIGN_FROM_NAME', ({ campaign }) => campaign.from_name],
  ['CAMPAIGN_FROM_EMAIL', ({ campaign }) => campaign.from_email],
  ['CAMPAIGN_REPLY_TO', ({ campaign }) => campaign.reply_to],
  ['COMPANY_FULL_ADDRESS', (_, { address }) => address],
  ['COMPANY_NAME', (_, { company }) => company.name],
  ['COMPANY_WEBSITE', (_, { company }) => company.website],
  ['COMPANY_ADDRESS_1', (_, { company }) => company.address_1],
  ['COMPANY_ADDRESS_2', (_, { company }) => company.address_2],
  ['COMPANY_CITY', (_, { company }) => company.city],
  ['COMPANY_ZONE', (_, { company }) => company.zone_name],
  ['COMPANY_ZONE_CODE', (_, { company }) => findZone(company.country.code, company.zone_name)?.code],
  ['COMPANY_ZIP', (_, { company }) => company.zip_code],
  ['COMPANY_COUNTRY', (_, { company }) => company.country.name],
  ['COMPANY_COUNTRY_CODE', (_, { company }) => company.country.code],
  ['COMPANY_PHONE', (_, { company }) => company.phone],
  ['UNSUBSCRIBE_URL', unsubscribe],
  ['DIRECT_UNSUBSCRIBE_URL', unsubscribeDirectly],
  // As text they are the address; where they stand in HTML, compiling has made links of them.
  ['UNSUBSCRIBE_LINK', unsubscribe],
  ['DIRECT_UNSUBSCRIBE_LINK', unsubscribeDirectly],
  ['WEB_VERSION_URL', ({ urls }) => urls.webVersionUrl],
  ['CURRENT_DOMAIN', ({ urls }) => new URL(urls.webVersionUrl).hostname],
  ['CURRENT_DOMAIN_URL', ({ urls }) => new URL(urls.webVersionUrl).origin],
  ['SIGN_LT', () => '<'],
  ['SIGN_LTE', () => '<='],
  ['SIGN_GT', () => '>'],
  ['SIGN_GTE', () => '>='],
  ...dateTags,
]);

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
