import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../kernel/errors.ts';
import { hashPassword, isPassword, requireRoom } from './password.ts';

test('a password is compared with what is stored of it, and with nothing in the same time', async () => {
  const [stored, other] = await Promise.all([hashPassword('Grüße aus Köln'), hashPassword('Grüße aus Köln')]);
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(stored, other, 'salted');
  assert.equal(await isPassword('Grüße aus Köln', stored), true);
  assert.equal(await isPassword('Gru\u0308ße aus Ko\u0308ln', stored), true, 'however it was typed');
  assert.equal(await isPassword('Grüße aus köln', stored), false);
  assert.equal(await isPassword('', null), false);
  assert.equal(await isPassword('', undefined), false);
  const time = async (against: string | null) => {
    const begun = process.cpuUsage(); // of all threads: another one hashes
    for (let i = 0; i < 3; i += 1) await isPassword('a guess', against);
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  };
  const ratio = (await time(null)) / (await time(stored));
  assert.ok(ratio > 0.2 && ratio < 5, `nobody's password takes ${ratio} times as long`); // a hash is 1,000 times a lookup
});

test("what others stored can be read: the test vector of argon2's own command", async () => {
  // echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await isPassword('password', stored), true);
  assert.equal(await isPassword('passwort', stored), false);
});

test('so many wait and no more; the others are told to come back in seconds', async () => {
  const quick = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const all = Array.from({ length: 60 }, () => isPassword('a guess', quick));
  assert.throws(requireRoom, { code: 'unavailable' });
  const found = await Promise.allSettled(all);
  const refused = found.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.equal(refused.length, 8);
  assert.ok(refused.every((error) => error instanceof AppError && error.retryAfter === 5));
  requireRoom();
  assert.equal(await isPassword('a guess', quick), false);
});
