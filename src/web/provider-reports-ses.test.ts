import assert from 'node:assert/strict';
import { randomBytes, sign } from 'node:crypto';
import { before, test } from 'node:test';
import fastify from 'fastify';
import type { TestApp } from '../../test/support/app.ts';
import { makeCertificate } from '../../test/support/certificates.ts';
import { type AcceptedMail, fateOf, mailedCampaign } from '../../test/support/inbound.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { addProvider } from '../inbound/providers/providers.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { providerReports } from './provider-reports.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:bounces';

eachEngine('reports of Amazon SES', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let mails: AcceptedMail[];
  // Each has a name of its own for as long as it is kept.
  const CERTIFICATE = `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${randomBytes(16).toString('hex')}.pem`;
  before(async () => {
    app = opened();
    mails = await mailedCampaign(app.db, 2);
  });
  const mailed = (n: number) => mails[n] ?? assert.fail();
  const effects = (n: number) => fateOf(app.db, mailed(n));
  type Sent = { headers?: Record<string, string>; body: string };

  test('SES: signed by SNS with a certificate of Amazon’s hosts, of the one topic', async (t) => {
    const { key, cert } = makeCertificate(['sns.amazonaws.com'], {
      from: new Date(app.clock.now() - 1e9),
      until: new Date(app.clock.now() + 1e9),
    });
    const fetched: string[] = [];
    const web = fastify();
    web.removeAllContentTypeParsers();
    web.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    providerReports(web, app.services, async (url) => {
      fetched.push(url.href);
      return cert;
    });
    t.after(() => web.close());
    const { provider } = await addProvider(app.services, { kind: 'ses', key: TOPIC, relayId: null });
    const post = async ({ headers = {}, body }: Sent) =>
      (await web.inject({ method: 'POST', url: `/reports/ses/${provider.uid}`, headers, payload: body })).statusCode;
    const message = (type: string, more: object) => ({
      Type: type,
      MessageId: 'm',
      TopicArn: TOPIC,
      Timestamp: new Date(app.clock.now()).toISOString(),
      SignatureVersion: '2',
      SigningCertURL: CERTIFICATE,
      ...more,
    });
    const signed = (sent: Record<string, string>, by = key): Sent => {
      const names =
        sent['Type'] === 'Notification'
          ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
          : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
      const text = names.flatMap((name) => (sent[name] === undefined ? [] : [name, sent[name]])).join('\n');
      const Signature = sign('sha256', Buffer.from(`${text}\n`), by).toString('base64');
      return { headers: { 'content-type': 'text/plain; charset=UTF-8' }, body: JSON.stringify({ ...sent, Signature }) };
    };
    const confirm = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=x&Token=y';
    const greeting = message('SubscriptionConfirmation', {
      Message: 'You have chosen',
      SubscribeURL: confirm,
      Token: 'y',
    }) as unknown as Record<string, string>;
    assert.equal(await post(signed(greeting)), 200);
    assert.deepEqual(fetched, [CERTIFICATE, confirm]);
    const report = (n: number) => ({
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        timestamp: '2026-11-21T11:00:00Z',
        bouncedRecipients: [
          { emailAddress: mailed(n).email, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
        ],
      },
      mail: {
        messageId: '0102018',
        source: 'news@example.com',
        headers: [{ name: 'Message-ID', value: mailed(n).messageId }],
      },
    });
    const notification = (n: number, more: object = {}) =>
      message('Notification', {
        Subject: 'Amazon SES Email Event Notification',
        Message: JSON.stringify(report(n)),
        ...more,
      }) as unknown as Record<string, string>;
    const refused: Sent[] = [
      { body: JSON.stringify(notification(0)) },
      { ...signed(notification(0)), body: signed(notification(0)).body.replace('5.1.1', '5.1.2') },
      signed(notification(0), makeCertificate(['a']).key),
      signed(notification(0, { TopicArn: `${TOPIC}2` })),
      signed(notification(0, { SigningCertURL: CERTIFICATE.replace('amazonaws.com', 'amazonaws.com.example.org') })),
      signed(notification(0, { SigningCertURL: CERTIFICATE.replace('https', 'http') })),
      signed(notification(0, { SigningCertURL: CERTIFICATE.replace('/Simple', '/x/../evil/Simple') })),
      signed(notification(0, { SigningCertURL: CERTIFICATE.replace('sns.', 'user:pass@sns.') })),
      signed(notification(0, { Timestamp: new Date(app.clock.now() - 27 * HOUR_MS).toISOString() })),
      signed(notification(0, { SignatureVersion: '9' })),
      signed({ ...greeting, SubscribeURL: 'https://example.org/' }),
    ];
    for (const [i, one] of refused.entries()) assert.equal(await post(one), 401, `forged ${i}`);
    assert.equal(fetched.length, 2, 'no other host is asked');
    assert.equal((await effects(0)).bounce, undefined);
    assert.equal(await post(signed(notification(0))), 200);
    assert.equal((await effects(0)).bounce, 'hard');
    const complaint = {
      notificationType: 'Complaint',
      complaint: {
        complainedRecipients: [{ emailAddress: mailed(1).email }],
        complaintFeedbackType: 'abuse',
        timestamp: '2026-11-21T11:00:00Z',
      },
      mail: { headers: [{ name: 'Message-ID', value: mailed(1).messageId }] },
    };
    assert.equal(await post(signed(notification(1, { Message: JSON.stringify(complaint) }))), 200);
    assert.equal((await effects(1)).complaint, true);
  });
});
