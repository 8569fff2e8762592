import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { before, test } from 'node:test';
import type { TestApp } from '../../test/support/app.ts';
import { runOnStore } from '../../test/support/command.ts';
import { type AcceptedMail, fateOf, mailedCampaign } from '../../test/support/inbound.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { providerCommand } from '../cli/commands/sending/provider.ts';
import { HOUR_MS } from '../kernel/durations.ts';

eachEngine('reports of providers', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let mails: AcceptedMail[];
  before(async () => {
    app = opened();
    mails = await mailedCampaign(app.db, 30);
    await app.db
      .updateTable('message')
      .set({ finished_at: app.clock.now() - HOUR_MS })
      .execute();
  });
  const mailed = (n: number) => mails[n] ?? assert.fail();
  const effects = (n: number) => fateOf(app.db, mailed(n));

  async function add(...args: string[]) {
    const { code, text } = await runOnStore(providerCommand, ['add', ...args], {
      db: app.db,
      clock: app.clock,
      secret: app.secret,
    });
    assert.equal(code, 0, text);
    return new URL(text.split('\n')[1] ?? '');
  }

  type Sent = { headers?: Record<string, string>; body: string };
  async function post(url: URL, { headers = {}, body }: Sent): Promise<number> {
    const answer = await app.app.inject({
      method: 'POST',
      url: url.pathname,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });
    return answer.statusCode;
  }
  const seconds = (ms = 0) => String(Math.floor((app.clock.now() + ms) / 1000));

  test('SendGrid: signed over time and body; events by Message-ID', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const url = await add('sendgrid', '--key', key);
    const signed = (events: object[], time = seconds(), by: KeyObject = privateKey): Sent => {
      const body = JSON.stringify(events);
      const signature = sign('sha256', Buffer.from(time + body), by).toString('base64');
      return {
        body,
        headers: {
          'x-twilio-email-event-webhook-signature': signature,
          'x-twilio-email-event-webhook-timestamp': time,
        },
      };
    };
    const event = (n: number, more: object) => ({
      email: mailed(n).email,
      timestamp: Number(seconds()),
      'smtp-id': mailed(n).messageId,
      sg_event_id: `e${n}`,
      ...more,
    });
    const events = [
      event(0, {
        event: 'bounce',
        type: 'bounce',
        status: '5.1.1',
        reason: '550 5.1.1 The email account that you tried to reach does not exist.',
      }),
      event(1, {
        event: 'bounce',
        type: 'blocked',
        status: '5.7.1',
        reason: '550 5.7.1 blocked using zen.spamhaus.org',
      }),
      event(2, { event: 'spamreport' }),
      event(3, { event: 'delivered', response: '250 OK' }),
      event(4, { event: 'bounce', type: 'bounce', status: '5.0.0', reason: 'no' }),
    ];
    assert.equal(await post(url, signed(events)), 200);
    assert.deepEqual([(await effects(0)).bounce, (await effects(1)).bounce], ['hard', 'internal']);
    assert.equal((await effects(2)).complaint, true);
    assert.deepEqual([(await effects(3)).bounce, (await effects(4)).bounce], [undefined, 'hard']);
    const counted = await app.db
      .selectFrom('bounce')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(await post(url, signed(events)), 200);
    assert.deepEqual(
      await app.db
        .selectFrom('bounce')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow(),
      counted,
    );

    const one = [event(5, { event: 'bounce', type: 'bounce', status: '5.1.1', reason: 'gone' })];
    const good = signed(one);
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    assert.equal(await post(url, { ...good, body: good.body.replace('5.1.1', '5.1.2') }), 401);
    assert.equal(await post(url, signed(one, seconds(), stranger)), 401);
    assert.equal(await post(url, signed(one, seconds(-27 * HOUR_MS))), 401);
    assert.equal(await post(url, signed(one, seconds(HOUR_MS))), 401);
    assert.equal(await post(url, { body: good.body }), 401);
    assert.equal(await post(url, signed(one, 'later')), 401);
    assert.equal((await effects(5)).bounce, undefined);
    assert.match(
      (await runOnStore(providerCommand, ['list'], { db: app.db, clock: app.clock })).text,
      /sendgrid .* A report was refused: /,
    );
    assert.equal(await post(url, good), 200);
    assert.equal((await effects(5)).bounce, 'hard');
  });

  test('Mailgun: signed time and token; only what failed for good counts', async () => {
    const key = 'a signing key of mailgun';
    const url = await add('mailgun', '--key', key);
    const signed = (event: object, time = seconds(), by = key): Sent => {
      const token = 'c0ffee'.repeat(8);
      const signature = createHmac('sha256', by)
        .update(time + token)
        .digest('hex');
      return { body: JSON.stringify({ signature: { timestamp: time, token, signature }, 'event-data': event }) };
    };
    const event = (n: number, more: object) => ({
      recipient: mailed(n).email,
      timestamp: Number(seconds()),
      message: { headers: { 'message-id': mailed(n).messageId.slice(1, -1) } },
      ...more,
    });
    const status = { code: 550, message: '5.1.1 No such user', 'enhanced-code': '5.1.1' };
    const failed = (severity: string) => ({ event: 'failed', severity, reason: 'bounce', 'delivery-status': status });
    assert.equal(await post(url, signed(event(6, failed('temporary')))), 200);
    assert.equal((await effects(6)).bounce, undefined);
    assert.equal(await post(url, signed(event(6, failed('permanent')), seconds(), 'another key')), 401);
    assert.equal(await post(url, signed(event(6, failed('permanent')), seconds(-27 * HOUR_MS))), 401);
    assert.equal((await effects(6)).bounce, undefined);
    assert.equal(await post(url, signed(event(6, failed('permanent')))), 200);
    assert.equal((await effects(6)).bounce, 'hard');
    assert.equal(await post(url, signed(event(7, { event: 'complained' }))), 200);
    assert.equal((await effects(7)).complaint, true);
    assert.equal(await post(url, signed(event(8, { event: 'unsubscribed' }))), 200);
    assert.equal((await effects(8)).status, 'unsubscribed');
    assert.equal(await post(url, { body: 'no json' }), 400);
  });

  test('Postmark and Brevo: a secret in the address; the newest message to the address where none is named', async () => {
    const postmark = await add('postmark');
    const basic = (url: URL, password = decodeURIComponent(url.password)) => {
      return { authorization: `Basic ${Buffer.from(`${url.username}:${password}`).toString('base64')}` };
    };
    const bounce = {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      TypeCode: 1,
      MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
      Email: mailed(9).email,
      BouncedAt: '2026-11-21T11:00:00Z',
      Details: 'smtp;550 5.1.1 unknown user',
      Subject: 'Hello',
    };
    assert.equal(await post(postmark, { body: JSON.stringify(bounce) }), 401);
    assert.equal(await post(postmark, { headers: basic(postmark, 'guessed'), body: JSON.stringify(bounce) }), 401);
    assert.equal((await effects(9)).bounce, undefined);
    assert.equal(await post(postmark, { headers: basic(postmark), body: JSON.stringify(bounce) }), 200);
    assert.equal((await effects(9)).bounce, 'hard');
    const spam = {
      RecordType: 'SpamComplaint',
      Type: 'SpamComplaint',
      Email: mailed(10).email,
      BouncedAt: '2026-11-21T11:00:00Z',
    };
    assert.equal(await post(postmark, { headers: basic(postmark), body: JSON.stringify(spam) }), 200);
    assert.equal((await effects(10)).complaint, true);
    const stranger = { ...bounce, Email: 'nobody@example.org' };
    assert.equal(await post(postmark, { headers: basic(postmark), body: JSON.stringify(stranger) }), 200);

    const brevo = await add('brevo');
    const bearer = { authorization: `Bearer ${decodeURIComponent(brevo.password)}` };
    const event = (n: number, name: string) => ({
      event: name,
      email: mailed(n).email,
      id: 1,
      ts_event: 1_795_260_000,
      'message-id': mailed(n).messageId,
      reason: name === 'hard_bounce' ? '550 no such mailbox' : '',
    });
    assert.equal(
      await post(brevo, { headers: { authorization: 'Bearer x' }, body: JSON.stringify(event(11, 'hard_bounce')) }),
      401,
    );
    assert.equal(
      await post(brevo, {
        headers: bearer,
        body: JSON.stringify([
          event(11, 'hard_bounce'),
          event(12, 'spam'),
          event(13, 'blocked'),
          event(14, 'delivered'),
        ]),
      }),
      200,
    );
    assert.deepEqual(
      [(await effects(11)).bounce, (await effects(13)).bounce, (await effects(14)).bounce],
      ['hard', 'internal', undefined],
    );
    assert.equal((await effects(12)).complaint, true);
    assert.equal(
      await post(new URL(`${brevo.origin}/reports/postmark/${brevo.pathname.split('/').at(-1)}`), {
        headers: bearer,
        body: '[]',
      }),
      404,
    );
    assert.equal(
      await post(new URL(`${brevo.origin}/reports/brevo/aaaaaaaaaaaaa`), { headers: bearer, body: '[]' }),
      404,
    );
  });

  test('who guesses is made to wait; keys that cannot be are refused', async () => {
    const url = await add('postmark');
    const codes: number[] = [];
    for (let n = 0; n < 62; n += 1) codes.push(await post(url, { body: '{}' }));
    assert.deepEqual([codes.filter((code) => code === 401).length, codes.at(-1)], [60, 429]);
    const run = (...args: string[]) => runOnStore(providerCommand, args, { db: app.db, clock: app.clock });
    assert.match((await run('add', 'ses', '--key', 'bounces')).text, /names no topic.*arn:aws:sns/);
    assert.match((await run('add', 'sendgrid', '--key', 'abc')).text, /verification key/);
    assert.match((await run('add', 'mailgun')).text, /needs --key/);
    assert.match((await run('add', 'brevo', '--relay', '99')).text, /There is no relay 99/);
    assert.match((await run('add', 'gmail')).text, /"gmail"; choose one of: ses, sendgrid,/);
    const rows = await app.db.selectFrom('provider').select(['secret', 'uid']).execute();
    assert.ok(rows.every(({ secret }) => secret.startsWith('v1.')));
    assert.match((await run('remove', rows[0]?.uid ?? '')).text, /was removed/);
  });
});
