import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textIn } from '../../../test/support/fields.ts';
import { processorMs } from '../../../test/support/processor-time.ts';
import { nameOfCopy } from '../list-settings.ts';
import { patternOf, regexFault } from './regex.ts';
import { isReservedTag } from './reserved-tags.ts';
import { optionFaults, tagFault } from './rules.ts';
import { domainOf } from './types/url.ts';
import { FIELD_TYPES, getFieldType } from './types.ts';
import { checkValue } from './values.ts';

test('the 20 types of the interface, in order', () => {
  const names =
    'text:Text dropdown:Dropdown multiselect:Multiselect date:Date datetime:Datetime textarea:Textarea country:Country state:State checkboxlist:Checkbox_List radiolist:Radio_List geocountry:Geo_Country geostate:Geo_State geocity:Geo_City checkbox:Checkbox consentcheckbox:Consent_Checkbox yearsrange:Years_Range phonenumber:Phone_Number email:Email url:Url rating:Rating';
  const known = FIELD_TYPES.map(({ identifier, name }) => `${identifier}:${name.replaceAll(' ', '_')}`);
  assert.equal(known.slice(0, 20).join(' '), names);
  assert.equal(new Set(FIELD_TYPES.map(({ identifier }) => identifier)).size, FIELD_TYPES.length);
  assert.throws(() => getFieldType('constructor'), /no field type constructor/);
});

test('tags are capital letters, digits and underscores that begin with a letter', () => {
  for (const tag of ['A', 'FNAME', 'F1', 'F_1', 'EMAIL', 'A__B', 'X'.repeat(50)])
    assert.equal(tagFault(tag), undefined, tag);
  const form =
    'Tag must begin with a letter, hold only letters, digits and underscores, and not end with an underscore.';
  for (const tag of ['', '1A', '_A', 'A_', 'A-B', 'A B', 'Ä', '[A]', 'A\n', 'fname'])
    assert.equal(textIn(tagFault(tag)), form, tag);
  assert.equal(textIn(tagFault('X'.repeat(51))), 'Tag is too long (maximum is 50 characters).');
  assert.equal(textIn(tagFault('UNSUBSCRIBE_URL')), 'The tag "UNSUBSCRIBE_URL" is reserved!');
});

test('every merge tag that campaigns know is reserved', () => {
  const reserved = `SUBSCRIBER_UID SUBSCRIBER_IP SUBSCRIBER_DATE_ADDED SUBSCRIBER_DATE_ADDED_LOCALIZED SUBSCRIBER_OPTIN_IP
    SUBSCRIBER_OPTIN_DATE SUBSCRIBER_CONFIRM_IP SUBSCRIBER_CONFIRM_DATE SUBSCRIBER_LAST_SENT_DATE SUBSCRIBER_EMAIL_NAME
    SUBSCRIBER_EMAIL_DOMAIN EMAIL_NAME EMAIL_DOMAIN LIST_UID LIST_NAME LIST_SUBJECT LIST_DESCRIPTION LIST_FROM_NAME
    LIST_FROM_EMAIL CAMPAIGN_NAME CAMPAIGN_TYPE CAMPAIGN_SUBJECT CAMPAIGN_TO_NAME CAMPAIGN_FROM_NAME CAMPAIGN_FROM_EMAIL
    CAMPAIGN_REPLY_TO CAMPAIGN_UID CAMPAIGN_URL CAMPAIGN_SEND_AT CAMPAIGN_STARTED_AT CAMPAIGN_DATE_ADDED
    CAMPAIGN_SEGMENT_NAME CAMPAIGN_REPORT_ABUSE_URL COMPANY_FULL_ADDRESS COMPANY_NAME COMPANY_WEBSITE COMPANY_ADDRESS_1
    COMPANY_ADDRESS_2 COMPANY_CITY COMPANY_ZONE COMPANY_ZONE_CODE COMPANY_ZIP COMPANY_COUNTRY COMPANY_COUNTRY_CODE
    COMPANY_PHONE CURRENT_YEAR CURRENT_MONTH CURRENT_DAY CURRENT_DATE CURRENT_MONTH_FULL_NAME CURRENT_DOMAIN
    CURRENT_DOMAIN_URL DATE DATETIME SIGN_LT SIGN_LTE SIGN_GT SIGN_GTE DS_NAME DS_HOST DS_TYPE DS_ID DS_FROM_NAME
    DS_FROM_EMAIL DS_REPLYTO_EMAIL UNSUBSCRIBE_URL UNSUBSCRIBE_LINK DIRECT_UNSUBSCRIBE_URL DIRECT_UNSUBSCRIBE_LINK
    UNSUBSCRIBE_FROM_CUSTOMER_URL UPDATE_PROFILE_URL WEB_VERSION_URL FORWARD_FRIEND_URL SUBSCRIBE_URL RANDOM_CONTENT
    REMOTE_CONTENT XML_FEED_BEGIN XML_FEED_END XML_FEED_ITEM_TITLE XML_FEED_ITEM_DESCRIPTION XML_FEED_ITEM_CONTENT
    XML_FEED_ITEM_IMAGE XML_FEED_ITEM_LINK XML_FEED_ITEM_PUBDATE XML_FEED_ITEM_GUID JSON_FEED_BEGIN JSON_FEED_END
    JSON_FEED_ITEM_TITLE JSON_FEED_ITEM_DESCRIPTION JSON_FEED_ITEM_CONTENT JSON_FEED_ITEM_IMAGE JSON_FEED_ITEM_LINK
    JSON_FEED_ITEM_PUBDATE JSON_FEED_ITEM_GUID`;
  for (const tag of reserved.split(/\s+/)) assert.ok(isReservedTag(tag), tag);
  for (const tag of ['EMAIL', 'FNAME', 'LNAME', 'NAME', 'CITY', 'DATES']) assert.ok(!isReservedTag(tag), tag);
});

test('regular expressions, bare or with delimiters and flags', () => {
  const matches = (regex: string, text: string) => patternOf(regex).test(text);
  assert.ok(matches('^a+$', 'aaa') && !matches('^a+$', 'AAA'));
  assert.ok(matches('/^a+$/i', 'AAA') && matches('/^a+$/', 'a') && matches('/b/', 'abc'));
  assert.ok(matches('/^b$/m', 'a\nb') && matches('/a.b/s', 'a\nb') && !matches('/a.b/', 'a\nb'));
  assert.ok(matches('/a\\/b/gu', 'a/b') && matches('^\\p{L}+$', 'Zoë'));
  assert.ok(matches('a/b', 'xa/b')); // no delimiters
});

test('what a linear-time engine cannot do is refused, saying what', () => {
  const fault = (what: string) =>
    `Content regex cannot be used: ${what}. It takes RE2 syntax, without look-around and back-references.`;
  assert.equal(regexFault('^a'), undefined);
  assert.equal(textIn(regexFault('(?=a)b')), fault('invalid or unsupported Perl syntax: `(?=`'));
  assert.equal(textIn(regexFault('(a)\\1')), fault('invalid escape sequence: `\\1`'));
  assert.equal(textIn(regexFault('(a')), fault('missing closing ): `(a`'));
  assert.equal(textIn(regexFault('a{2000}')), fault('invalid repeat count: `{2000}`'));
  assert.equal(textIn(regexFault('/a/x')), fault('the flag "x" is not supported'));
});

test('no expression takes long or throws anything but a reason', () => {
  const hostile = fc.string({ unit: fc.constantFrom(...'(a|b)*+?{1000}[^]\\d.$/ix\u0000é'), maxLength: 60 });
  fc.assert(
    fc.property(hostile, (regex) => {
      if (regexFault(regex) === undefined) patternOf(regex).test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!');
    }),
    { numRuns: 2000 },
  );
  const started = processorMs();
  patternOf('^(a+)+$').test(`${'a'.repeat(5000)}!`);
  assert.ok(processorMs() - started < 1000);
});

test('an expression is only tried with texts that it is done with soon', () => {
  const slow = '(\\pL|b)*a(\\pL|b){160}\\d'; // longer ones of this kind took seconds
  assert.equal(regexFault(slow), undefined);
  const rules = { max_length: 65_535, content_regex: slow };
  const definition = { type: getFieldType('textarea'), label: 'Story', required: false, defaultValue: '', rules };
  const faultOf = (text: string) => {
    const checked = checkValue({ ...definition, options: [] }, text, { at: 0, ipAddress: '' });
    return 'fault' in checked ? textIn(checked.fault) : '';
  };
  const before = processorMs();
  assert.match(String(faultOf('ab'.repeat(32_000))), /^Story is too long \(maximum is \d+ characters\)/);
  assert.equal(faultOf('ab'.repeat(300)), 'Story does not have the required form.');
  assert.ok(processorMs() - before < 1_500);
});

test('the values of options are unique', () => {
  const option = (value: string) => ({ name: 'n', value });
  assert.deepEqual(
    [...optionFaults(['a', 'b', 'a', 'A'].map(option))].map(([at, told]) => [at, textIn(told)]),
    [['[2].value', 'Option value must be unique.']],
  );
});

test('domains', () => {
  assert.equal(domainOf(' *.Example.COM. '), 'example.com');
  assert.equal(domainOf('münchen.example'), 'xn--mnchen-3ya.example');
  assert.equal(domainOf('localhost'), 'localhost');
  for (const text of ['', 'a b', 'https://a.example', 'a/b', '-a.example', 'a..b', `${'a'.repeat(64)}.example`]) {
    assert.equal(domainOf(text), undefined, text);
  }
});

test('copies are numbered, and their names stay within the limit', () => {
  assert.equal(nameOfCopy('News'), 'News #1');
  assert.equal(nameOfCopy('News #9'), 'News #10');
  assert.equal(nameOfCopy('News#9'), 'News#9 #1');
  assert.equal(nameOfCopy('x'.repeat(255)), `${'x'.repeat(252)} #1`);
  assert.equal(nameOfCopy(`${'x'.repeat(251)}😀x`), `${'x'.repeat(251)} #1`, 'not half a sign');
});
