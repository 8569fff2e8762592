import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { webAddress } from './web-address.ts';

test('an address stays as the author wrote it', () => {
  for (const address of [
    'https://example.com',
    'HTTP://Example.COM/Path?a=1&b=%20x#frag',
    "https://example.com/a'b(c)?q=[x]&r={y}|z^`",
    'https://example.com:8443/ü'.normalize('NFC').replace('ü', '%C3%BC'),
  ]) {
    assert.equal(webAddress(address), address);
  }
});

test('what a header cannot hold is percent-encoded', () => {
  assert.equal(webAddress('https://example.com/für Ann'), 'https://example.com/f%C3%BCr%20Ann');
  assert.equal(webAddress('https://example.com/\r\nSet-Cookie: a=b'), 'https://example.com/%0D%0ASet-Cookie:%20a=b');
  assert.equal(webAddress('https://example.com/\ud800'), 'https://example.com/%EF%BF%BD');
});

test('only web addresses are', () => {
  for (const text of ['', 'javascript:alert(1)', 'data:text/html,x', '//example.com', '/path', 'https://', 'https:x']) {
    assert.equal(webAddress(text), undefined, text);
  }
});

test('no text makes a second header line', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      assert.match(webAddress(`https://example.com/?${text}`) ?? '', /^[\x21-\x7e]*$/);
    }),
  );
});
