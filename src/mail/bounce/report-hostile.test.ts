// Strangers write to the return path: no mail may make the parser throw, hang or return unbounded
// data.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { processorMs } from '../../../test/support/processor-time.ts';
import { type MailReport, parseMailReport } from './report.ts';
import { parseMailParts } from './report-parts.ts';

const SAMPLES = join(import.meta.dirname, '../../../test/samples/returned');
const SOURCES = readdirSync(SAMPLES)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => readFileSync(join(SAMPLES, file)));
const KINDS = ['bounce', 'complaint', 'delayed', 'auto-reply', 'challenge', 'notice', 'unknown'];

/** Checks what must hold for every result. */
function isSound(returned: MailReport): void {
  assert.ok(KINDS.includes(returned.kind));
  const texts = returned.kind === 'unknown' ? returned.why.values : returned;
  for (const [name, value] of Object.entries(texts)) {
    assert.ok(typeof value === 'string', name);
    assert.ok(value.length <= 1000, name);
    assert.doesNotMatch(value, /\p{Cc}/u, name);
    assert.ok(value.isWellFormed(), name);
  }
  if (returned.kind === 'bounce') assert.ok(returned.diagnostic.length <= 250 && returned.diagnostic !== '');
  if ('reason' in returned) assert.ok(returned.reason.length <= 250 && returned.reason !== '');
}

test('any bytes are classified', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => isSound(await parseMailReport(bytes))),
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 2000 }), async (text) =>
      isSound(await parseMailReport(Buffer.from(text))),
    ),
  );
});

test('any mail-like text is classified', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'Content-Type: multipart/report; boundary=x',
      'Content-Type: multipart/mixed; boundary="x"',
      'Content-Type: message/delivery-status',
      'Content-Type: message/feedback-report',
      'Content-Type: message/rfc822',
      'Content-Type: text/html; charset=utf-7',
      'Content-Transfer-Encoding: base64',
      'Content-Transfer-Encoding: quoted-printable',
      'Final-Recipient: rfc822; bob@example.org',
      'Action: failed',
      'Status: 5.1.1',
      'Feedback-Type: abuse',
      'From: MAILER-DAEMON@example.org',
      'Subject: failure notice',
      '550 5.1.1 user unknown',
      '--x',
      '--x--',
      '',
      ' ',
    ),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 60 }), async (lines) =>
      isSound(await parseMailReport(Buffer.from(lines.join('\n')))),
    ),
    { numRuns: 500 },
  );
});

test('samples that were cut, changed or mixed are classified', async () => {
  const change = fc.record({
    first: fc.nat(SOURCES.length - 1),
    second: fc.nat(SOURCES.length - 1),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    flips: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ first, second, cut, flips }) => {
      const [source, other] = [SOURCES[first] ?? Buffer.of(), SOURCES[second] ?? Buffer.of()];
      const at = Math.floor(source.length * cut);
      const bytes = Buffer.concat([source.subarray(0, at), other.subarray(Math.floor(other.length * cut))]);
      for (const [place, value] of flips) if (bytes.length > 0) bytes[place % bytes.length] = value;
      isSound(await parseMailReport(bytes));
    }),
    { numRuns: 300 },
  );
});

/** A notification as RFC 3464 specifies, built independently of the parser. */
function notification(about: {
  recipient: string;
  status: string;
  diagnostic: string;
  id: string;
  fold: boolean;
}): string {
  const gap = about.fold ? '\r\n\t' : ' ';
  return [
    'From: MAILER-DAEMON@mx.example.org',
    'Subject: Returned mail',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report;${gap}report-type=delivery-status;${gap}boundary="=_b 1"`,
    '',
    'A preamble',
    '--=_b 1',
    '',
    'It could not be delivered.',
    '--=_b 1',
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA:${gap}dns; mx.example.org`,
    '',
    `Final-Recipient:${gap}rfc822;${gap}${about.recipient}`,
    `Action:${gap}failed`,
    `Status:${gap}${about.status}`,
    `Diagnostic-Code:${gap}smtp; ${about.diagnostic}`,
    '',
    '--=_b 1',
    'Content-Type: message/rfc822',
    '',
    'From: ada@example.com',
    `Message-ID:${gap}<${about.id}>`,
    '',
    'Hello',
    '--=_b 1--',
    '',
  ].join('\r\n');
}

test('any generated notification is classified correctly', async () => {
  const word = (maxLength: number) => fc.stringMatching(new RegExp(`^[a-z0-9][a-z0-9_+-]{0,${maxLength - 1}}$`));
  const about = fc.record({
    recipient: fc
      .tuple(word(30), word(20))
      .map(([local, domain]) => `${local}@${domain.replace(/[_+-]/g, '')}x.example`),
    status: fc
      .tuple(fc.constantFrom('4', '5'), fc.integer({ min: 1, max: 7 }), fc.nat(99))
      .map((parts) => parts.join('.')),
    diagnostic: fc.stringMatching(/^[a-z]{1,40}$/),
    id: fc.tuple(word(20), word(20)).map(([left, right]) => `${left}@${right}`),
    fold: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(about, async (one) => {
      const returned = await parseMailReport(Buffer.from(notification(one)));
      assert.ok(returned.kind === 'bounce');
      const { recipient, enhanced, messageId, diagnostic, reportedAction } = returned;
      assert.deepEqual(
        { recipient, enhanced, messageId, diagnostic, reportedAction },
        {
          recipient: one.recipient,
          enhanced: one.status,
          messageId: one.id,
          diagnostic: one.diagnostic,
          reportedAction: 'failed',
        },
      );
      if (one.status.startsWith('4')) assert.notEqual(returned.type, 'hard');
    }),
    { numRuns: 300 },
  );
});

test('huge mails are parsed up to a megabyte, whatever their structure', async () => {
  const size = 3_000_000;
  const repeated = (piece: string) => piece.repeat(Math.ceil(size / piece.length));
  const head = 'From: MAILER-DAEMON@example.org\nSubject: failure notice\n';
  const giants = [
    repeated('a'),
    repeated('\0'),
    repeated('\n'),
    `${head}${repeated('X-A: b\n')}`,
    `${head}X-A: b\n${repeated(' folded\n')}`,
    `${head}\n${repeated('550 5.1.1 ')}`,
    `${head}\n${repeated('550 5.1.1 user unknown bob@example.org\n')}`,
    `${head}\n${repeated('the mailbox of the user is not ')}`,
    `${head}\n${repeated('message-id: <aaaa')}`,
    `${head}\n${repeated('@')}`,
    `${head}\n${repeated('a@b.c ')}`,
    `Content-Type: text/html\n\n${repeated('<div><b title="')}`,
    `Content-Type: text/html\n\n${repeated('<div>')}`,
    `Content-Type: multipart/mixed; boundary=x\n\n${repeated('--x\n\n')}`,
    `Content-Type: multipart/mixed; boundary=x\n\n${repeated('--xy\n')}`,
    `Content-Type: multipart/mixed; boundary=x\n\n${repeated('--x\nContent-Type: multipart/mixed; boundary=x\n\n')}`,
    `Content-Type: multipart/mixed; ${repeated('a="b\\"; ')}`,
    `Content-Type: message/delivery-status\n\n${repeated('Final-Recipient: rfc822; bob@example.org\nAction: failed\n\n')}`,
    `Content-Type: text/plain\n ${repeated('(').slice(0, 900_000)}\u2028x\n\nhello`,
    `Content-Type: text/plain; charset=a\n ${repeated('  ').slice(0, 900_000)}\u2028x\n\nhello`,
    `Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b.test\nAction: ${repeated('failed')}`,
    `Content-Type: message/delivery-status\n\nAction: failed\nDiagnostic-Code: ${repeated('smtp; ')}`,
    `Subject: ${repeated('=?utf-8?Q?=C3=A9?= ')}\n\n`,
    `Content-Transfer-Encoding: quoted-printable\n\n${repeated('=  ')}`,
  ];
  for (const giant of giants) {
    const start = processorMs();
    isSound(await parseMailReport(Buffer.from(giant)));
    assert.ok(processorMs() - start < 10_000, giant.slice(0, 80));
  }
});

test('blank lines that continue a field cost the same after a long one', () => {
  const cost = (length: number) => {
    const source = Buffer.from(`X-A: ${'a'.repeat(length)}\n${' \n'.repeat(500_000)}`);
    const runs = [1, 2, 3].map(() => {
      const start = processorMs();
      parseMailParts(source);
      return processorMs() - start;
    });
    return Math.min(...runs);
  };
  cost(1);
  const short = cost(1);
  assert.ok(cost(3_990) < 3 * short + 20);
});

test('parts and levels are limited', () => {
  const many = `Content-Type: multipart/mixed; boundary=x\n\n${'--x\n\nhello\n'.repeat(5000)}--x--`;
  assert.equal(parseMailParts(Buffer.from(many)).parts.length, 200);
  let deep = 'Content-Type: text/plain\n\nbottom';
  for (let level = 50; level > 0; level--)
    deep = `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n${deep}\n--b${level}--`;
  assert.deepEqual(
    parseMailParts(Buffer.from(deep)).parts.map(({ type }) => type),
    ['text/plain'],
  );
});

test('broken MIME is read as far as it goes', async () => {
  const status = 'Final-Recipient: rfc822; bob@example.org\nAction: failed\nStatus: 5.1.1';
  const broken = [
    // Parts without an end, a boundary that begins like the outer one, a multipart without
    // boundary, an unknown charset.
    `Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: message/delivery-status\n\n${status}`,
    `Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: multipart/mixed; boundary=xy\n\n--xy\nContent-Type: message/delivery-status\n\n${status}\n--xy--\n--x--`,
    `Content-Type: multipart/report\n\nReporting-MTA: dns; x\n\n${status}`,
    `Content-Type: text/plain; charset=klingon\n\nReporting-MTA: dns; x\n\n${status}`,
    `\n\nContent-Type: message/delivery-status; charset="unclosed\n\n${status}`,
  ];
  for (const source of broken) {
    const returned = await parseMailReport(Buffer.from(source));
    assert.ok(returned.kind === 'bounce', source);
    assert.deepEqual([returned.recipient, returned.type], ['bob@example.org', 'hard'], source);
  }
  assert.equal((await parseMailReport(new Uint8Array())).kind, 'unknown');
});
