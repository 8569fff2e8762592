import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { cleanHeaderText, dateText, headerLine, mailboxLine, rawLine } from './headers.ts';

const text = fc.string({ unit: anyCharacter, maxLength: 300 }); // any code points, lone surrogates excluded
const hostile = fc.oneof(
  text,
  fc.string({
    unit: fc.constantFrom('\r', '\n', '\0', ' ', 'é', '=?', '?=', '"', '\\', '<', '>', ',', '😀', 'a', ':', '(', '_'),
  }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

/** Unfolds as a mail reader does (RFC 5322, section 2.2.3) and decodes with another library. */
async function decode(lines: string) {
  return PostalMime.parse(`${lines}\r\nbody\r\n`);
}

function assertLines(lines: string, firstIsField = true) {
  assert.ok(lines.endsWith('\r\n'));
  assert.ok(!/[\r\n]/.test(lines.replace(/\r\n/g, '')), 'only CRLF');
  for (const [i, line] of lines.slice(0, -2).split('\r\n').entries()) {
    assert.ok(line.length <= 998, 'RFC 5322: 998 at most');
    assert.match(line, /^[\x20-\x7e]*$/);
    if (line.includes('=?UTF-8?')) assert.ok(line.length <= 76, `${line.length}: ${line}`);
    if (i > 0 || !firstIsField) assert.match(line, /^ \S/, 'a folded line begins with one space and is not empty');
    for (const word of line.match(/=\?UTF-8\?[BQ]\?[^?]*\?=/g) ?? []) assert.ok(word.length <= 75);
  }
}

test('any subject comes back as it was, whatever Unicode is in it', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (subject) => {
      const line = headerLine('Subject', subject);
      assertLines(line);
      const clean = cleanHeaderText(subject);
      assert.equal((await decode(line)).subject ?? '', clean);
    }),
    { numRuns: 2000 },
  );
});

test('no encoded word holds half a character', () => {
  fc.assert(
    fc.property(hostile, (subject) => {
      for (const [, kind, data = ''] of headerLine('Subject', subject).matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g)) {
        const bytes =
          kind === 'B'
            ? Buffer.from(data, 'base64')
            : Buffer.from(
                data.replaceAll('_', ' ').replace(/=(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
                'latin1',
              );
        new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      }
    }),
  );
});

test('any display name comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (name) => {
      const line = mailboxLine('From', name, 'a@x.test');
      assert.ok(line);
      assertLines(line);
      const { from } = await decode(line);
      assert.equal(from?.address, 'a@x.test');
      const clean = cleanHeaderText(name).trim();
      assert.equal(from?.name, clean === 'a@x.test' ? '' : clean);
    }),
    { numRuns: 2000 },
  );
});

test('names are atoms, quoted strings or encoded words', () => {
  assert.equal(mailboxLine('From', 'Jane Doe', 'j@x.test'), 'From: Jane Doe <j@x.test>\r\n');
  assert.equal(mailboxLine('From', 'Doe, Jane', 'j@x.test'), 'From: "Doe, Jane" <j@x.test>\r\n');
  assert.equal(mailboxLine('From', 'say "hi" \\', 'j@x.test'), 'From: "say \\"hi\\" \\\\" <j@x.test>\r\n');
  assert.equal(mailboxLine('From', 'Jörg', 'j@x.test'), 'From: =?UTF-8?B?SsO2cmc=?= <j@x.test>\r\n');
  assert.equal(mailboxLine('To', '', 'j@x.test'), 'To: j@x.test\r\n');
  assert.equal(mailboxLine('To', 'j@x.test', 'j@x.test'), 'To: j@x.test\r\n');
  assert.equal(mailboxLine('To', 'Jane', 'j@Bücher.example'), 'To: Jane <j@xn--bcher-kva.example>\r\n');
  assert.equal(mailboxLine('To', 'Jane', 'not an address'), undefined);
  assert.equal(mailboxLine('To', 'Jane', 'a@x.test\r\nBcc: b@x.test'), undefined);
});

test('a header can not be injected', () => {
  assert.equal(headerLine('Subject', 'a\r\nBcc: b@x.test\0'), 'Subject: =?UTF-8?Q?a_Bcc=3A_b=40x=2Etest_?=\r\n');
  assert.equal(rawLine('Message-ID', '<a@b>\r\nX: y'), 'Message-ID: <a@b>X: y\r\n');
  assert.equal(mailboxLine('From', 'a\r\nBcc: b', 'j@x.test'), 'From: "a Bcc: b" <j@x.test>\r\n');
});

test('long plain text is folded at spaces and stays plain', () => {
  const subject = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
  const line = headerLine('Subject', subject);
  for (const part of line.trimEnd().split('\r\n')) assert.ok(part.length <= 78);
  assert.equal(line.replaceAll('\r\n', ''), `Subject: ${subject}`);
});

test('an empty subject is an empty field', () => {
  assert.equal(headerLine('Subject', ''), 'Subject: \r\n');
});

test('dates are RFC 5322 in UTC', () => {
  assert.equal(dateText(Date.UTC(2026, 10, 21, 9, 5, 0, 999)), 'Sat, 21 Nov 2026 09:05:00 +0000');
  assert.equal(dateText(0), 'Thu, 01 Jan 1970 00:00:00 +0000');
});
