import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { source, values } from '../../../test/support/compose.ts';
import { makeSigningKeys } from '../../../test/support/dkim-keys.ts';
import { canonicalBody, verifyDkim } from '../../../test/support/dkim-verifier.ts';
import { compileMessage, type MessageSource } from '../mime/compile.ts';
import { composeMessage, type MessageValues, messageText } from '../mime/compose.ts';
import { bodyHash, type SigningKey, signatureLines } from './dkim.ts';

const { keys, records } = makeSigningKeys('shop.test');
const AT = Date.UTC(2026, 10, 21, 12, 0, 0, 999);

const signedValues: MessageValues = { ...values, date: AT, unsubscribeMailto: 'bounce+u123@m.test' };

async function signed(
  changes: Partial<MessageSource> = {},
  others: Partial<MessageValues> = {},
  by: readonly SigningKey[] = keys,
): Promise<Buffer> {
  const composed = composeMessage(compileMessage({ ...source, ...changes }), { ...signedValues, ...others });
  assert.ok(composed.kind === 'composed');
  const { head, body, pieces } = composed;
  const lines = await signatureLines({ head, bodyHash: bodyHash(body, pieces), keys: by, at: AT });
  return Buffer.from(messageText(composed, lines), composed.encoding);
}

const reasons = (message: Uint8Array) => verifyDkim(message, (name) => records[name]).map(({ reason }) => reason);

test('both signatures stand above the message and verify; every field that matters is covered', async () => {
  const message = await signed();
  const verdicts = verifyDkim(message, (name) => records[name]);
  assert.deepEqual(
    verdicts.map(({ reason, tags }) => [reason, tags.get('a'), tags.get('s')]),
    [
      ['', 'rsa-sha256', 'r1'],
      ['', 'ed25519-sha256', 'e1'],
    ],
  );
  const tags = verdicts[0]?.tags;
  assert.equal(tags?.get('c'), 'relaxed/simple');
  assert.equal(tags?.get('t'), String(Math.floor(AT / 1000)));
  const names = (tags?.get('h') ?? '').replace(/\s/g, '').split(':');
  const [head = ''] = message.toString('latin1').split('\r\n\r\n');
  const present = [...head.matchAll(/^([\w-]+):/gm)].map(([, name]) => name);
  assert.deepEqual(
    names.toSorted(),
    ['From', ...present.filter((name) => name !== 'DKIM-Signature')].toSorted(),
    'each once, From once more than it is there',
  );
  for (const line of message.toString('latin1').split('\r\n')) assert.ok(line.length <= 78, line);
});

test('one part: its transfer encoding is covered too', async () => {
  const message = await signed({ plainTextEmail: false });
  assert.deepEqual(reasons(message), ['', '']);
  assert.match(message.toString(), /h=Content-Transfer-Encoding:Content-Type:/);
});

test('a second From, or a changed one, breaks every signature', async () => {
  const text = (await signed()).toString('latin1');
  const broken = ['signature', 'signature'];
  assert.deepEqual(reasons(Buffer.from(`From: Eve <eve@evil.test>\r\n${text}`, 'latin1')), broken);
  assert.deepEqual(reasons(Buffer.from(text.replace('From: Shop', 'From: Shap'), 'latin1')), broken);
  const folded = text.replace('Subject: ', 'subject:\r\n\t ');
  assert.notEqual(folded, text);
  assert.deepEqual(reasons(Buffer.from(folded, 'latin1')), ['', ''], 'relays may fold and write names anew');
});

test('any message that can be composed verifies, and one with a changed byte does not', async () => {
  const wild = fc.string({
    unit: fc.oneof(
      fc.constantFrom(' ', '  ', '\t', '=', '.', '\n', '\n\n', '[A]', '\r\n', 'é', '😀', ':', ';', 'b=', '<p>', '\0'),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
    ),
    maxLength: 80,
  });
  const local = fc.constantFrom('z', 'jörg', '"a b"', 'x'.repeat(64));
  await fc.assert(
    fc.asyncProperty(
      fc.record({ fromName: wild, subject: wild, toName: wild, text: wild, html: wild, plainTextEmail: fc.boolean() }),
      fc.record({ value: wild, unsubscribeUrl: fc.option(wild, { nil: undefined }), messageId: wild, local }),
      fc.nat(),
      async (author, { value, local, ...others }, place) => {
        const recipient = { ...others, lookup: () => value, toAddress: `${local}@y.test` };
        const message = await signed(author, recipient);
        assert.deepEqual(reasons(message), ['', '']);

        const text = message.toString('latin1');
        const start = text.indexOf('\r\nFrom: ') + 2;
        const letters = [...text.slice(start).matchAll(/[A-Za-z0-9]/g)].map(({ index }) => start + index);
        const at = letters[place % letters.length] ?? start;
        message[at] = (message[at] ?? 0) ^ 1;
        assert.ok(!reasons(message).includes(''), `byte ${at} changed unnoticed`);
      },
    ),
    { numRuns: 150 },
  );
});

test('the hash of a body, with or without the cached start, is that of the simple form', () => {
  const hash = (body: string) => createHash('sha256').update(canonicalBody(body, 'simple')).digest('base64');
  const start = 'static\r\n'.repeat(500);
  const pieces = [start, '', 'rest\r\n'];
  const bodies = ['', '\r\n', '\r\n\r\n', 'a', 'a\r\n', 'a\r\n\r\n\r\n', 'a\r\n\r\nb\r\n', '\r\n\r\na\r\n'];
  for (const body of bodies) assert.equal(bodyHash(body), hash(body), JSON.stringify(body));
  for (const body of [start, `${start}x`, `${start}x\r\n`, `${start}\r\n\r\n`, `${start}y\r\n\r\n`]) {
    assert.equal(bodyHash(body, pieces), hash(body), JSON.stringify(body.slice(start.length)));
    assert.equal(bodyHash(body, [...pieces]), hash(body));
  }
  const blank = ['\r\n'.repeat(2000), ''];
  assert.equal(bodyHash(blank.join(''), blank), hash(''));
});

test('names of any length fit: only a word without a place to fold is longer than a line', async () => {
  const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.test`;
  const long = makeSigningKeys(domain);
  const message = await signed({}, {}, long.keys);
  assert.deepEqual(
    verifyDkim(message, (name) => long.records[name]).map(({ reason }) => reason),
    ['', ''],
  );
  const over = message
    .toString()
    .split('\r\n')
    .filter((line) => line.length > 78);
  assert.deepEqual(over, [` d=${domain};`, ` d=${domain};`]);
});

test('no key, no line', async () => {
  assert.equal(await signatureLines({ head: 'From: a@b.test\r\n', bodyHash: '', keys: [], at: AT }), '');
});
