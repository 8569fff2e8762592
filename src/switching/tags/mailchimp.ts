// Mailchimp's merge tags, `*|FNAME|*`, as ours. Conditions, groups, feeds and social tags have no
// counterpart: they are named and stay as written.
import { type Outcome, replaceTags, type Translate } from './translation.ts';

const TAG = /\*\|([^|*<>\r\n]{1,200}(?:\|[^|*<>\r\n]{1,100})*)\|\*/g;

/** Tags about everything but the person; upper case. */
const FIXED: Readonly<Record<string, string>> = {
  EMAIL: 'EMAIL',
  UNSUB: 'UNSUBSCRIBE_URL',
  UPDATE_PROFILE: 'UPDATE_PROFILE_URL',
  PREFERENCES: 'UPDATE_PROFILE_URL',
  FORWARD: 'FORWARD_FRIEND_URL',
  ARCHIVE: 'WEB_VERSION_URL',
  CAMPAIGN_URL: 'WEB_VERSION_URL',
  ABUSE_EMAIL: 'CAMPAIGN_REPORT_ABUSE_URL',
  CAMPAIGN_UID: 'CAMPAIGN_UID',
  UNIQID: 'SUBSCRIBER_UID',
  EMAIL_UID: 'SUBSCRIBER_UID',
  OPTIN_DATE: 'SUBSCRIBER_OPTIN_DATE',
  'MC:SUBJECT': 'CAMPAIGN_SUBJECT',
  'MC:DATE': 'CURRENT_DATE',
  CURRENT_YEAR: 'CURRENT_YEAR',
  'LIST:NAME': 'LIST_NAME',
  'LIST:DESCRIPTION': 'LIST_DESCRIPTION',
  'LIST:COMPANY': 'COMPANY_NAME',
  'LIST:ADDRESS': 'COMPANY_FULL_ADDRESS',
  'LIST:ADDRESSLINE': 'COMPANY_FULL_ADDRESS',
  LIST_ADDRESS: 'COMPANY_FULL_ADDRESS',
  'HTML:LIST_ADDRESS': 'COMPANY_FULL_ADDRESS',
  'HTML:LIST_ADDRESS_HTML': 'COMPANY_FULL_ADDRESS',
  'LIST:PHONE': 'COMPANY_PHONE',
  'LIST:URL': 'COMPANY_WEBSITE',
  'LIST:SUBSCRIBE': 'SUBSCRIBE_URL',
};
const FILTERS: Readonly<Record<string, string>> = { UPPER: 'uppercase', LOWER: 'lowercase', TITLE: 'ucwords' };
const CONDITION = /^(IF|IFNOT|ELSE|ELSEIF|END|INTERESTED|GROUP|NOT)(:|$)/;

export const translateMailchimp: Translate = (text, fields) =>
  replaceTags(text, TAG, ([, inner = '']) => outcomeOf(inner.trim(), fields));

function outcomeOf(inner: string, fields: ReadonlyMap<string, string>): Outcome {
  const tag = inner.toUpperCase();
  if (CONDITION.test(tag)) return { why: 'is a condition: write it as [IF:FNAME:not-empty]…[ENDIF]' };
  if (/^(RSS|FEED)/.test(tag)) return { why: 'is a feed: write it with [XML_FEED_BEGIN]' };
  const fixed = FIXED[tag];
  if (fixed !== undefined) return { text: `[${fixed}]` };
  const field = fields.get(tag);
  if (field !== undefined) return { text: `[${field}]` };
  const [, filter = '', name = ''] = /^([A-Z]+):([A-Z0-9_]+)$/.exec(tag) ?? [];
  const filtered = FILTERS[filter] === undefined ? undefined : (fields.get(name) ?? FIXED[name]);
  if (filtered !== undefined) return { text: `[${filtered}:filter:${FILTERS[filter]}]` };
  if (/^MMERGE\d+$/.test(tag)) return { why: 'is a field by its number, which an export does not name' };
  return { why: 'has no counterpart here' };
}
