import assert from 'node:assert/strict';
import { createCipheriv, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAC_BLOCK, macOf } from './mac.ts';

test('it is CBC-MAC with AES-256 of each block, under a key of its own for each purpose', () => {
  const contents = fc.array(fc.uint8Array({ minLength: MAC_BLOCK, maxLength: MAC_BLOCK }), { minLength: 1 });
  fc.assert(
    fc.property(fc.string(), fc.string(), contents, (secret, purpose, blocks) => {
      const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
      const expected = blocks.map((block) => {
        const chain = createCipheriv('aes-256-cbc', key, Buffer.alloc(MAC_BLOCK)).setAutoPadding(false);
        return Buffer.concat([chain.update(block), chain.final()]);
      });
      assert.deepEqual(macOf(secret, purpose)(Buffer.concat(blocks)), Buffer.concat(expected));
    }),
  );
});
