import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal } from './seal.ts';

const secret = 's'.repeat(64);

test('an encrypted text can be decrypted, and differs each time', () => {
  const text = 'pässword\n"quoted"';
  const [one, two] = [seal(secret, 'relay-password', text), seal(secret, 'relay-password', text)];
  assert.notEqual(one, two);
  assert.ok(!one.includes('word'));
  assert.equal(unseal(secret, 'relay-password', one), text);
  assert.equal(unseal(secret, 'relay-password', seal(secret, 'relay-password', '')), '');
});

test('another secret, another purpose, or a changed byte opens nothing', () => {
  const sealed = seal(secret, 'relay-password', 'hidden');
  const changed = sealed.slice(0, -3) + (sealed.at(-3) === 'A' ? 'B' : 'A') + sealed.slice(-2);
  assert.throws(() => unseal('t'.repeat(64), 'relay-password', sealed), {
    code: 'unavailable',
    message: /MAILWRIGHT_SECRET/,
  });
  assert.throws(() => unseal(secret, 'dkim-key', sealed), { code: 'unavailable' });
  for (const broken of [changed, '', 'v1.', 'hidden']) {
    assert.throws(() => unseal(secret, 'relay-password', broken), { code: 'unavailable' });
  }
});
