import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { base32, newTotpSecret, stepOfCode, totpCode, totpStep, totpUri } from './codes.ts';

/** RFC 6238, appendix B: the secret of its SHA-1 vectors. */
const SECRET = base32(Buffer.from('12345678901234567890'));

test('the test vectors of RFC 6238, in six of their eight digits', () => {
  assert.equal(SECRET, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const) {
    assert.equal(totpCode(SECRET, totpStep(seconds * 1_000)), code.slice(2), `${seconds}`);
  }
});

test('the test vectors of RFC 4226', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
  codes.forEach((code, counter) => {
    assert.equal(totpCode(SECRET, counter), code);
  });
});

test('a code is good in its interval and those beside it', () => {
  const at = 1_000_059_000;
  const now = totpStep(at);
  const code = totpCode(SECRET, now);
  for (const [ms, step] of [
    [at, now],
    [at - 30_000, now],
    [at + 30_000, now],
    [at + MINUTE_MS, undefined],
    [at + HOUR_MS, undefined],
  ] as const) {
    assert.equal(stepOfCode(SECRET, code, ms), step, `${ms}`);
  }
  for (const wrong of ['', '000000', '28708', ` ${code}`, '９４２８７０'])
    assert.equal(stepOfCode(SECRET, wrong, at), undefined);
});

test('secrets and their addresses', () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpSecret(), newTotpSecret());
  assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI');
  assert.equal(base32(Buffer.from('fooba')), 'MZXW6YTB');
  const uri = totpUri('ABC', { issuer: 'Mail & more', account: 'a@b.test' });
  assert.equal(
    uri,
    'otpauth://totp/Mail%20%26%20more:a%40b.test?secret=ABC&issuer=Mail%20%26%20more&algorithm=SHA1&digits=6&period=30',
  );
});
