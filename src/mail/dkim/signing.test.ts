import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, hash, verify } from 'node:crypto';
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

test('a key that cannot sign is an error, and others still sign', async () => {
  const { privateKey } = generateKeyPairSync('x25519');
  const wrong = signatureOf(privateKey, 'a text');
  const right = signatureOf(rsa.privateKey, 'a text');
  await assert.rejects(wrong, { code: 'unavailable', message: /The key cannot sign/ });
  assert.ok(verify('sha256', Buffer.from('a text'), rsa.publicKey, Buffer.from(await right, 'base64')));
});

test('more keys than a thread keeps: every one of them signs', async () => {
  const { privateKey, publicKey } = ed25519;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  // Separate key objects, as when keys are loaded again.
  const keys = Array.from({ length: 1_300 }, () => createPrivateKey(pem));
  for (let from = 0; from < keys.length; from += 400) {
    const some = keys.slice(from, from + 400);
    const made = await Promise.all(some.map((key) => signatureOf(key, 'a text')));
    const digest = hash('sha256', 'a text', 'buffer');
    assert.ok(made.every((signature) => verify(null, digest, publicKey, Buffer.from(signature, 'base64'))));
  }
});
