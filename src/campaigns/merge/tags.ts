// The merge tags that every campaign knows (wire contract, section 11), and where their values come
// from.
import type { Company } from '../../accounts/company.ts';
import { findZone } from '../../accounts/countries.ts';
import type { ListDefaults } from '../../lists/list-settings.ts';
import type { Piece } from '../../mail/merge/merge.ts';
import { dateTags } from './dates.ts';
import type { CampaignFacts, MergeSource, TagPage } from './source.ts';

/** Values that are the same for all recipients of a campaign; made once. */
export type SharedValues = {
  company: Company;
  address: string;
  defaults: ListDefaults;
  fieldTags: ReadonlySet<string>;
  /** A header text of the campaign, parsed. */
  header(text: string): Piece[];
};

/**
 * Tags for what the author wrote in a header. Their values are filled in as in the header; where
 * such a text names itself or another of these tags, that tag stays as written.
 */
export const HEADER_TAGS: ReadonlyMap<string, (source: MergeSource) => string> = new Map([
  ['CAMPAIGN_SUBJECT', ({ campaign }) => campaign.subject],
  ['CAMPAIGN_TO_NAME', ({ campaign }) => campaign.to_name],
  ['CAMPAIGN_FROM_NAME', ({ campaign }) => campaign.from_name],
  ['CAMPAIGN_FROM_EMAIL', ({ campaign }) => campaign.from_email],
  ['CAMPAIGN_REPLY_TO', ({ campaign }) => campaign.reply_to],
  // A relay has no sender of its own: it sends under the campaign's.
  ['DS_FROM_NAME', ({ campaign, relay }) => (relay ? campaign.from_name : '')],
  ['DS_FROM_EMAIL', ({ campaign, relay }) => (relay ? campaign.from_email : '')],
  ['DS_REPLYTO_EMAIL', ({ campaign, relay }) => (relay ? campaign.reply_to : '')],
]);

type Give = (source: MergeSource, shared: SharedValues) => string | undefined;

const emailName: Give = ({ subscriber: { email } }) => email.slice(0, email.lastIndexOf('@'));
const emailDomain: Give = ({ subscriber: { email } }) => email.slice(email.lastIndexOf('@') + 1);
const page =
  (name: TagPage): Give =>
  ({ urls }) =>
    urls(name);
// The same page with the focus on its button; opening it changes nothing either.
const unsubscribeDirectly: Give = ({ urls }) => {
  const url = urls('unsubscribe');
  return url === '' ? '' : `${url}?direct`;
};

/** The customer's company; these and SIGN_TAGS have a value in mails without a campaign, too. */
export const COMPANY_TAGS: readonly [tag: string, give: (company: Company, address: string) => string | undefined][] = [
  ['COMPANY_FULL_ADDRESS', (_, address) => address],
  ['COMPANY_NAME', (company) => company.name],
  ['COMPANY_WEBSITE', (company) => company.website],
  ['COMPANY_ADDRESS_1', (company) => company.address_1],
  ['COMPANY_ADDRESS_2', (company) => company.address_2],
  ['COMPANY_CITY', (company) => company.city],
  ['COMPANY_ZONE', (company) => company.zone_name],
  ['COMPANY_ZONE_CODE', (company) => findZone(company.country.code, company.zone_name)?.code],
  ['COMPANY_ZIP', (company) => company.zip_code],
  ['COMPANY_COUNTRY', (company) => company.country.name],
  ['COMPANY_COUNTRY_CODE', (company) => company.country.code],
  ['COMPANY_PHONE', (company) => company.phone],
];

export const SIGN_TAGS: readonly [tag: string, sign: string][] = [
  ['SIGN_LT', '<'],
  ['SIGN_LTE', '<='],
  ['SIGN_GT', '>'],
  ['SIGN_GTE', '>='],
];

/** Tags whose value is a web address. */
const PAGE_TAGS: readonly (readonly [string, Give])[] = [
  ['CAMPAIGN_URL', page('campaign')],
  ['CAMPAIGN_REPORT_ABUSE_URL', page('abuse')],
  ['UNSUBSCRIBE_URL', page('unsubscribe')],
  ['DIRECT_UNSUBSCRIBE_URL', unsubscribeDirectly],
  // In plain text they are addresses; in HTML, the compiler has made links of them.
  ['UNSUBSCRIBE_LINK', page('unsubscribe')],
  ['DIRECT_UNSUBSCRIBE_LINK', unsubscribeDirectly],
  ['UNSUBSCRIBE_FROM_CUSTOMER_URL', page('preferences')],
  ['UPDATE_PROFILE_URL', page('profile')],
  ['WEB_VERSION_URL', page('web')],
  ['FORWARD_FRIEND_URL', page('forward')],
  ['SUBSCRIBE_URL', page('subscribe')],
  ['CURRENT_DOMAIN_URL', ({ urls }) => new URL(urls('subscribe')).origin],
];

/** Tags with the same value for everyone on a list who gets the campaign. */
export const LIST_WIDE_TAGS: ReadonlyMap<string, (facts: CampaignFacts) => string> = new Map([
  ['LIST_UID', ({ list }) => list.uid],
  ['LIST_NAME', ({ list }) => list.display_name || list.name],
  ['LIST_DESCRIPTION', ({ list }) => list.description],
  ['CAMPAIGN_UID', ({ campaign }) => campaign.uid],
  ['CAMPAIGN_NAME', ({ campaign }) => campaign.name],
  ['CAMPAIGN_TYPE', ({ campaign }) => campaign.type],
  ['CAMPAIGN_SEGMENT_NAME', ({ segmentName }) => segmentName],
]);

/** All fixed tags; those of HEADER_TAGS as written. A value is undefined where there is none. */
export const FIXED_TAGS: ReadonlyMap<string, Give> = new Map<string, Give>([
  ...HEADER_TAGS,
  ['EMAIL', ({ subscriber }) => subscriber.email],
  ['EMAIL_NAME', emailName],
  ['EMAIL_DOMAIN', emailDomain],
  ['SUBSCRIBER_UID', ({ subscriber }) => subscriber.uid],
  ['SUBSCRIBER_IP', ({ subscriber }) => subscriber.ip_address ?? ''],
  ['SUBSCRIBER_OPTIN_IP', ({ subscriber }) => subscriber.ip_address ?? ''],
  ['SUBSCRIBER_CONFIRM_IP', ({ subscriber }) => subscriber.confirm_ip ?? ''],
  ['SUBSCRIBER_EMAIL_NAME', emailName],
  ['SUBSCRIBER_EMAIL_DOMAIN', emailDomain],
  ...LIST_WIDE_TAGS,
  ['LIST_SUBJECT', (_, { defaults }) => defaults.subject],
  ['LIST_FROM_NAME', (_, { defaults }) => defaults.from_name],
  ['LIST_FROM_EMAIL', (_, { defaults }) => defaults.from_email],
  ...COMPANY_TAGS.map(([tag, give]): [string, Give] => [tag, (_, { company, address }) => give(company, address)]),
  ...PAGE_TAGS,
  ['CURRENT_DOMAIN', ({ urls }) => new URL(urls('subscribe')).hostname],
  ['DS_ID', ({ relay }) => relay && String(relay.number)],
  ['DS_NAME', ({ relay }) => relay?.label],
  ['DS_HOST', ({ relay }) => relay?.host],
  ['DS_TYPE', ({ relay }) => relay && 'smtp'],
  ...SIGN_TAGS.map(([tag, sign]): [string, Give] => [tag, () => sign]),
  ...dateTags,
]);

/**
 * Tags whose value is a web address or a sign, neither of which can be part of a mail address.
 * Their names are reserved, so that no field of a list has one of them.
 */
export const NEVER_IN_ADDRESSES: ReadonlySet<string> = new Set([
  ...[...PAGE_TAGS, ...SIGN_TAGS].map(([tag]) => tag),
  'COMPANY_WEBSITE',
]);

/** Tags whose value is a word, a number or a date: never a whole address nor a domain. */
export const WORD_TAGS: ReadonlySet<string> = new Set([
  ...dateTags.map(([tag]) => tag),
  ...['SUBSCRIBER_UID', 'SUBSCRIBER_IP', 'SUBSCRIBER_OPTIN_IP', 'SUBSCRIBER_CONFIRM_IP', 'LIST_UID', 'CAMPAIGN_UID'],
  ...[
    'CAMPAIGN_TYPE',
    'EMAIL_NAME',
    'SUBSCRIBER_EMAIL_NAME',
    'COMPANY_ZIP',
    'COMPANY_COUNTRY_CODE',
    'COMPANY_ZONE_CODE',
  ],
  ...['DS_ID', 'DS_TYPE'],
]);
