import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { processorMs } from '../../../test/support/processor-time.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { classifyDeferral } from './deferrals.ts';
import { DEFERRAL_RULES, type DeferralKind } from './deferrals-rules.ts';
import { classifyReply, parseReply } from './replies.ts';

const read = (raw: string) => classifyDeferral(classifyReply(parseReply(raw) ?? assert.fail(raw)));

/** Replies of real receivers; addresses and names are examples. */
const SAMPLES: Record<DeferralKind, readonly string[]> = {
  rate: [
    '421-4.7.28 [192.0.2.1] Our system has detected an unusual rate of\r\n421-4.7.28 unsolicited mail originating from your IP address. To protect our\r\n421 4.7.28 users from spam, mail sent from your IP address has been temporarily rate limited. x1-gsmtp',
    '421 4.7.26 This mail has been rate limited because it is unauthenticated. x2-gsmtp',
    '421-4.7.0 [192.0.2.1] Our system has detected that this message is suspicious due to the very low reputation of the sending domain.\r\n421 4.7.0 Try again later, closing connection. x3-gsmtp',
    '421 RP-001 (COL004-MC1F5) Unfortunately, some messages from 192.0.2.1 were not sent. We have limits for how many messages can be sent per hour and per day.',
    '421 RP-002 (BAY004) Unfortunately, some messages on this connection were not sent.',
    '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. For e-mail delivery information, see https://postmaster.live.com (S775)',
    '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (AS77713)',
    '451 4.7.550 Access denied, please try again later',
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes',
    '421 4.7.0 [TS01] Messages from 192.0.2.1 temporarily deferred due to user complaints - 4.16.55.1',
    '451 4.7.1 Service unavailable - try again later',
    '421 4.1.0 192.0.2.1 Throttled - try again later',
    '421 4.2.0 imta01 comcast 192.0.2.1 RL000003 too many messages',
    '421-web.de (mxweb113) Nemesis ESMTP Service not available\r\n421-Service unavailable\r\n421-Reject due to policy restrictions\r\n421 Please try again later. Too many messages have been received in a short period of time.',
    '421 mwinf5c04 ME Service refuse. Veuillez essayer plus tard. Service refused, please try later. OFR_999 [999]',
    '421 4.7.1 Service refused, please try later. LPN007_510',
    '451 too many errors from your ip (192.0.2.1), please visit http://postmaster.free.fr/',
    '550 Ip frequency limited [abc IP: 192.0.2.1]',
    '450 4.7.1 Error: too much mail from 192.0.2.1',
    '450 4.7.1 Error: message delivery request rate limit exceeded: 101 from unknown[192.0.2.1]',
    '452 4.7.1 sender rate overlimit - 9.4 / 1h / strict',
    '452 Too many recipients received this hour',
    '450 4.7.1 You are sending mail too fast, please slow down',
    '421 4.7.0 Try again later, closing connection',
  ],
  connections: [
    '421 RP-003 (COL004) Unfortunately, some messages were not sent: the connection limit was reached.',
    '421 4.3.2 The maximum number of concurrent connections has exceeded a limit, closing transmission channel',
    '421 Too many sessions opened',
    '421 mwinf5d27 ME Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR004_104 [104]',
    '421 4.7.0 mx.example.com Error: too many connections from 192.0.2.1',
    '421 Too many concurrent SMTP connections from this IP address; please try again later.',
    '421 #4.4.5 Too many connections to this host.',
    '421 4.7.0 Too many connections, try again in 60 seconds',
  ],
  greylist: [
    '450 4.2.0 <bob@example.com>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/example.com.html',
    '451 4.7.1 Greylisting in action, please come back in 00:05:00',
    '450 4.7.1 <bob@example.com>: Recipient address rejected: Graylisted',
    '451 Internal resource temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451 [abc]',
    '421 4.7.0 [GL01] Message from (192.0.2.1) temporarily deferred - 4.16.50',
    '450 4.7.1 Please try again in 300 seconds',
  ],
  block: [
    '421 4.7.1 [TS03] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.',
    '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus list',
    '550 5.7.1 Unfortunately, messages from [192.0.2.1] were not sent. Please contact your Internet service provider since part of their network is on our block list (S3150).',
    '550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit https://sender.office.com/',
    '450 4.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using Barracuda Reputation; http://www.barracudanetworks.com/reputation/',
    '421 4.7.1 <mx.example.org[192.0.2.1]>: Client host rejected: cannot find your reverse hostname, [192.0.2.1]',
    '554-gmx.net (mxgmx104) Nemesis ESMTP Service not available\r\n554-No SMTP service\r\n554-IP address is block listed.\r\n554 For explanation visit https://postmaster.gmx.net/en/case?c=r0201&i=ip',
    '421 Too many spams from your IP (192.0.2.1), please visit http://postmaster.free.fr/',
    '451 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1',
    '554 5.7.1 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)',
    "554-mx.example.com Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
    '550-5.7.28 [192.0.2.1] Our system has detected an unusual rate of unsolicited mail originating from your IP address.',
    '421 4.7.0 Your server 192.0.2.1 has been temporarily blocked',
  ],
  mailbox: [
    '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. x-gsmtp',
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.',
    "452-4.2.2 The recipient's inbox is out of storage space.\r\n452 4.2.2 Please direct the recipient to https://support.google.com/mail/?p=OverQuotaTemp",
    '421 4.7.1 Messages to bob@icloud.com deferred due to excessive volume. Try again later - https://support.apple.com/en-us/HT204137',
    '450 4.1.1 <bob@example.com>: Recipient address rejected: unverified address: Address verification in progress',
    '452 Mailbox size limit exceeded, mailbox is full',
    '432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded',
    '450 4.2.1 Mailbox temporarily disabled',
  ],
  server: [
    '451 4.3.0 Temporary lookup failure',
    '451 Temporary local problem - please try later',
    '452 4.3.1 Insufficient system resources',
    '451 4.3.5 Server configuration error',
    '421 4.3.2 System not accepting network messages',
    '451 4.4.2 Timeout - closing connection',
    '421 4.3.0 Temporary System Problem.  Try again later. x-gsmtp',
  ],
  message: [
    '452 4.5.3 Too many recipients',
    '450 4.1.8 <a@example.org>: Sender address rejected: Domain not found',
    '550 5.7.1 Your email was rejected due to having a domain present in the Spamhaus DBL -- see https://www.spamhaus.org/dbl/',
    '550 5.1.1 No such user',
    '554 5.7.1 This message looks like spam',
  ],
  unknown: ['450 Not now', '421 Bye', '450 4.7.1 Access denied'],
};

for (const [kind, samples] of Object.entries(SAMPLES)) {
  test(`answers that mean: ${kind}`, () => {
    const misread = samples.map((raw) => ({ raw, ...read(raw) })).filter((found) => found.kind !== kind);
    assert.deepEqual(misread, []);
  });
}

test('refusals of the whole relay are distinguished', () => {
  assert.equal(read('454 Throttling failure: Maximum sending rate exceeded.')?.scope, 'relay');
  assert.equal(read('454 Throttling failure: Daily message quota exceeded.')?.scope, 'relay');
  assert.equal(
    read('421 4.4.2 Message submission rate for this client has exceeded the configured limit')?.scope,
    'relay',
  );
  assert.equal(read('421 4.7.0 Error: too many connections')?.scope, 'destination');
});

test('acceptance, a lost connection and a missing code say nothing about the rate', () => {
  assert.equal(read('250 2.0.0 OK, slow down if you like'), undefined);
  assert.equal(classifyDeferral({ outcome: 'deferred', text: 'too many connections' }), undefined);
  assert.equal(classifyDeferral({ outcome: 'uncertain', text: 'rate limit' }), undefined);
});

test('a requested delay is parsed, and limited', () => {
  assert.equal(read('450 4.7.1 Greylisted, please try again in 300 seconds')?.waitMs, 300_000);
  assert.equal(read('450 4.2.0 Greylisted for 5 minutes')?.waitMs, 300_000);
  assert.equal(read('421 come back after 999999 hours')?.waitMs, 6 * HOUR_MS);
  assert.equal(read('421 4.7.0 later')?.waitMs, undefined);
});

test('rules have names of their own, and reading ends quickly whatever a server writes', () => {
  assert.equal(new Set(DEFERRAL_RULES.map((rule) => rule.name)).size, DEFERRAL_RULES.length);
  const words = fc.constantFrom(
    'mailbox ',
    'ip ',
    'limit ',
    'too many ',
    'client host ',
    'rate ',
    '.',
    'x',
    ' is ',
    '4.7.1 ',
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 200 }), (parts) => {
      const text = `450 ${parts.join('')}`.slice(0, 500);
      const startedAt = processorMs();
      classifyDeferral({ outcome: 'deferred', code: 450, text });
      assert.ok(processorMs() - startedAt < 200, text);
    }),
  );
});
