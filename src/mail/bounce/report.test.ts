import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { say } from '../../kernel/sentences/sentence.ts';
import { type MailReport, parseMailReport } from './report.ts';

const SAMPLES = join(import.meta.dirname, '../../../test/samples/returned');
const ORIGINAL = 'kp482xm1zq7ta.rb917wc3yd5ve@mail.example.com';
const ROWS = readFileSync(join(SAMPLES, 'expected.tsv'), 'utf8').trimEnd().split('\n').slice(1);

const sample = (name: string) => readFileSync(join(SAMPLES, `${name}.eml`));
const mail = (...lines: string[]) => parseMailReport(Buffer.from(lines.join('\r\n')));

describe('mails as real systems write them', () => {
  for (const row of ROWS) {
    const [name = '', kind, type, enhanced, rule, recipient, names] = row.split('\t');
    test(`${name} is ${kind} ${type}`, async () => {
      const source = sample(name);
      const returned = await parseMailReport(source);
      assert.deepEqual(
        { kind: returned.kind, ...shown(returned) },
        { kind, type, enhanced, rule, recipient, names },
        JSON.stringify(returned),
      );
      const withCrLf = Buffer.from(source.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
      assert.deepEqual(await parseMailReport(withCrLf), returned);
    });
  }
});

test('every sample has its row', () => {
  const names = readdirSync(SAMPLES).filter((file) => file.endsWith('.eml'));
  assert.deepEqual(names.map((file) => file.replace('.eml', '')).sort(), ROWS.map((row) => row.split('\t')[0]).sort());
  assert.ok(names.length >= 100);
});

test('a complaint identifies the recipient', async () => {
  assert.deepEqual(await parseMailReport(sample('arf-abuse')), {
    kind: 'complaint',
    feedbackType: 'abuse',
    recipient: 'hilde@example.net',
    messageId: ORIGINAL,
    mailFrom: 'bounce+baaaaaac2k4x5q7m3n2p6r4t5w@example.com',
    listUnsubscribe:
      '<https://mail.example.com/u/k3v9>, <mailto:bounce+uaaaaaac2k4x5q7m3n2p6r4t5w@example.com?subject=unsubscribe>',
    feedbackId: 'kp482xm1zq7ta:customer1:mailwright',
    reportedDomain: 'example.com',
  });
});

test('a bounce has one line for the record', async () => {
  assert.deepEqual(await parseMailReport(sample('postfix-user-unknown')), {
    kind: 'bounce',
    type: 'hard',
    enhanced: '5.1.1',
    diagnostic: '550 5.1.1 <bob@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
    recipient: 'bob@example.org',
    sentTo: 'bob@example.org',
    messageId: ORIGINAL,
    rule: 'user-unknown',
    reportedAction: 'failed',
  });
  const long = await mail(
    'Content-Type: message/delivery-status',
    '',
    'Final-Recipient: rfc822; bob@example.org',
    'Action: failed (for good)',
    `Diagnostic-Code: smtp; 550 5.1.1 No\0such\u0007user ${'é'.repeat(500)}`,
  );
  assert.ok(long.kind === 'bounce');
  assert.equal(long.diagnostic.length, 250);
  assert.match(long.diagnostic, /^550 5\.1\.1 No such user é+…$/);
  assert.deepEqual([long.reportedAction, long.enhanced], ['failed', '5.1.1']);
});

test('the reason is told in words, also where the fields of the report have none', async () => {
  for (const [name, reason] of [
    ['sendmail-exit-code', "Can't create output"], // Diagnostic-Code: X-Unix; 73
    ['exim-local-delivery-failed', 'local delivery failed'],
    ['opensmtpd-expired', 'Envelope expired'],
  ] as const) {
    const returned = await parseMailReport(sample(name));
    assert.equal(returned.kind === 'bounce' && returned.diagnostic, reason);
  }
});

test('bytes that Exim writes as octal numbers are read; those of no UTF-8 stay', async () => {
  const returned = await parseMailReport(sample('exim-octal-user-unknown'));
  assert.ok(returned.kind === 'bounce');
  assert.equal(returned.diagnostic, '550 Empfänger existiert nicht (DE\\344)');
});

test('a host that is not the recipient’s blames no address', async () => {
  const type = async (host: string, recipient: string) => {
    const returned = await mail(
      'Content-Type: message/delivery-status',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      'Status: 5.4.4',
      `Diagnostic-Code: X-Postfix; Host or domain name not found. Name service error for name=${host} type=A: Host not found`,
    );
    return returned.kind === 'bounce' && returned.type;
  };
  assert.equal(await type('relay.internal', 'bob@example.org'), 'soft');
  assert.equal(await type('notexample.org', 'bob@example.org'), 'soft');
  assert.equal(await type('Example.ORG.', 'bob@example.org'), 'hard');
  assert.equal(await type('mx.example.org', 'bob@example.org'), 'hard');
  assert.equal(await type('xn--mller-kva.example', 'bob@müller.example'), 'hard');
});

test('the more exact code counts; an action that is unknown is told by the class of the status', async () => {
  const type = async (status: string, diagnostic: string, action = 'failed') => {
    const returned = await mail(
      'Content-Type: message/delivery-status',
      '',
      'Final-Recipient: rfc822; bob@example.org',
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: ${diagnostic}`,
    );
    return returned.kind === 'bounce' ? `${returned.type} ${returned.enhanced}` : returned.kind;
  };
  assert.equal(await type('5.0.0', 'smtp; 550 5.1.1 x'), 'hard 5.1.1');
  assert.equal(await type('5.0.0 (permanent failure)', 'smtp; 550 no such user'), 'hard 5.0.0');
  assert.equal(await type('4.4.7', 'smtp; 550 5.0.0 gone'), 'soft 4.4.7');
  assert.equal(await type('5.1.1', 'smtp; 552 5.2.2 mailbox full'), 'soft 5.1.1');
  assert.equal(await type('', 'X-Unix; 67'), 'soft undefined');
  assert.equal(await type('5.7.1', ''), 'internal 5.7.1');
  // Actions that RFC 3464 doesn't define: the class of the status decides.
  assert.equal(await type('5.1.1', '', 'gescheitert'), 'hard 5.1.1');
  assert.equal(await type('4.4.1', '', ''), 'delayed');
  assert.equal(await type('2.0.0', '', ''), 'notice');
  for (const action of ['relayed', 'Delivered', 'EXPANDED']) assert.equal(await type('2.0.0', '', action), 'notice');
  assert.equal(await type('5.1.1', 'smtp; 550 user unknown', 'delayed'), 'delayed');
});

test('of several recipients the one we wrote to counts', async () => {
  const returned = await mail(
    'Content-Type: multipart/report; boundary=x',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Final-Recipient: rfc822; first@example.org',
    'Action: failed',
    'Status: 5.1.1',
    '',
    'Final-Recipient: rfc822; second@example.org',
    'Original-Recipient: rfc822; BOB@example.org',
    'Action: failed',
    'Status: 5.2.2',
    '--x',
    'Content-Type: text/rfc822-headers',
    '',
    'To: Bob <bob@example.org>',
    'Message-Id: <id@host>',
    '--x--',
  );
  assert.ok(returned.kind === 'bounce');
  assert.deepEqual([returned.recipient, returned.type, returned.messageId], ['BOB@example.org', 'soft', 'id@host']);
});

test('people who quote a bounce have not bounced', async () => {
  const quoted = ['', 'Look what I got: Hi. This is the qmail-send program at example.org.', '550 5.1.1 user unknown'];
  for (const subject of ['Re: failure notice', 'Fwd: Undelivered Mail Returned to Sender', 'AW: Unzustellbar']) {
    const returned = await mail('From: bob@example.org', `Subject: ${subject}`, ...quoted);
    assert.equal(returned.kind, 'unknown', subject);
  }
  const plain = await mail('From: bob@example.org', 'Subject: Hello', '', 'My mailbox was full, 550 5.2.2 it said.');
  assert.deepEqual(plain, { kind: 'unknown', why: say('returned-no-report') });
});

test('daemons write about other things too', async () => {
  const from = 'From: Mail Team <postmaster@example.org>';
  const said = 'Thank you for your message. Urgent matters go to team@example.org.';
  const reply = await mail(from, 'Subject: Automatic reply: News', 'In-Reply-To: <id@host>', '', said);
  assert.deepEqual(reply, { kind: 'auto-reply', reason: 'automatic reply (subject)', messageId: 'id@host' });
  assert.equal((await mail(from, 'Subject: Your newsletter', '', said)).kind, 'unknown');
  const bounced = await mail(
    from,
    'Subject: News',
    'Auto-Submitted: auto-generated',
    '',
    '550 team@example.org unknown user',
  );
  assert.ok(bounced.kind === 'bounce');
  assert.deepEqual([bounced.type, bounced.recipient], ['hard', 'team@example.org']);
  // A person whose name ends like a daemon's.
  assert.equal((await mail('From: the.postmaster@example.org', 'Subject: x', '', '550 user unknown')).kind, 'unknown');
});

function shown(returned: MailReport) {
  const told: Partial<Record<string, string>> = returned.kind === 'unknown' ? {} : returned;
  return {
    type: told['type'] ?? '',
    enhanced: told['enhanced'] ?? '',
    rule: told['rule'] ?? told['feedbackType'] ?? '',
    recipient: told['recipient'] ?? '',
    names: told['messageId'] === ORIGINAL ? 'yes' : 'no',
  };
}
