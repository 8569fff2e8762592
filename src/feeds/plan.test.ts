// Feed addresses with merge tags: how far a recipient's value can change them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressFor, planOf } from './plan.ts';

const urlFor = (url: string, value: string) => {
  const plan = planOf(
    { options: '{}' },
    { html: `<p>[REMOTE_CONTENT url='${url}']`, text: null },
    (tag) => tag === 'V',
  );
  const [section] = plan?.html ?? [];
  assert.ok(plan && section, url);
  return addressFor(plan, section, () => value).url;
};

test('values are percent-encoded, once', () => {
  assert.equal(urlFor('https://a.test/[V]/x?q=[V]', 'A/B ü'), 'https://a.test/A%2FB%20%C3%BC/x?q=A%2FB%20%C3%BC');
  assert.equal(urlFor('https://a.test/[V:filter:urlencode]', 'A B'), 'https://a.test/A+B');
});

test('no value determines the host that the server connects to', () => {
  const hosts = [
    'https://a.test/[V]',
    'http://a.test:8080?[V]',
    'https://a.test#[V]',
    'https://a.test/x[V:filter:urlencode]',
  ];
  const others = [
    '[V]',
    '[V]/x',
    'https://[V]/',
    'https://[V].test/',
    'https://a.test[V]',
    'https://a.test:[V]/',
    'https:[V]',
  ];
  const evil = fc.oneof(
    fc.constantFrom(
      'http://10.0.0.1/',
      '@10.0.0.1/',
      '.evil.test',
      ':81',
      '\\\\10.0.0.1\\',
      '//10.0.0.1',
      '/../..//b.test',
    ),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(evil, (value) => {
      for (const url of hosts) assert.equal(new URL(urlFor(url, value)).host, new URL(url).host);
      for (const url of others) assert.ok(!URL.canParse(urlFor(url, value)), url);
    }),
  );
  assert.equal(new URL(urlFor('https://u:[V]@a.test/', 'x')).password.length > 0, true, 'refused when it is fetched');
});
