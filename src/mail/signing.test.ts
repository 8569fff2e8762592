import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, verify } from 'node:crypto';
import { test } from 'node:test';
import { signatureOf } from './signing.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');

test('hundreds of signatures with two keys at once: each is the one of its text and key', async () => {
  const texts = Array.from({ length: 300 }, (_, i) => `text ${i} é`);
  const made = await Promise.all(
    texts.map(async (text) => {
      const [first, second] = await Promise.all([
        signatureOf(rsa.privateKey, text),
        signatureOf(ed25519.privateKey, text),
      ]);
      return { text, rsa: Buffer.from(first, 'base64'), ed25519: Buffer.from(second, 'base64') };
    }),
  );
  for (const signed of made) {
    assert.ok(verify('sha256', Buffer.from(signed.text), rsa.publicKey, signed.rsa));
    assert.ok(verify(null, hash('sha256', signed.text, 'buffer'), ed25519.publicKey, signed.ed25519));
  }
});

test('a key that cannot sign is told, and others sign on', async () => {
  const { privateKey } = generateKeyPairSync('x25519');
  const wrong = signatureOf(privateKey, 'a text');
  const right = signatureOf(rsa.privateKey, 'a text');
  await assert.rejects(wrong, { code: 'unavailable', message: /The key cannot sign/ });
  assert.ok(verify('sha256', Buffer.from('a text'), rsa.publicKey, Buffer.from(await right, 'base64')));
});
