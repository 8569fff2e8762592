// One mail of the test inbox: its links, removing it, handing it to a relay once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addUser } from '../../../test/support/people.ts';
import { relayByCommand } from '../../../test/support/relays.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { insertMails } from '../../mail/inbox/queries.ts';

eachEngine('one mail of the test inbox', (engine) => {
  const app = suiteApp(engine);
  const newCustomer = () => app().addCustomer();

  /** A mail of a customer, a new one or this one. */
  async function mailed(html = '<p>Hello</p>', to = 'bob@example.test', of?: Awaited<ReturnType<typeof newCustomer>>) {
    const { customer, key } = of ?? (await newCustomer());
    const source = `From: a@example.test\r\nTo: ${to}\r\nSubject: Hi\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n.dot\r\n`;
    await insertMails(app().db, [
      {
        customer_id: customer.id,
        subject: 'Hi',
        received_at: app().clock.now(),
        mail_from: 'back@example.test',
        rcpt_to: to,
        search: 'hi',
        size: source.length,
        source: Buffer.from(source),
      },
    ]);
    const listing = await app().call('GET', '/test-inbox', { key });
    const path = `/test-inbox/${listing.json.data.records[0].mail_id}`;
    const call = (method: 'GET' | 'POST' | 'DELETE', rest = '', json?: object) =>
      app().call(method, path + rest, { key, ...(json && { json }) });
    return { customer, key, path, source, call };
  }

  test('is released once, whole, to the recipient of its envelope', async (t) => {
    const sink = await openSink(t);
    const { customer, call, source } = await mailed();
    const settings = { name: 'Post', hostname: '127.0.0.1', port: String(sink.port), tls: 'none' };
    const server_id = await relayByCommand(app(), customer.id, settings);
    const { record } = (await call('GET')).json.data;
    assert.deepEqual([record.release, record.released_at, record.released_by], [null, null, null]);

    sink.answer((phase) => (phase === 'rcpt' ? { code: 550, text: '5.1.1 No such user' } : undefined));
    const refused = (await call('POST', '/release', { server_id })).json.data.record;
    assert.deepEqual([refused.release, refused.released_by], ['rejected', 'Post']);
    assert.match(refused.release_reply, /^550 5\.1\.1 No such user/);
    sink.answer(() => undefined);
    const both = await Promise.all([call('POST', '/release', { server_id }), call('POST', '/release', { server_id })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const [mail, ...more] = sink.received;
    assert.deepEqual([mail?.from, mail?.to, more.length], ['back@example.test', 'bob@example.test', 0]);
    assert.ok(mail?.source.endsWith(source), 'as it is');
    assert.equal((await call('GET')).json.data.record.release, 'accepted');
    assert.match((await call('POST', '/release', { server_id })).text, /released before/);
  });

  test('of a release that was cut off it is not known what came of it; it is not tried again', async (t) => {
    const sink = await openSink(t);
    const { customer, call } = await mailed();
    const settings = { name: 'Post', hostname: '127.0.0.1', port: String(sink.port), tls: 'none' };
    const server_id = await relayByCommand(app(), customer.id, settings);
    sink.answer((phase) => (phase === 'data_done' ? 'cut' : undefined));
    assert.equal((await call('POST', '/release', { server_id })).json.data.record.release, 'uncertain');
    const again = await mailed();
    await app()
      .db.updateTable('inbox_mail')
      .set({ release: 'going', released_at: app().clock.now() }) // as a process leaves it that was killed
      .where('customer_id', '=', again.customer.id)
      .execute();
    assert.equal((await again.call('GET')).json.data.record.release, 'going');
    app().clock.forward(10 * MINUTE_MS);
    assert.equal((await again.call('GET')).json.data.record.release, 'uncertain');
    const shared = await relayByCommand(app(), null, { ...settings, name: 'Shared' });
    assertStatus(await again.call('POST', '/release', { server_id: shared }), 409);
    assert.equal(sink.received.length, 1, 'only the one that was cut');
  });

  test('counts in the quotas of the relay, and is refused when one is used up', async (t) => {
    const sink = await openSink(t);
    const { customer, key, call } = await mailed();
    const settings = { name: 'Post', hostname: '127.0.0.1', port: String(sink.port), tls: 'none' };
    const server_id = await relayByCommand(app(), customer.id, {
      ...settings,
      quotas: { per_hour: '5', per_day: '1' },
    });
    const used = async () => {
      const { records } = (await app().call('GET', `/delivery-servers/${server_id}/usage`, { key })).json.data;
      return records.map(({ period, used }: { period: string; used: number }) => [period, used]);
    };
    await sink.down();
    assertStatus(await call('POST', '/release', { server_id }), 503);
    assert.deepEqual(
      await used(),
      [
        ['hour', 0],
        ['day', 0],
      ],
      'nothing left',
    );
    await sink.up();
    assertStatus(await call('POST', '/release', { server_id }), 200);
    assert.deepEqual(await used(), [
      ['hour', 1],
      ['day', 1],
    ]);
    const next = await mailed('<p>Next</p>', 'eve@example.test', { customer, key });
    const refused = await next.call('POST', '/release', { server_id });
    assertStatus(refused, 409);
    assert.match(
      refused.text,
      /Post has used up its quota for this day \(1\) and continues at \d{4}-\d\d-\d\d 00:00 UTC\./,
    );
    assert.deepEqual(
      await used(),
      [
        ['hour', 1],
        ['day', 1],
      ],
      'the hour has its part back',
    );
    assert.equal(sink.received.length, 1);
    app().clock.forward(DAY_MS);
    assertStatus(await next.call('POST', '/release', { server_id }), 200);
  });

  test('what is wrong is said, and nothing leaves', async (t) => {
    const sink = await openSink(t);
    const { customer, key, path, call } = await mailed();
    const settings = { name: 'Post', hostname: '127.0.0.1', port: String(sink.port), tls: 'none' };
    const server_id = await relayByCommand(app(), customer.id, settings);
    assert.deepEqual(Object.keys((await call('POST', '/release', {})).json.error), ['server_id']);
    const other = await mailed();
    const theirs = await relayByCommand(app(), other.customer.id, { ...settings, name: 'Theirs' });
    for (const id of ['x', '-1', '99999', theirs === server_id ? '0' : theirs])
      assertStatus(await call('POST', '/release', { server_id: id }), 404);
    assertStatus(await app().call('POST', `${path}9/release`, { key, json: { server_id } }), 404);
    const editor = await addUser({ ...app(), customer }, { role: 'editor' });
    assertStatus(await app().call('POST', `${path}/release`, { session: editor.session, json: { server_id } }), 403);
    await app().call('POST', '/suppressions', { key, json: { email: 'BOB@example.test' } });
    assert.match((await call('POST', '/release', { server_id })).text, /suppression list/);
    await sink.down();
    const unsuppressed = await mailed();
    const row = { ...settings, name: 'Down' };
    const down = await relayByCommand(app(), unsuppressed.customer.id, row);
    assertStatus(await unsuppressed.call('POST', '/release', { server_id: down }), 503);
    assert.equal((await unsuppressed.call('GET')).json.data.record.release, null, 'it can be tried again');
    assert.deepEqual(sink.received, []);
  });

  test('is removed alone', async () => {
    const { call, key } = await mailed();
    const other = await mailed();
    assertStatus(await other.call('DELETE'), 200);
    assertStatus(await other.call('GET'), 404);
    assertStatus(await other.call('DELETE'), 404);
    assertStatus(await call('GET'), 200);
    assert.equal((await app().call('GET', '/test-inbox', { key })).json.data.records.length, 1);
  });

  test('the operator releases and removes what is nobody’s', async (t) => {
    const sink = await openSink(t);
    const operator = await addUser(app(), { role: 'owner', isOperator: true });
    const source = 'Subject: A new password\r\n\r\nHello\r\n';
    await insertMails(app().db, [
      {
        customer_id: null,
        subject: 'A new password',
        received_at: app().clock.now(),
        mail_from: '',
        rcpt_to: 'eve@example.test',
        search: '',
        size: source.length,
        source: Buffer.from(source),
      },
    ]);
    const by = { session: operator.session };
    const { mail_id } = (await app().call('GET', '/test-inbox', by)).json.data.records[0];
    const settings = { name: 'All', hostname: '127.0.0.1', port: String(sink.port), tls: 'none' };
    const server_id = await relayByCommand(app(), null, settings);
    assertStatus(await app().call('POST', `/test-inbox/${mail_id}/release`, { ...by, json: { server_id } }), 200);
    assert.deepEqual(sink.recipients(), ['eve@example.test']);
    assertStatus(await app().call('DELETE', `/test-inbox/${mail_id}`, by), 200);
    assertStatus(await app().call('GET', `/test-inbox/${mail_id}`, by), 404);

    const { key } = await mailed();
    await app().call('POST', '/suppressions', { key, json: { email: 'bob@example.test' } });
    const [theirs] = (await app().call('GET', '/test-inbox', by)).json.data.records;
    const released = await app().call('POST', `/test-inbox/${theirs.mail_id}/release`, { ...by, json: { server_id } });
    assert.match(released.text, /suppression list/, 'whose mail it is decides, too');
    assert.equal(sink.received.length, 1);
  });

  test('its links are named with where they lead', async () => {
    const own = app().baseUrl;
    const { call } = await mailed(
      `<a href="mailto:a@example.test">a</a><a href="${own}/u/abc">b</a><a href="http://127.0.0.1:1/x">c</a>
       <a href="http://127.0.0.1:1/x">again</a><a href="${own}/c/aaaaaaaaaaaaaaaaaaaaaa">d</a>`,
    );
    const { records } = (await call('GET', '/links')).json.data;
    assert.deepEqual(
      records.map(({ href, state }: { href: string; state: string }) => [href.replace(own, ''), state]),
      [
        ['mailto:a@example.test', 'no-page'],
        ['/u/abc', 'own'],
        ['http://127.0.0.1:1/x', 'fails'],
        ['/c/aaaaaaaaaaaaaaaaaaaaaa', 'own'],
      ],
    );
    assert.match(records[2].why, /refused/);
  });
});
