import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { field } from '../../../test/support/fields.ts';
import { allCountries, zonesOf } from '../../accounts/countries.ts';
import { inEnglish } from '../../kernel/sentences/sentence.ts';
import type { ValueContext } from './default-values.ts';
import { FIELD_TYPES, type FieldRules, type FieldTypeName } from './types.ts';
import { checkValue, completeDefinition, type FieldDefinition } from './values.ts';

const context: ValueContext = { at: 1_700_000_000_000, timeZone: 'Europe/Paris', ipAddress: '2001:db8::1' };

const rules: fc.Arbitrary<FieldRules> = fc.record(
  {
    min_length: fc.integer({ min: 1, max: 5 }),
    max_length: fc.integer({ min: 5, max: 255 }),
    content_rule: fc.constantFrom('alpha', 'alpha_ci', 'alphanum', 'alphanum_ci', 'alphanumext', 'alphanumext_ci'),
    content_regex: fc.constantFrom('^a', '/b+/i', '.', '/^.$/s'),
    allowed_scheme: fc.constantFrom('http', 'https', 'both'),
    whitelist_domains: fc.array(fc.constantFrom('example.com', 'b.example')),
    blacklist_domains: fc.array(fc.constantFrom('example.com', 'b.example')),
    max_stars: fc.integer({ min: 3, max: 10 }),
    default_country: fc.constantFrom('RO', 'US', 'IT', 'AQ'),
    check_value: fc.constantFrom('yes', 'no', 'on it'),
    consent_text: fc.constantFrom('I agree.', 'no'),
    year_start: fc.integer({ min: 1000, max: 2000 }),
    year_end: fc.integer({ min: 2000, max: 9999 }),
  },
  { requiredKeys: [] },
);
const optionValue = fc.oneof(fc.constantFrom('a', 'b', 'a,b', '1', '__proto__'), fc.string({ minLength: 1 }));

const definition: fc.Arbitrary<FieldDefinition> = fc
  .record({
    type: fc.constantFrom(...FIELD_TYPES),
    label: fc.constantFrom('Name', 'yes'),
    required: fc.boolean(),
    defaultValue: fc.constantFrom('', 'x', '[DATE]', '[DATETIME]', '[SUBSCRIBER_IP]', 'a,b', 'RO', '3', '[DATE'),
    rules,
    options: fc
      .uniqueArray(optionValue, { selector: (value) => value.trim() })
      .map((values) =>
        values.map((value) => ({ name: 'n', value: value.trim().toWellFormed() })).filter(({ value }) => value !== ''),
      ),
  })
  .map(completeDefinition);

const plausible = fc.oneof(
  fc.constantFrom(
    'a',
    'a,b',
    'B, a',
    'yes',
    'no',
    'I agree.',
    '2024-02-29',
    '2024-02-29 10:00:00',
    '1999',
    'ro',
    'Romania',
  ),
  fc.constantFrom(
    '3',
    '05',
    'https://example.com/',
    'HTTP://b.example.',
    '+40 712 345 678',
    '0712345678',
    '202-555-0100',
  ),
  fc.emailAddress(),
  fc.webUrl(),
  fc.integer().map(String),
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme', minLength: 200, maxLength: 300 }),
);
const raw = fc.oneof(
  plausible,
  plausible,
  fc.array(plausible, { maxLength: 4 }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, new Uint8Array([1]), Object.create(null), { 0: 'a', 5: 'b' }),
  fc.anything({ withNullPrototype: true }),
);
const around: fc.Arbitrary<ValueContext> = fc.record({
  at: fc.integer({ min: 0, max: 4e12 }),
  timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/St_Johns'),
  ipAddress: fc.constantFrom(undefined, '192.0.2.1'),
  country: fc.constantFrom(undefined, 'US', 'Romania', 'Atlantis', 'MC'),
});

test('whatever is accepted is accepted again, unchanged; nothing throws', () => {
  fc.assert(
    fc.property(definition, raw, around, (field, given, context) => {
      const first = checkValue(field, given, context);
      if ('fault' in first) {
        assert.match(inEnglish(first.fault), /^(?:Name|yes) (?:is|must|may|holds|cannot|has|does) .*\.$/s);
        return;
      }
      assert.deepEqual(checkValue(field, first.value, context), first);
    }),
    { numRuns: 5_000 },
  );
});

function assertStable(type: FieldTypeName, given: string, more: ValueContext = context): string {
  const required = field(type, { required: true });
  const first = checkValue(required, given, more);
  assert.ok('value' in first, `${given}: ${JSON.stringify(first)}`);
  assert.deepEqual(checkValue(required, first.value, more), first, given);
  return String(first.value);
}

test('every country is found by its code and name, and stays itself', () => {
  for (const { code, name } of allCountries()) {
    assert.equal(assertStable('country', code), name);
    assert.equal(assertStable('geocountry', name), name);
  }
});

test('every zone of every country is found by its name, and stays itself', () => {
  for (const { code } of allCountries()) {
    for (const { name } of zonesOf(code)) assertStable('state', name, { ...context, country: code });
  }
});

test('phone numbers stay as they were stored', () => {
  const number = fc.tuple(
    fc.constantFrom('+1', '+7', '+39', '+40', '+44', '+49', '+52', '+54', '+55', '+379', '0', '00', ''),
    fc.integer({ min: 1, max: 99_999_999_999 }),
  );
  const country = fc.constantFrom(undefined, 'US', 'RO', 'IT', 'AR', 'MX', 'BR', 'GB', 'RU', 'AQ');
  fc.assert(
    fc.property(number, country, ([prefix, digits], default_country) => {
      const phone = field('phonenumber', default_country === undefined ? {} : { rules: { default_country } });
      const first = checkValue(phone, `${prefix}${digits}`, context);
      if ('value' in first) assert.deepEqual(checkValue(phone, first.value, context), first);
    }),
    { numRuns: 2_000 },
  );
});
