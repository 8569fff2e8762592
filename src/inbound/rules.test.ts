import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../test/support/any-character.ts';
import { returnPath } from '../../test/support/inbound.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { returnAddress } from '../mail/address/verp.ts';
import type { MailReport } from '../mail/bounce/report.ts';
import { describe, type Evidence, parseEvidence, parseHead, type ReturnedMail } from './evidence.ts';
import { decide, type NamedMessage, provenMessage } from './rules.ts';

const mail = (source: string, given: Partial<ReturnedMail> = {}): ReturnedMail => ({
  origin: 'smtp',
  mailFrom: undefined,
  rcptTo: '',
  source: Buffer.from(source),
  ...given,
});
const evidence = (source: string, given: Partial<ReturnedMail> = {}) => parseEvidence(returnPath, mail(source, given));
const [m7, m8] = [
  { campaignId: 3, subscriberId: 7 },
  { campaignId: 3, subscriberId: 8 },
];
const b7 = returnAddress(returnPath, 'bounce', m7);
const u7 = returnAddress(returnPath, 'unsubscribe', m7);
const b8 = returnAddress(returnPath, 'bounce', m8);

test('a signed address is found where it was addressed to, first of all in the envelope', () => {
  const token = { purpose: 'bounce', ...m7 };
  assert.deepEqual(evidence('', { rcptTo: b7.toUpperCase() }).token, token);
  assert.deepEqual(evidence(`Delivered-To: ${b7}\r\nTo: ${b8}\r\n\r\n`).token, token);
  assert.deepEqual(evidence(`To: Bounces <${b7}>\n\n`).token, token);
  assert.deepEqual(evidence(`To:\r\n somebody <x@example.com>,\r\n ${b7}\r\n\r\n`).token, token);
  assert.deepEqual(evidence(`X-Note: ${b7}\r\n\r\nTo: ${b7}`).token, undefined);
  assert.deepEqual(evidence(`To: ${b7.replace('+b', '+ba')}\r\n\r\n`).token, undefined);
  assert.equal(parseEvidence(undefined, mail(`To: ${b7}\r\n\r\n`)).token, undefined);
});

test('signed addresses in the text are found, also across soft line breaks, each message once', () => {
  const broken = `${u7.slice(0, 20)}=\r\n${u7.slice(20)}`;
  assert.deepEqual(evidence(`\r\n\r\nList-Unsubscribe: <mailto:${broken}>\r\nReturn-Path: <${b7}>`).quoted, [m7]);
  assert.deepEqual(evidence(`\r\n\r\n${b7} ${b8}`).quoted, [m7, m8]);
  assert.deepEqual(evidence(`\r\n\r\n${b7.replace('@example', '@exbmple')} bounce@example.com`).quoted, []);
});

test('a signed address in an original message that came in base64 is found', () => {
  const original = Buffer.from(`List-Unsubscribe: <mailto:${u7}>\r\n\r\nHi`).toString('base64');
  const attached = `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${original}`;
  const report = (...parts: string[]) =>
    `Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`;
  assert.deepEqual(evidence(report('\r\nspam', attached)).quoted, [m7]);
  assert.deepEqual(evidence(report(`\r\n${b8}`, attached)).quoted, [m8, m7]);
  assert.deepEqual(evidence(attached).quoted, [m7]);
});

test('of a mail full of addresses a thousand are looked at: each costs a decryption', () => {
  const addresses = Array.from({ length: 3000 }, (_, i) =>
    returnAddress(returnPath, 'bounce', { campaignId: 3, subscriberId: i }),
  );
  assert.equal(evidence(`\r\n\r\n${addresses.join('\n')}`).quoted.length, 1000);
  const repeated = `${b7}\n`.repeat(2000);
  assert.deepEqual(evidence(`\r\n\r\n${repeated}${b8}`).quoted, [m7, m8], 'each counts once');
});

test('automatic mails', () => {
  const automatic = (source: string, mailFrom?: string) => evidence(source, { mailFrom }).automatic;
  assert.equal(automatic('\r\n\r\n', ''), true);
  assert.equal(automatic('\r\n\r\n', 'a@example.com'), false);
  assert.equal(automatic('\r\n\r\n'), false);
  assert.equal(automatic('Auto-Submitted: auto-replied (vacation)\r\n\r\n', 'a@example.com'), true);
  assert.equal(automatic('AUTO-SUBMITTED: No; x=y\r\n\r\n', 'a@example.com'), false);
});

test('any bytes are parsed without errors', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.string({ unit: anyCharacter }), (bytes, text) => {
      for (const source of [bytes, Buffer.from(text)]) {
        parseHead(source);
        parseEvidence(returnPath, { origin: 'smtp', mailFrom: text, rcptTo: text, source });
        const { mailFrom, rcptTo, subject } = describe({ origin: 'smtp', mailFrom: text, rcptTo: text, source });
        for (const line of [mailFrom, rcptTo, subject]) {
          assert.ok(line.length <= 500 && line.isWellFormed() && !/\p{Cc}/u.test(line));
        }
      }
    }),
  );
});

const none: Evidence = { token: undefined, quoted: [], automatic: true };
const proven: NamedMessage = { message: m7, proven: true };
const claimed: NamedMessage = { message: m7, proven: false };
const bounce: MailReport = { kind: 'bounce', type: 'hard', diagnostic: '550 no', rule: 'x', reportedAction: 'failed' };
const complaint: MailReport = { kind: 'complaint', feedbackType: 'abuse' };
const unknown: Extract<MailReport, { kind: 'unknown' }> = {
  kind: 'unknown',
  why: say('returned-no-report'),
};

test('a hard bounce suppresses only with a signed address; a Message-ID alone makes it a soft one', () => {
  const said = { do: 'bounce', message: m7, enhanced: null, report: '550 no' };
  assert.deepEqual(decide(none, bounce, proven), { ...said, type: 'hard' });
  assert.deepEqual(decide(none, bounce, claimed), { ...said, type: 'soft' });
  assert.deepEqual(decide(none, { ...bounce, type: 'internal', enhanced: '5.7.1' }, claimed), {
    ...said,
    type: 'internal',
    enhanced: '5.7.1',
  });
});

test('a complaint suppresses only with a signed address; a Message-ID alone unsubscribes', () => {
  const report = 'Feedback report: abuse';
  assert.deepEqual(decide(none, complaint, proven), { do: 'complaint', message: m7, report });
  assert.deepEqual(decide(none, complaint, claimed), { do: 'unsubscribe', message: m7 });
});

test('the message it is about: by its recipient address, else by the only signed address in it', () => {
  const token = { purpose: 'bounce', ...m7 } as const;
  assert.deepEqual(provenMessage({ ...none, token, quoted: [m7, m8] }), proven);
  assert.deepEqual(provenMessage({ ...none, quoted: [m7] }), proven);
  assert.equal(provenMessage({ ...none, quoted: [m7, m8] }), 'many');
  assert.equal(provenMessage(none), undefined);
  for (const returned of [bounce, complaint]) {
    assert.equal(decide(none, returned, 'many').do, 'keep');
    assert.equal(decide(none, returned, undefined).do, 'keep');
  }
});

test('a mail to the address for unsubscribing does so, unless a program wrote it', () => {
  const token = { purpose: 'unsubscribe', ...m7 } as const;
  const written: Evidence = { token, quoted: [m7], automatic: false };
  assert.deepEqual(decide(written, unknown, proven), { do: 'unsubscribe', message: m7 });
  assert.equal(decide({ ...written, automatic: true }, unknown, proven).do, 'nothing');
  for (const kind of ['auto-reply', 'delayed', 'notice'] as const) {
    assert.equal(decide(written, { kind, reason: '' }, proven).do, 'nothing');
  }
  const likeChallenge: MailReport = { kind: 'challenge', reason: 'challenge (mailinblack)' };
  assert.equal(decide(written, likeChallenge, proven).do, 'unsubscribe');
  assert.equal(decide({ ...written, automatic: true }, likeChallenge, proven).do, 'nothing');
  assert.equal(decide(written, bounce, proven).do, 'nothing');
  assert.equal(decide(written, complaint, proven).do, 'complaint');
});

test('mails without effect, and unclassified ones', () => {
  for (const kind of ['auto-reply', 'delayed', 'challenge', 'notice'] as const) {
    assert.equal(decide(none, { kind, reason: '' }, proven).do, 'nothing');
  }
  assert.deepEqual(decide(none, unknown, proven), { do: 'keep', why: unknown.why });
});
