import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TAG_VALUES, tagField, tagSource } from '../../../test/support/merge-tags.ts';
import { isReservedTag } from '../../lists/fields/reserved-tags.ts';
import { parseTags, renderPieces } from '../../mail/merge/merge.ts';
import { FIXED_TAGS } from './tags.ts';
import { knownTags, mergeValues } from './values.ts';

test('every tag has its value, and all of them are known', () => {
  const lookup = mergeValues(tagSource);
  const isKnown = knownTags(tagSource.fields);
  for (const [tag, value] of Object.entries(TAG_VALUES)) {
    assert.ok(isKnown(tag), tag);
    assert.equal(lookup(tag), value, tag);
  }
});

test('what is not known stays as it was written, and no value is read as a tag', () => {
  const isKnown = knownTags(tagSource.fields);
  const text = '[FNAME] [NOBODY] [constructor] [__proto__] [fname] [CITY:filter:uppercase] [XML_FEED_END]';
  assert.equal(
    renderPieces(parseTags(text, isKnown), mergeValues(tagSource)),
    'Ann [EMAIL] [NOBODY] [constructor] [__proto__] [fname] ROME [XML_FEED_END]',
  );
  assert.equal(knownTags([])('CITY'), false);
  for (const tag of ['constructor', '__proto__', 'NOBODY']) assert.equal(mergeValues(tagSource)(tag), undefined);
});

test('the list’s own company goes before the customer’s, and without one there is no address', () => {
  const own = {
    ...tagSource,
    campaign: { ...tagSource.campaign },
    list: { ...tagSource.list, company: '{"name":"InboundTools"}' },
  };
  assert.equal(mergeValues(own)('COMPANY_FULL_ADDRESS'), 'InboundTools');
  const none = {
    ...tagSource,
    campaign: { ...tagSource.campaign },
    customer: { ...tagSource.customer, company: null },
  };
  assert.equal(mergeValues(none)('COMPANY_FULL_ADDRESS'), '');
});

test('a field may have the name of a later tag: its value goes first', () => {
  const fields = [...tagSource.fields, tagField(6, 'DATE')];
  const subscriber = { ...tagSource.subscriber, field_values: '{"6":"2000-01-01"}' };
  const lookup = mergeValues({ ...tagSource, campaign: { ...tagSource.campaign }, fields, subscriber });
  assert.equal(lookup('DATE'), '2000-01-01');
});

test('the table has every tag, and no field of a list can take the name of one', () => {
  for (const tag of FIXED_TAGS.keys()) {
    assert.ok(Object.hasOwn(TAG_VALUES, tag), tag);
    assert.equal(isReservedTag(tag), tag !== 'EMAIL', tag);
  }
});

test('where nothing is sent there is no relay; what is not known is empty', () => {
  const { relay: _, lastSentAt: __, ...shown } = tagSource;
  const subscriber = { ...tagSource.subscriber, ip_address: null, confirmed_at: null, confirm_ip: null };
  const lookup = mergeValues({ ...shown, subscriber, urls: () => '', segmentName: '' });
  const empty =
    'DS_ID DS_NAME DS_HOST DS_TYPE DS_FROM_NAME DS_FROM_EMAIL DS_REPLYTO_EMAIL SUBSCRIBER_LAST_SENT_DATE SUBSCRIBER_IP ' +
    'SUBSCRIBER_OPTIN_IP SUBSCRIBER_CONFIRM_IP SUBSCRIBER_CONFIRM_DATE CAMPAIGN_SEGMENT_NAME DIRECT_UNSUBSCRIBE_URL CAMPAIGN_URL';
  for (const tag of empty.split(' ')) assert.equal(lookup(tag) ?? '', '', tag);
});

test('a header text that names itself, or another one, is filled in once', () => {
  const campaign = {
    ...tagSource.campaign,
    subject: '[CAMPAIGN_SUBJECT] [CAMPAIGN_FROM_NAME] [CITY]',
    from_name: '[CITY]',
  };
  const lookup = mergeValues({ ...tagSource, campaign });
  assert.equal(lookup('CAMPAIGN_SUBJECT'), '[CAMPAIGN_SUBJECT] [CAMPAIGN_FROM_NAME] [CITY] [CITY] Rome');
  assert.equal(lookup('CAMPAIGN_FROM_NAME'), 'Rome');
});

test('dates follow the zone and the language of the customer', () => {
  const customer = { ...tagSource.customer, time_zone: 'America/New_York', locale: 'de' };
  const at = Date.UTC(2026, 10, 1, 5, 59); // an hour that comes twice there, the first time
  const lookup = mergeValues({ ...tagSource, campaign: { ...tagSource.campaign }, customer, at });
  assert.equal(lookup('DATETIME'), '2026-11-01 01:59:00');
  assert.equal(lookup('SUBSCRIBER_DATE_ADDED'), '2026-01-01 22:04:00');
  assert.equal(lookup('SUBSCRIBER_DATE_ADDED_LOCALIZED'), '01.01.26, 22:04');
});
