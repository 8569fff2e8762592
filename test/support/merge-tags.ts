// For tests of merge tags: a message in which every tag has a value.
import type { MergeSource } from '../../src/campaigns/merge/source.ts';
import type { Campaign, Customer, List, ListField, Subscriber } from '../../src/storage/tables.ts';

const company = {
  name: 'Acme Ltd',
  address_1: '1 High Street',
  address_2: 'Floor 2',
  zone_name: 'California',
  city: 'Los Angeles',
  zip_code: '90001',
  phone: '+1 555',
  website: 'https://acme.test',
  address_format: '',
  country: { code: 'US', name: 'United States' },
};

/** A list field, as far as tags need it. */
export const tagField = (id: number, tag: string) => ({ id, tag }) as ListField;

/** A message with a value for every tag. */
export const tagSource: MergeSource = {
  campaign: {
    ...{ uid: 'cc00000000001', name: 'Spring <sale>', type: 'regular', subject: 'Hello [FNAME]', to_name: '[EMAIL]' },
    ...{ from_name: 'Ada', from_email: 'ada@acme.test', reply_to: 'answers@acme.test' },
    ...{ send_at: Date.UTC(2026, 11, 24, 8), started_at: null, created_at: Date.UTC(2026, 10, 1) },
  } as Campaign,
  list: {
    ...{ uid: 'll00000000001', name: 'news', display_name: 'The News', description: 'What is new', company: null },
    defaults: '{"from_name":"InboundTools","from_email":"desk@acme.test","subject":"Hi"}',
  } as List,
  customer: { time_zone: 'Pacific/Auckland', locale: 'en', company: JSON.stringify(company) } as Customer,
  fields: [tagField(1, 'EMAIL'), tagField(2, 'FNAME'), tagField(3, 'LIKES'), tagField(4, 'EMPTY'), tagField(5, 'CITY')],
  subscriber: {
    ...{
      uid: 'ss00000000001',
      email: 'Ann.Lee@Example.test',
      ip_address: '2001:db8::1',
      created_at: Date.UTC(2026, 0, 2, 3, 4),
    },
    confirmed_at: Date.UTC(2026, 0, 3),
    confirm_ip: '192.0.2.1',
    field_values: JSON.stringify({ 2: 'Ann [EMAIL]', 3: ['tea', 'cake'], 5: 'Rome' }),
  } as Subscriber,
  urls: (page) => `https://m.test:8080/${page}`,
  relay: { id: 17, number: 7, label: 'Main', host: 'smtp.acme.test' },
  lastSentAt: Date.UTC(2026, 11, 30, 1, 2, 3),
  segmentName: 'Tea drinkers',
  at: Date.UTC(2026, 11, 31, 12, 30), // already the next year in Auckland
};

const ADDRESS = 'Acme Ltd\n1 High Street Floor 2\nLos Angeles California 90001\nUnited States\nhttps://acme.test';

/** Every tag of it with its value. */
export const TAG_VALUES: Record<string, string> = {
  ...{ EMAIL: 'Ann.Lee@Example.test', FNAME: 'Ann [EMAIL]', LIKES: 'tea, cake', EMPTY: '', CITY: 'Rome' },
  ...{ EMAIL_NAME: 'Ann.Lee', EMAIL_DOMAIN: 'Example.test' },
  ...{ SUBSCRIBER_EMAIL_NAME: 'Ann.Lee', SUBSCRIBER_EMAIL_DOMAIN: 'Example.test' },
  ...{ SUBSCRIBER_UID: 'ss00000000001', SUBSCRIBER_IP: '2001:db8::1', SUBSCRIBER_DATE_ADDED: '2026-01-02 16:04:00' },
  SUBSCRIBER_DATE_ADDED_LOCALIZED: '1/2/26, 4:04 PM',
  ...{ SUBSCRIBER_OPTIN_IP: '2001:db8::1', SUBSCRIBER_OPTIN_DATE: '2026-01-02 16:04:00' },
  ...{ SUBSCRIBER_CONFIRM_IP: '192.0.2.1', SUBSCRIBER_CONFIRM_DATE: '2026-01-03 13:00:00' },
  SUBSCRIBER_LAST_SENT_DATE: '2026-12-30 14:02:03',
  ...{ LIST_UID: 'll00000000001', LIST_NAME: 'The News', LIST_DESCRIPTION: 'What is new', LIST_SUBJECT: 'Hi' },
  ...{ LIST_FROM_NAME: 'InboundTools', LIST_FROM_EMAIL: 'desk@acme.test' },
  ...{ CAMPAIGN_UID: 'cc00000000001', CAMPAIGN_NAME: 'Spring <sale>', CAMPAIGN_TYPE: 'regular' },
  ...{ CAMPAIGN_SUBJECT: 'Hello Ann [EMAIL]', CAMPAIGN_TO_NAME: 'Ann.Lee@Example.test', CAMPAIGN_FROM_NAME: 'Ada' },
  ...{ CAMPAIGN_FROM_EMAIL: 'ada@acme.test', CAMPAIGN_REPLY_TO: 'answers@acme.test' },
  ...{ CAMPAIGN_SEND_AT: '2026-12-24 21:00:00', CAMPAIGN_STARTED_AT: '', CAMPAIGN_DATE_ADDED: '2026-11-01 13:00:00' },
  ...{ CAMPAIGN_URL: 'https://m.test:8080/campaign', CAMPAIGN_REPORT_ABUSE_URL: 'https://m.test:8080/abuse' },
  CAMPAIGN_SEGMENT_NAME: 'Tea drinkers',
  ...{ DS_ID: '7', DS_NAME: 'Main', DS_HOST: 'smtp.acme.test', DS_TYPE: 'smtp' },
  ...{ DS_FROM_NAME: 'Ada', DS_FROM_EMAIL: 'ada@acme.test', DS_REPLYTO_EMAIL: 'answers@acme.test' },
  ...{ COMPANY_FULL_ADDRESS: ADDRESS, COMPANY_NAME: 'Acme Ltd', COMPANY_WEBSITE: 'https://acme.test' },
  ...{ COMPANY_ADDRESS_1: '1 High Street', COMPANY_ADDRESS_2: 'Floor 2', COMPANY_CITY: 'Los Angeles' },
  ...{ COMPANY_ZONE: 'California', COMPANY_ZONE_CODE: 'CA', COMPANY_ZIP: '90001', COMPANY_PHONE: '+1 555' },
  ...{ COMPANY_COUNTRY: 'United States', COMPANY_COUNTRY_CODE: 'US' },
  ...{ CURRENT_YEAR: '2027', CURRENT_MONTH: '01', CURRENT_DAY: '01', CURRENT_DATE: '01/01/2027' },
  ...{ CURRENT_MONTH_FULL_NAME: 'January', DATE: '2027-01-01', DATETIME: '2027-01-01 01:30:00' },
  ...{ CURRENT_DOMAIN: 'm.test', CURRENT_DOMAIN_URL: 'https://m.test:8080' },
  ...{ SIGN_LT: '<', SIGN_LTE: '<=', SIGN_GT: '>', SIGN_GTE: '>=' },
  ...{ UNSUBSCRIBE_URL: 'https://m.test:8080/unsubscribe', UNSUBSCRIBE_LINK: 'https://m.test:8080/unsubscribe' },
  DIRECT_UNSUBSCRIBE_URL: 'https://m.test:8080/unsubscribe?direct',
  DIRECT_UNSUBSCRIBE_LINK: 'https://m.test:8080/unsubscribe?direct',
  UNSUBSCRIBE_FROM_CUSTOMER_URL: 'https://m.test:8080/preferences',
  ...{ UPDATE_PROFILE_URL: 'https://m.test:8080/profile', WEB_VERSION_URL: 'https://m.test:8080/web' },
  ...{ FORWARD_FRIEND_URL: 'https://m.test:8080/forward', SUBSCRIBE_URL: 'https://m.test:8080/subscribe' },
};
