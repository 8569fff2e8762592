import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalInConstantTime, isUid, newApiKey, newSecret, newUid, sha256 } from './ids.ts';

test('uids have the form of the interface and do not repeat', () => {
  const uids = new Set(Array.from({ length: 20_000 }, newUid));
  assert.equal(uids.size, 20_000);
  for (const uid of uids) assert.ok(isUid(uid), uid);
  assert.ok(!isUid('1bcdefghijklm') && !isUid('short') && !isUid('ABcdefghijklm'));
});

test('keys and secrets have their form, and are new each time', () => {
  assert.match(newApiKey(), /^[a-z0-9]{40}$/);
  assert.notEqual(newApiKey(), newApiKey());
  assert.match(newSecret(), /^[0-9a-f]{64}$/);
  assert.equal(sha256('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.ok(equalInConstantTime('same', 'same'));
  assert.ok(!equalInConstantTime('same', 'Same') && !equalInConstantTime('same', 'longer'));
});
