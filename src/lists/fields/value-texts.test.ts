import { describe } from 'node:test';
import { field, type RefusedValue, rows } from '../../../test/support/fields.ts';

describe('values with a form of their own', () => {
  const aText = 'X must be a text.';
  const oneLine = 'X must be one line without control characters.';
  rows(
    'text',
    field('text'),
    [
      ['Ann', 'Ann'],
      ['  Zoë 👩‍👩‍👧 ', 'Zoë 👩‍👩‍👧'],
      [7, '7'],
      [true, 'true'],
      ['a\tb', 'a\tb'],
      ['😀'.repeat(255), '😀'.repeat(255)],
      ['\ud800', '\ufffd'],
    ],
    [
      ['x'.repeat(256), 'X is too long (maximum is 255 characters).'],
      ['a\nb', oneLine],
      ['a\0b', oneLine],
      ['a\u001fb', oneLine],
      [{ a: {} }, aText],
      [new Uint8Array([65]), aText],
      [['a', 'b'], 'X must be a single value.'],
    ],
  );
  rows(
    'text with lengths',
    field('text', { rules: { min_length: 2, max_length: 3 } }),
    [
      ['ab', 'ab'],
      ['😀😀😀', '😀😀😀'],
      ['', ''],
    ],
    [
      ['a', 'X is too short (minimum is 2 characters).'],
      ['😀', 'X is too short (minimum is 2 characters).'],
      ['abcd', 'X is too long (maximum is 3 characters).'],
    ],
  );
  rows(
    'textarea',
    field('textarea', { rules: { max_length: 300 } }),
    [['one\r\ntwo\tthree', 'one\r\ntwo\tthree']],
    [
      ['x'.repeat(301), 'X is too long (maximum is 300 characters).'],
      ['a\0b', 'X must not hold control characters.'],
    ],
  );
  const only = (what: string) => `X may hold only ${what}.`;
  rows(
    'alpha',
    field('text', { rules: { content_rule: 'alpha' } }),
    [['abc', 'abc']],
    [['aBc', only('lower case letters (a to z)')]],
  );
  rows(
    'alpha_ci',
    field('text', { rules: { content_rule: 'alpha_ci' } }),
    [['aBc', 'aBc']],
    [['ab1', only('letters (a to z)')]],
  );
  rows(
    'alphanum',
    field('text', { rules: { content_rule: 'alphanum' } }),
    [['ab1', 'ab1']],
    [['Ab1', only('lower case letters (a to z) and digits')]],
  );
  rows(
    'alphanum_ci',
    field('text', { rules: { content_rule: 'alphanum_ci' } }),
    [['Ab1', 'Ab1']],
    [['a b', only('letters (a to z) and digits')]],
  );
  rows(
    'alphanumext',
    field('text', { rules: { content_rule: 'alphanumext' } }),
    [['a b-c_d.1', 'a b-c_d.1']],
    [['A', only('lower case letters (a to z), digits, spaces, hyphens, underscores and dots')]],
  );
  rows(
    'alphanumext_ci',
    field('text', { rules: { content_rule: 'alphanumext_ci' } }),
    [['A b-C_d.1', 'A b-C_d.1']],
    [['a+b', only('letters (a to z), digits, spaces, hyphens, underscores and dots')]],
  );
  rows(
    'a regular expression',
    field('text', { rules: { content_regex: '/^[a-z]{2}\\d+$/i' } }),
    [['Ab12', 'Ab12']],
    [['12', 'X does not have the required form.']],
  );
  rows(
    'date',
    field('date'),
    [
      ['2024-02-29', '2024-02-29'],
      ['2000-02-29', '2000-02-29'],
      ['2026-12-31', '2026-12-31'],
    ],
    [
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '26-1-1',
      '2026-01-01 00:00:00',
      '01/02/2026',
    ].map((text): RefusedValue => [text, 'X is not a valid date (Y-m-d).']),
  );
  rows(
    'datetime',
    field('datetime'),
    [['2026-02-28 23:59:59', '2026-02-28 23:59:59']],
    [
      '2026-02-29 10:00:00',
      '2026-02-28 24:00:00',
      '2026-02-28 10:60:00',
      '2026-02-28 10:00:60',
      '2026-02-28',
      '2026-02-28T10:00:00',
    ].map((text): RefusedValue => [text, 'X is not a valid date and time (Y-m-d H:i:s).']),
  );
  rows(
    'yearsrange',
    field('yearsrange', { rules: { year_start: 1990, year_end: 2000 } }),
    [
      ['1990', '1990'],
      [2000, '2000'],
    ],
    ['1989', '2001', '199', 'MCM', '1990.5'].map((text): RefusedValue => [text, 'X must be a year from 1990 to 2000.']),
  );
  rows(
    'phonenumber',
    field('phonenumber', { rules: { default_country: 'RO' } }),
    [
      ['0712 345 678', '+40712345678'],
      ['+44 20 7946 0958', '+442079460958'],
      ['+1 (555) 123-4567', '+15551234567'],
    ],
    ['12', 'abc', 'call 0712345678', '9'.repeat(300)].map(
      (text): RefusedValue => [text, 'X is not a valid phone number.'],
    ),
  );
  rows(
    'phonenumber without a country',
    field('phonenumber'),
    [['+40712345678', '+40712345678']],
    [['0712 345 678', 'X is not a valid phone number.']],
  );
  rows(
    'phonenumber of a country without numbers',
    field('phonenumber', { rules: { default_country: 'AQ' } }),
    [['+40712345678', '+40712345678']],
    [],
  );
  rows(
    'email',
    field('email'),
    [['Ann@Example.com', 'Ann@Example.com']],
    [['ann@', 'X is not a valid email address.']],
  );
  rows(
    'url',
    field('url'),
    [
      ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
      ['http://münchen.example', 'http://münchen.example'],
    ],
    [
      'example.com',
      '//example.com',
      'https:example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'https://',
      'https://a b',
      'https:\\\\evil.example',
      'https://exa\u0001mple.com',
    ].map((text): RefusedValue => [text, 'X is not a valid URL.']),
  );
  rows(
    'url too long',
    field('url'),
    [],
    [[`https://example.com/${'a'.repeat(2000)}`, 'X is too long (maximum is 2000 characters).']],
  );
  rows(
    'url of one scheme',
    field('url', { rules: { allowed_scheme: 'https' } }),
    [['HTTPS://example.com', 'HTTPS://example.com']],
    [['http://example.com', 'X must begin with https://.']],
  );
  const offLimits = 'X is on a domain that is not allowed.';
  rows(
    'url on a whitelist, which decides',
    field('url', {
      rules: { whitelist_domains: ['example.com', 'xn--mnchen-3ya.example'], blacklist_domains: ['example.com'] },
    }),
    [
      ['https://example.com', 'https://example.com'],
      ['https://WWW.Example.com./x', 'https://WWW.Example.com./x'],
      ['https://münchen.example', 'https://münchen.example'],
    ],
    [
      ['https://notexample.com', offLimits],
      ['https://example.com@evil.example', offLimits],
      ['https://example.com.evil.example', offLimits],
    ],
  );
  rows(
    'url on a blacklist',
    field('url', { rules: { blacklist_domains: ['evil.example'] } }),
    [['https://example.com', 'https://example.com']],
    [
      ['https://evil.example', offLimits],
      ['https://www.EVIL.example', offLimits],
    ],
  );
  rows(
    'rating',
    field('rating'),
    [
      ['1', '1'],
      [5, '5'],
      ['05', '5'],
    ],
    ['0', '6', '-1', '2.5', 'five', '1e0'].map((text): RefusedValue => [text, 'X must be a whole number from 1 to 5.']),
  );
});
