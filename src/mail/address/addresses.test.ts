import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAscii, needsSmtpUtf8, parseAddress, wireAddress } from './addresses.ts';

test('addresses as they go over the wire', () => {
  const good: Record<string, string> = {
    'a@x.test': 'a@x.test',
    'First.Last+tag@Example.ORG': 'First.Last+tag@example.org',
    "o'neil@x.test": "o'neil@x.test",
    'a@bücher.example': 'a@xn--bcher-kva.example',
    'a@例え.テスト': 'a@xn--r8jz45g.xn--zckzah',
    'jörg@x.test': 'jörg@x.test',
    '"two words"@x.test': '"two words"@x.test',
    '"a@b"@x.test': '"a@b"@x.test',
    'a@[192.0.2.1]': 'a@[192.0.2.1]',
    'a@localhost': 'a@localhost',
  };
  for (const [given, wire] of Object.entries(good)) assert.equal(wireAddress(given), wire, given);
});

test('what is no address is refused', () => {
  const bad = [
    '',
    'a',
    '@x.test',
    'a@',
    'a@x..test',
    '.a@x.test',
    'a.@x.test',
    'a..b@x.test',
    'a b@x.test',
    'a@x test',
    'a@x.test\r\nRCPT TO:<b@x.test>',
    'a\0@x.test',
    'a@x.test>',
    '<a@x.test>',
    'a@b@x.test',
    'a,b@x.test',
    'a@x/y',
    'a@%78.test',
    'a@-x.test',
    'a@x-.test',
    `${'a'.repeat(65)}@x.test`,
    `a@${'b'.repeat(64)}.test`,
    `a@${'b.'.repeat(130)}test`,
    'a@x.test.',
    `${'a'.repeat(400)}@x.test`,
    '"a"b"@x.test',
    'a\ud800@x.test',
  ];
  for (const given of bad) assert.equal(parseAddress(given), undefined, JSON.stringify(given));
});

test('only a non-ASCII local part needs SMTPUTF8', () => {
  assert.equal(needsSmtpUtf8(wireAddress('a@bücher.example') ?? ''), false);
  assert.equal(needsSmtpUtf8(wireAddress('jörg@x.test') ?? ''), true);
  assert.ok(isAscii('abc') && !isAscii('é'));
});
