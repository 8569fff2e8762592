import assert from 'node:assert/strict';
import { createHmac, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { macOf } from './mac.ts';

test('it is HMAC-SHA-256 as node:crypto makes it, under a key of its own for each purpose', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.uint8Array({ minLength: 9, maxLength: 9 }), (secret, purpose, content) => {
      const mac = macOf(secret, purpose, 9);
      mac.content.set(content);
      const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 64));
      assert.equal(mac.sign('base64url'), createHmac('sha256', key).update(content).digest('base64url'));
      assert.equal(mac.sign('latin1'), createHmac('sha256', key).update(content).digest('latin1'));
    }),
  );
});
