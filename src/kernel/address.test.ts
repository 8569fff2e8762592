import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { wireAddress } from '../mail/address/addresses.ts';
import { emailKey, isMailAddress } from './address.ts';

test('addresses of people are taken', () => {
  for (const address of [
    'ann@example.com',
    'Ann.Lee+news@Sub.Example.CO.UK',
    "o'hara_{x}~1@a-b.example",
    'a@b.cd',
    `${'l'.repeat(64)}@example.com`,
    `a@${'d'.repeat(63)}.com`,
    `aa@${'d.'.repeat(124)}com`, // 254 octets
    'ann@xn--bcher-kva.example',
    ...['ann@bücher.example', 'ann@BÜCHER.example', 'ann@straße.example'],
    'ann@пример.рф',
    'änne@example.com',
    '用户@例子.广告',
    'ann@example.xn--p1ai',
  ]) {
    assert.equal(isMailAddress(address), true, address);
  }
});

test('other texts are refused', () => {
  for (const text of [
    '',
    '@',
    'ann',
    'ann@',
    '@example.com',
    'ann@localhost',
    'ann@example',
    'ann@example..com',
    'ann@.example.com',
    'ann@example.com.',
    'ann@-example.com',
    'ann@example-.com',
    'ann@exam_ple.com',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'ann@１２７.0.0.1',
    'ann@example.c',
    ...['ann@ｅxample.com', 'ann@example。com', 'ann@BU\u0308CHER.example'], // other ways of writing a domain
    '.ann@example.com',
    'ann.@example.com',
    'an..n@example.com',
    'an n@example.com',
    ' ann@example.com',
    'ann@example.com ',
    'ann@example.com\n',
    'ann\r\n@example.com',
    'ann\0@example.com',
    'ann\u200b@example.com',
    'ann@exa\u00admple.com',
    'ann\u00a0lee@example.com',
    'ann\ud800@example.com',
    'Ann <ann@example.com>',
    '<ann@example.com>',
    'ann@example.com, bob@example.com',
    'ann(x)@example.com',
    '"ann"@example.com',
    'ann@bob@example.com',
    'ann@exa%6dple.com',
    'ann@example.com/path',
    `${'l'.repeat(65)}@example.com`,
    `${'ä'.repeat(33)}@example.com`,
    `a@${'d'.repeat(64)}.com`,
    `aaa@${'d.'.repeat(124)}com`,
    `${'a'.repeat(100_000)}@example.com`,
  ]) {
    assert.equal(isMailAddress(text), false, text.slice(0, 80));
  }
});

test('every accepted address can be sent to, and no text throws', () => {
  const near = fc.string({ unit: fc.constantFrom(...'aB1.-_@ä例"<\n\0\u200b\ud800 %['), maxLength: 40 });
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), near, fc.string({ unit: anyCharacter })), (text) => {
      if (isMailAddress(text)) assert.notEqual(wireAddress(text), undefined);
    }),
    { numRuns: 2000 },
  );
});

test('both ways of writing a domain are one address', () => {
  assert.equal(emailKey('Ann@XN--BCHER-KVA.example'), emailKey('ann@BÜCHER.example'));
  assert.equal(emailKey('ann@xn--strae-oqa.example'), emailKey('ann@straße.example'));
  assert.notEqual(emailKey('ann@straße.example'), emailKey('ann@strasse.example'));
  assert.equal(emailKey('ann@xn--'), 'ann@xn--', 'the beginning of one');
  assert.equal(emailKey('XN--bcher-kva@example.com'), 'xn--bcher-kva@example.com');
  assert.equal(emailKey('xn--bcher-kva.example'), 'xn--bcher-kva.example');
  const domain = fc.constantFrom(
    'xn--bcher-kva.example',
    'bücher.example',
    'xn--',
    'xn--zzzz.test',
    '@xn--a',
    'a/b',
    '%',
  );
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), domain, (local, host) => {
      const key = emailKey(`${local}@${host}`);
      assert.equal(emailKey(key), key);
    }),
  );
});
