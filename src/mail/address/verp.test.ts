import assert from 'node:assert/strict';
import { createCipheriv, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { parseReturnAddress, type ReturnName, type ReturnPath, returnAddress } from './verp.ts';

const path: ReturnPath = { address: 'bounce@example.com', secret: 's'.repeat(32) };
const purposes = fc.constantFrom('bounce' as const, 'unsubscribe' as const);
const names: fc.Arbitrary<ReturnName> = fc.record({
  campaignId: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  subscriberId: fc.integer({ min: -(2 ** 39), max: 2 ** 39 - 1 }),
});

function base32Of(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits
    .match(/.{1,5}/g)
    ?.map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five.padEnd(5, '0'), 2)]);
  return letters?.join('') ?? '';
}

test('a return address is parsed, in any letter case', () => {
  fc.assert(
    fc.property(purposes, names, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (purpose, name, upper) => {
      const address = returnAddress(path, purpose, name);
      assert.match(address, /^bounce\+[bu][a-z2-7]{26}@example\.com$/);
      assert.deepEqual(parseReturnAddress(path, address), { purpose, ...name });
      const mixed = [...address].map((letter, i) => (upper[i] ? letter.toUpperCase() : letter)).join('');
      assert.deepEqual(parseReturnAddress(path, mixed), { purpose, ...name });
    }),
  );
});

test('a changed, missing or added character is no address', () => {
  const character = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789+@.-=\u212a\u017fé \r\n\0');
  fc.assert(
    fc.property(purposes, names, fc.nat(58), character, (purpose, name, where, other) => {
      const address = returnAddress(path, purpose, name);
      const at = where % address.length;
      fc.pre(address[at] !== other);
      const [before, after] = [address.slice(0, at), address.slice(at + 1)];
      assert.equal(parseReturnAddress(path, before + other + after), undefined);
      assert.equal(parseReturnAddress(path, before + after), undefined);
      assert.equal(parseReturnAddress(path, before + other + address.slice(at)), undefined);
    }),
  );
});

test('any text is read without fault, and none that was not signed is one', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => parseReturnAddress(path, text) === undefined));
  const token = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'),
    minLength: 26,
    maxLength: 26,
  });
  fc.assert(
    fc.property(fc.constantFrom('b', 'u'), token, (letter, text) => {
      assert.equal(parseReturnAddress(path, `bounce+${letter}${text}@example.com`), undefined);
    }),
  );
});

test('the token is one block of AES-256 under a key of its own', () => {
  const key = new Uint8Array(hkdfSync('sha256', path.secret, '', 'mailwright return addresses', 32));
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  fc.assert(
    fc.property(purposes, names, (purpose, name) => {
      const message = Buffer.alloc(11);
      message.writeUIntBE(name.campaignId, 0, 6);
      message.writeIntBE(name.subscriberId, 6, 5);
      const block = cipher.update(Buffer.concat([message, Buffer.from(purpose.slice(0, 1)), Buffer.alloc(4)]));
      assert.equal(returnAddress(path, purpose, name), `bounce+${purpose[0]}${base32Of(block)}@example.com`);
    }),
  );
});

test('another secret, mailbox, domain or purpose is another address', () => {
  const address = returnAddress(path, 'bounce', { campaignId: 7, subscriberId: 8 });
  assert.equal(parseReturnAddress({ ...path, secret: 't'.repeat(32) }, address), undefined);
  assert.equal(parseReturnAddress({ ...path, address: 'returns@example.com' }, address), undefined);
  assert.equal(parseReturnAddress({ ...path, address: 'bounce@example.org' }, address), undefined);
  assert.equal(parseReturnAddress(path, address.replace('+b', '+u')), undefined);
  assert.equal(parseReturnAddress(path, 'bounce@example.com'), undefined);
  assert.equal(parseReturnAddress(path, ''), undefined);
});

test('the local part keeps within 64 characters for the longest mailbox that is allowed', () => {
  const long = returnAddress({ ...path, address: `${'a'.repeat(32)}@example.com` }, 'unsubscribe', {
    campaignId: 2 ** 48 - 1,
    subscriberId: 2 ** 39 - 1,
  });
  assert.ok(long.indexOf('@') <= 64, long);
});
