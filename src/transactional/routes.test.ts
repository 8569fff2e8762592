// The endpoints of transactional emails, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, formText, openTestApp, type TestApp } from '../../test/support/app.ts';
import { SENT_EMAIL as email, messageOf } from '../../test/support/emails.ts';
import { changeMessage } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { attachmentsOf } from './attachments.ts';

const post = (app: TestApp, json: unknown) => app.call('POST', '/transactional-emails', { json });

async function made(app: TestApp, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await post(app, { ...email, ...more });
  assertStatus(answer, 201);
  return answer.json.email_uid;
}

const rowOf = (app: TestApp, uid: string) =>
  app.db.selectFrom('email').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
const countOf = async (app: TestApp, table: 'email' | 'message' | 'email_attachment' | 'blob') =>
  (await app.db.selectFrom(table).selectAll().execute()).length;

eachEngine('transactional emails', (engine) => {
  test('the endpoints', async (t) => {
    const app = await openTestApp(t, engine);
    const record = async (uid: string) => {
      const answer = await app.call('GET', `/transactional-emails/${uid}`);
      assertStatus(answer, 200);
      return answer.json.data.record;
    };
    const list = async (query = '') => (await app.call('GET', `/transactional-emails${query}`)).json.data;

    await t.test('nothing yet', async () => {
      const paging = { count: '0', total_pages: 1, current_page: 1, next_page: null, prev_page: null };
      assert.deepEqual(await list(), { ...paging, records: [] });
    });

    await t.test('made in every encoding, wrapped or not, the body plain or as base64', async () => {
      const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\n');
      const bytes = Buffer.from([0, 255, 1, 254, 10, 13]);
      const sent = {
        ...email,
        body: base64(email.body),
        plain_text: base64('Thänk you very much'),
        attachments: [{ name: 'C:\\orders\\Übersicht.pdf', type: 'Application/PDF; x=y', data: base64(bytes) }],
      };
      const flat = { ...email, plain_text: 'Thänk you very much' };
      const boundary = 'xyz';
      const part = (name: string, value: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="email[${name}]"\r\n\r\n${value}\r\n`;
      const file =
        `--${boundary}\r\nContent-Disposition: form-data; name="email[attachments][0][data]"; filename="x.pdf"\r\n` +
        'Content-Type: application/pdf\r\n\r\n';
      const multipart = Buffer.concat([
        Buffer.from(
          Object.entries(flat)
            .map(([name, value]) => part(name, value))
            .join(''),
        ),
        Buffer.from(part('attachments][0][name', 'Übersicht.pdf') + part('attachments][0][type', 'application/pdf')),
        Buffer.from(file),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const calls = [
        { json: { email: sent } },
        { json: { ...sent } },
        { form: formText({ email: sent }) },
        { raw: multipart, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } },
      ];
      for (const call of calls) {
        const answer = await app.call('POST', '/transactional-emails', call);
        assertStatus(answer, 201);
        assert.deepEqual(Object.keys(answer.json), ['status', 'email_uid']);
        const row = await rowOf(app, answer.json.email_uid);
        assert.deepEqual([row.html, row.plain_text], [email.body, 'Thänk you very much']);
        const files = await attachmentsOf(app.db, row);
        assert.deepEqual(
          files.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) })),
          [{ name: 'Übersicht.pdf', mediaType: 'application/pdf', content: bytes }],
        );
        assert.equal((await messageOf(app.db, row.id)).state, 'pending');
      }
      assert.equal(await countOf(app, 'blob'), 1, 'the same file is kept once');
    });

    await t.test('a plain text beside a body in base64 came in base64 too, however short', async () => {
      const base64 = (text: string) => Buffer.from(text).toString('base64');
      for (const [body, plainText, stored] of [
        [base64(email.body), 'U2hvcnQgdHh0', 'Short txt'],
        [base64(email.body), 'SGk=', 'Hi'],
        [base64(email.body), 'no base64', 'no base64'],
        [email.body, 'SGk=', 'SGk='],
      ]) {
        const row = await rowOf(app, await made(app, { body, plain_text: plainText }));
        assert.deepEqual([row.html, row.plain_text], [email.body, stored]);
      }
    });

    await t.test('read: all members are texts; what is absent is empty', async () => {
      const uid = await made(app, {
        from_email: 'shop@example.test',
        reply_to_email: 'help@example.test',
        send_at: '2026-11-21 12:30:00',
      });
      const one = await record(uid);
      const { email_message_id, ...rest } = one;
      assert.match(email_message_id, new RegExp(`^[a-z0-9]{13}\\.${uid}@mail\\.example\\.test$`));
      assert.deepEqual(rest, {
        email_uid: uid,
        to_name: 'Bob',
        to_email: 'Bob@example.test',
        from_name: 'Ada',
        from_email: 'shop@example.test',
        reply_to_name: '',
        reply_to_email: 'help@example.test',
        subject: 'Your order',
        send_at: '2026-11-21 12:30:00',
        status: 'unsent',
        date_added: '2026-11-21 12:00:00',
        delivery_state: 'deferred',
        message: '',
        retries: '0',
        bounce_type: '',
        body: email.body,
        plain_text: '',
      });
      assert.equal((await record(await made(app))).from_email, app.customer.email, 'of the customer');
      assert.equal((await record(await made(app))).send_at, '2026-11-21 12:00:00', 'a past time is now');
      const { records, count } = await list('?per_page=2');
      assert.equal(count, '11');
      assert.equal(records.length, 2);
      assert.equal(records[0].body, undefined);
      assert.deepEqual((await list('?per_page=2&page=2')).records[0], omit(one, ['body', 'plain_text']));
    });

    await t.test('what became of it', async () => {
      const uid = await made(app);
      const { id } = await rowOf(app, uid);
      const expected = [
        ['pending', 'unsent'],
        ['claimed', 'unsent'],
        ['in_flight', 'unsent'],
        ['deferred', 'unsent'],
        ['accepted', 'sent'],
        ['uncertain', 'sent'],
        ['rejected', 'failed'],
        ['skipped', 'failed'],
      ] as const;
      for (const [state, status] of expected) {
        const { customer_id, campaign_id, subscriber_id } = await messageOf(app.db, id);
        await changeMessage(app.db, { customer_id, campaign_id, subscriber_id }, { state, reply: 'x' });
        const { delivery_state, message, ...rest } = await record(uid);
        assert.deepEqual([rest.status, delivery_state, message], [status, state, 'x']);
      }
    });

    await t.test('deleted: gone for every call, its content too', async () => {
      const uid = await made(app, { attachments: [{ name: 'a', data: 'b25seSBoZXJl' }] });
      const before = [await countOf(app, 'blob'), (await list()).count];
      const { id } = await rowOf(app, uid);
      assert.deepEqual((await app.call('DELETE', `/transactional-emails/${uid}`)).json, { status: 'success' });
      for (const method of ['GET', 'DELETE']) {
        const answer = await app.call(method, `/transactional-emails/${uid}`);
        assertStatus(answer, 404);
        assert.equal(answer.json.error, 'The email does not exist.');
      }
      const message = await messageOf(app.db, id);
      assert.deepEqual([message.state, message.reason], ['skipped', 'deleted']);
      assert.deepEqual(
        [await countOf(app, 'blob'), (await list()).count],
        [Number(before[0]) - 1, String(Number(before[1]) - 1)],
      );
      assert.deepEqual((await rowOf(app, uid)).html, '');
    });

    await t.test('what belongs to another customer does not exist; nor do mails of the server itself', async () => {
      const uid = await made(app);
      const { key } = await app.addCustomer({ email: 'eve@example.test' });
      for (const method of ['GET', 'DELETE']) {
        assertStatus(await app.call(method, `/transactional-emails/${uid}`, { key }), 404);
      }
      assert.equal((await app.call('GET', '/transactional-emails', { key })).json.data.count, '0');
      await app.db.updateTable('email').set({ kind: 'test' }).where('uid', '=', uid).execute();
      for (const method of ['GET', 'DELETE']) assertStatus(await app.call(method, `/transactional-emails/${uid}`), 404);
      assert.equal((await rowOf(app, uid)).deleted_at, null);
    });

    await t.test('the campaign behind them is nowhere', async () => {
      const campaign = await app.db
        .selectFrom('campaign')
        .selectAll()
        .where('customer_id', '=', app.customer.id)
        .executeTakeFirstOrThrow();
      assert.equal(campaign.type, 'transactional');
      assert.equal((await app.call('GET', '/campaigns')).json.data.count, '0');
      assert.deepEqual((await app.call('GET', '/campaigns')).json.data.records, []);
      const of = `/campaigns/${campaign.uid}`;
      const calls = [
        ['GET', of],
        ['PUT', of],
        ['DELETE', of],
        ['POST', `${of}/copy`],
        ['PUT', `${of}/pause-unpause`],
        ['PUT', `${of}/mark-sent`],
        ['GET', `${of}/stats`],
        ['GET', `${of}/bounces`],
        ['GET', `${of}/unsubscribes`],
        ['GET', `${of}/complaints`],
        ['GET', `${of}/delivery-logs`],
        ['GET', `${of}/delivery`],
      ] as const;
      for (const [method, path] of calls) {
        const answer = await app.call(method, path, method === 'GET' ? {} : { json: { name: 'x' } });
        assertStatus(answer, 404);
      }
      const row = await app.db.selectFrom('email').selectAll().orderBy('id').executeTakeFirstOrThrow();
      const id = `${campaign.uid}.${row.uid}@x.test`;
      assertStatus(await app.call('GET', `/campaigns/delivery-logs/email-message-id/${id}`), 404);
      assert.deepEqual(await app.db.selectFrom('campaign').selectAll().where('id', '=', campaign.id).execute(), [
        campaign,
      ]);
    });
  });
});

function omit(record: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
