import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import { STRICT } from '../../../http/dialect.ts';
import { decodeBody } from '../../../http/form/decode.ts';
import { AppError, type FaultTexts } from '../../../kernel/errors.ts';
import { fieldColumns } from '../input.ts';
import { FIELD_TYPES } from '../types.ts';
import { readField } from './wire.ts';

const at = Date.UTC(2026, 10, 21);
const general = { label: 'Size', tag: 'SIZE', required: 'no', visibility: 'visible' };

const bodyOf = (json: unknown) => decodeBody(Buffer.from(JSON.stringify(json)), 'application/json');
const read = (type: string, members: object) =>
  readField(bodyOf({ ...general, type, ...members }), { fields: [], dialect: STRICT, at });

function faultsOf(type: string, members: object): FaultTexts | undefined {
  try {
    read(type, members);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'invalid', String(error));
    return error.fields;
  }
}

const stored = (type: string, members: object): unknown => JSON.parse(fieldColumns(read(type, members)).rules);

describe('members of a type', () => {
  test('lengths are whole numbers within the limits of the type', () => {
    assert.deepEqual(stored('text', { min_length: '2', max_length: 255 }), { min_length: 2, max_length: 255 });
    assert.deepEqual(stored('textarea', { max_length: 65_535 }), { max_length: 65_535 });
    assert.deepEqual(stored('textarea', { min_length: 300 }), { min_length: 300 });
    assert.deepEqual(faultsOf('text', { min_length: 0, max_length: 256 }), {
      min_length: 'Min length must be a whole number from 1 to 255.',
      max_length: 'Max length must be a whole number from 1 to 255.',
    });
    assert.deepEqual(faultsOf('textarea', { min_length: 'x', max_length: 65_536 }), {
      min_length: 'Min length must be a whole number from 1 to 65535.',
      max_length: 'Max length must be a whole number from 1 to 65535.',
    });
    assert.deepEqual(faultsOf('text', { min_length: 3, max_length: 2 }), {
      max_length: 'Max length must not be smaller than min length.',
    });
  });

  test('content', () => {
    assert.deepEqual(stored('text', { content_rule: 'Alpha_CI', content_regex: '/^a/i' }), {
      content_rule: 'alpha_ci',
      content_regex: '/^a/i',
    });
    const faults = faultsOf('textarea', { content_rule: 'letters', content_regex: '(?=a)' });
    assert.equal(
      faults?.['content_rule'],
      'Content rule must be one of: alpha, alpha_ci, alphanum, alphanum_ci, alphanumext, alphanumext_ci.',
    );
    assert.match(String(faults?.['content_regex']), /^Content regex cannot be used: .*RE2/);
    assert.equal(
      faultsOf('text', { content_regex: 'a'.repeat(501) })?.['content_regex'],
      'Content regex is too long (maximum is 500 characters).',
    );
  });

  test('addresses of the web', () => {
    const sent = {
      allowed_scheme: 'HTTPS',
      whitelist_domains: 'Example.com, *.b.example;münchen.example',
      blacklist_domains: 'a.example',
    };
    assert.deepEqual(stored('url', sent), {
      allowed_scheme: 'https',
      whitelist_domains: ['example.com', 'b.example', 'xn--mnchen-3ya.example'],
      blacklist_domains: ['a.example'],
    });
    assert.deepEqual(
      faultsOf('url', { allowed_scheme: 'ftp', whitelist_domains: 'a.example, http://b', blacklist_domains: 5 }),
      {
        allowed_scheme: 'Allowed scheme must be one of: http, https, both.',
        whitelist_domains: 'Whitelist domains holds "http://b", which is no domain.',
        blacklist_domains: 'Blacklist domains holds "5", which is no domain.',
      },
    );
  });

  test('some clients name both schemes', () => {
    for (const allowed_scheme of ['both', 'http,https', 'https, HTTP']) {
      assert.deepEqual(stored('url', { allowed_scheme }), { allowed_scheme: 'both' });
    }
    for (const allowed_scheme of ['http,ftp', 'https,https,']) assert.ok(faultsOf('url', { allowed_scheme }));
  });

  test('stars, countries, ticks and years', () => {
    assert.deepEqual(stored('rating', { max_stars: 10 }), { max_stars: 10 });
    for (const max_stars of [2, 11, 'x']) {
      assert.deepEqual(faultsOf('rating', { max_stars }), {
        max_stars: 'Max stars must be a whole number from 3 to 10.',
      });
    }
    for (const type of ['phonenumber', 'country']) {
      assert.deepEqual(stored(type, { default_country: 'ro' }), { default_country: 'RO' });
      for (const default_country of ['XX', 'Romania', 'ROU']) {
        assert.deepEqual(faultsOf(type, { default_country }), {
          default_country: 'Default country must be an ISO 3166 alpha-2 code.',
        });
      }
    }
    assert.deepEqual(stored('checkbox', { check_value: 'on' }), { check_value: 'on' });
    assert.deepEqual(faultsOf('checkbox', { check_value: 'x'.repeat(256) }), {
      check_value: 'Check value is too long (maximum is 255 characters).',
    });
    assert.deepEqual(stored('consentcheckbox', { consent_text: 'I agree.' }), { consent_text: 'I agree.' });
    assert.deepEqual(faultsOf('consentcheckbox', { consent_text: 'a\nb' }), {
      consent_text: 'Consent text must be one line without control characters.',
    });
    assert.deepEqual(stored('yearsrange', { year_start: 1990, year_end: '1990' }), {
      year_start: 1990,
      year_end: 1990,
    });
    assert.deepEqual(stored('yearsrange', { year_end: 1800 }), { year_end: 1800 });
    assert.deepEqual(faultsOf('yearsrange', { year_start: 2001, year_end: 2000 }), {
      year_end: 'Year end must not be before year start.',
    });
    assert.deepEqual(faultsOf('yearsrange', { year_start: 999, year_end: 10_000 }), {
      year_start: 'Year start must be a whole number from 1000 to 9999.',
      year_end: 'Year end must be a whole number from 1000 to 9999.',
    });
  });

  test('members of another type are passed over, however wrong', () => {
    const whole = {
      min_length: 'x',
      content_regex: '(',
      allowed_scheme: 'ftp',
      max_stars: 99,
      default_country: 'XX',
      check_value: [],
      consent_text: {},
      year_start: 'x',
      options: 'x',
    };
    for (const type of ['date', 'state', 'geocity', 'email']) assert.deepEqual(stored(type, whole), {}, type);
    assert.equal(fieldColumns(read('text', { options: [{ name: 'A', value: 'a' }] })).options, '[]');
  });

  test('options are pairs of name and value, 500 at most', () => {
    const option = (name: unknown, value: unknown) => ({ name, value });
    const options = (count: number) => Array.from({ length: count }, (_, i) => option(`n${i}`, `v${i}`));
    assert.equal(read('dropdown', { options: options(500) }).options.length, 500);
    assert.deepEqual(faultsOf('dropdown', { options: options(501) }), {
      options: 'Please provide at most 500 options.',
    });
    assert.deepEqual(faultsOf('dropdown', { options: 'S, L' }), {
      options: 'Options must be a list of objects with name and value.',
    });
    const faulty = [
      option('A', 'a'),
      option('', 'b'),
      option('C', null),
      option('n'.repeat(101), 'v'.repeat(256)),
      option('A', 'a'),
      option('A\n', 'a\u001fb'),
      option([], {}),
    ];
    assert.deepEqual(faultsOf('multiselect', { options: faulty }), {
      'options[1].name': 'Option name cannot be blank.',
      'options[2].value': 'Option value cannot be blank.',
      'options[3].name': 'Option name is too long (maximum is 100 characters).',
      'options[3].value': 'Option value is too long (maximum is 255 characters).',
      'options[4].value': 'Option value must be unique.',
      'options[5].value': 'Option value must not hold control characters.',
      'options[6].name': 'Option name must be a text.',
      'options[6].value': 'Option value must be a text.',
    });
    assert.deepEqual(read('radiolist', {}).options, []);
    assert.deepEqual(read('radiolist', { options: {} }).options, []);
    assert.deepEqual(faultsOf('radiolist', { options: { a: '' } }), {
      'options[0].name': 'Option name cannot be blank.',
    });
  });

  test('the default value must be valid by the rules that come with it', () => {
    assert.equal(read('text', { max_length: 3, default_value: ' abc ' }).defaultValue, 'abc');
    assert.deepEqual(faultsOf('text', { max_length: 3, default_value: 'abcd' }), {
      default_value: 'Default value is too long (maximum is 3 characters).',
    });
    assert.deepEqual(faultsOf('dropdown', { default_value: 'a' }), {
      default_value: 'Default value has no options yet.',
    });
    assert.equal(faultsOf('date', { default_value: '[DATE]' }), undefined);
    // faulty rules say nothing of the default
    assert.deepEqual(Object.keys(faultsOf('text', { max_length: 0, default_value: 'abcd' }) ?? {}), ['max_length']);
    assert.deepEqual(Object.keys(faultsOf('rating', { label: '', default_value: '9' }) ?? {}), [
      'label',
      'default_value',
    ]);
  });
});

describe('a changed field', () => {
  const before = {
    ...fieldColumns(read('text', { min_length: 2, content_rule: 'alpha', content_regex: '^a', default_value: 'abc' })),
    id: 1,
    number: 1,
    customer_id: 1,
    list_id: 1,
    created_at: at,
    updated_at: at,
  };
  const change = (members: object) =>
    fieldColumns(readField(bodyOf(members), { fields: [before], before, dialect: STRICT, at }));

  test('rules not sent stay, empty ones go, null ones stay', () => {
    assert.deepEqual(JSON.parse(change({}).rules), { min_length: 2, content_rule: 'alpha', content_regex: '^a' });
    assert.deepEqual(JSON.parse(change({ content_rule: '', min_length: null, max_length: 9 }).rules), {
      min_length: 2,
      max_length: 9,
      content_regex: '^a',
    });
    assert.deepEqual(JSON.parse(change({ min_length: '', content_regex: '' }).rules), { content_rule: 'alpha' });
  });

  test('a stored default value must fit the new rules', () => {
    assert.throws(
      () => change({ max_length: 2 }),
      (error: unknown) => error instanceof AppError && Object.keys(error.fields ?? {}).join() === 'default_value',
    );
    assert.equal(change({ max_length: 2, default_value: '' }).default_value, '');
  });
});

test('no body throws anything but faults', () => {
  const type = fc.constantFrom(...FIELD_TYPES.map((one) => one.identifier));
  const names = [
    'label',
    'tag',
    'min_length',
    'max_length',
    'content_regex',
    'whitelist_domains',
    'default_country',
    'options',
    'default_value',
    'year_end',
    '__proto__',
  ];
  const value = fc.oneof(fc.string(), fc.integer(), fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: anyCharacter }));
  fc.assert(
    fc.property(type, fc.dictionary(fc.constantFrom(...names), value), (identifier, members) => {
      faultsOf(identifier, members);
    }),
    { numRuns: 3000 },
  );
});
