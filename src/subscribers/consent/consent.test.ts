// The record of consent: what is written down of each change, and what is told of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addList } from '../../../test/support/campaigns.ts';
import { importCalls, uploadImport } from '../../../test/support/jobs.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { emailKey } from '../../kernel/address.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { getList } from '../../lists/queries.ts';
import { inTransaction } from '../../storage/db.ts';
import { confirmSubscriber } from '../confirmation/confirm.ts';
import { signUp } from '../confirmation/sign-up.ts';
import { findByEmail } from '../queries.ts';
import type { Status } from '../rules.ts';
import { beginChange, setStatus } from '../status.ts';
import { noteConsents } from './record.ts';

eachEngine('the record of consent', (engine) => {
  const app = suiteApp(engine);
  const imports = importCalls(app);
  const newList = () => addList(app());
  const rowOf = async (listUid: string, email: string) => {
    const list = await getList(app().db, app().customer.id, listUid);
    const subscriber = await findByEmail(app().db, list.customer_id, list.id, emailKey(email));
    assert.ok(subscriber);
    return { list, subscriber };
  };
  const told = async (uid: string, key?: string) => {
    const answer = await app().call('GET', `/subscribers/${uid}/consents`, key === undefined ? {} : { key });
    if (key !== undefined) return answer.status;
    assertStatus(answer, 200);
    return answer.json.data.records;
  };

  test('each change is noted with who, how and from where, and stays after leaving', async () => {
    const uid = await newList();
    const path = `/lists/${uid}/subscribers`;
    const details = { status: 'confirmed', ip_address: '192.0.2.7', source: 'web', consent_text: 'I want the news.' };
    const made = await app().call('POST', path, { json: { EMAIL: 'Ann@example.test', details } });
    assertStatus(made, 201);
    const id = made.json.data.record.subscriber_uid;
    app().clock.forward(1_000);
    assertStatus(await app().call('PUT', `${path}/${id}/unsubscribe`), 200);
    app().clock.forward(1_000);
    assertStatus(await app().call('PUT', `${path}/${id}`, { json: { EMAIL: 'ann2@example.test' } }), 200);
    app().clock.forward(1_000);
    assertStatus(await app().call('PUT', `${path}/${id}`, { json: { details: { status: 'confirmed' } } }), 200);
    const records = await told(id);
    assert.deepEqual(
      records.map((one: Record<string, string>) => [one['status'], one['way'], one['ip_address'], one['text']]),
      [
        ['confirmed', 'form', '192.0.2.7', 'I want the news.'],
        ['unsubscribed', 'api', '127.0.0.1', null],
        ['confirmed', 'api', '127.0.0.1', null],
      ],
    );
    assert.match(records[1].actor, /^API key /);
    const other = await app().addCustomer();
    assert.equal(await told(id, other.key), 404);
  });

  test('what was agreed to is kept, by whatever call it comes', async () => {
    const path = `/lists/${await newList()}/subscribers`;
    const details = { consent_text: 'I want offers too.', ip_address: '192.0.2.11' };
    const shown = async (uid: string) =>
      (await told(uid)).map((one: Record<string, string>) => [
        ...[one['status'], one['ip_address'], one['text'], one['actor']?.startsWith('API key ')],
      ]);
    const noted = ['unconfirmed', '192.0.2.11', 'I want offers too.', true];
    const bulk = { subscribers: [{ EMAIL: 'hal@example.test', details }, { EMAIL: 'ida@example.test' }] };
    assertStatus(await app().call('POST', `${path}/bulk`, { json: bulk }), 201);
    const [ida, hal] = (await app().call('GET', path)).json.data.records;
    assert.deepEqual(await shown(hal.subscriber_uid), [noted]);
    const first = ['unconfirmed', '127.0.0.1', null, true];
    assert.deepEqual(await shown(ida.subscriber_uid), [first]);
    app().clock.forward(1_000);
    assertStatus(await app().call('PUT', `${path}/${ida.subscriber_uid}`, { json: { details } }), 200);
    assert.deepEqual(await shown(ida.subscriber_uid), [first, noted]);
    app().clock.forward(1_000);
    const again = { EMAIL: 'ida@example.test', details: { ...details, status: 'confirmed' } };
    assertStatus(await app().call('POST', `${path}/create-update`, { json: again }), 200);
    assert.deepEqual(await shown(ida.subscriber_uid), [first, noted, ['confirmed', ...noted.slice(1)]]);
  });

  test('a form keeps its words, once for all who read them; the link in the mail confirms', async () => {
    const uid = await newList();
    await app().db.updateTable('list').set({ opt_in: 'double' }).where('uid', '=', uid).execute();
    const { list } = { list: await getList(app().db, app().customer.id, uid) };
    const form = { sent: {}, ipAddress: '192.0.2.8', language: 'en', text: 'Subscribe to News' };
    for (const email of ['bea@example.test', 'cy@example.test', 'bea@example.test']) {
      app().clock.forward(1_000);
      assert.deepEqual(await signUp(app().db, list, { ...form, email }, app().clock.now()), {});
    }
    const { subscriber } = await rowOf(uid, 'bea@example.test');
    app().clock.forward(1_000);
    await confirmSubscriber(app().db, { subscriber, list }, { ipAddress: '192.0.2.9', at: app().clock.now() });
    const records = await told(subscriber.uid);
    assert.deepEqual(
      records.map((one: Record<string, string>) => [one['status'], one['way'], one['ip_address'], one['text']]),
      [
        ['unconfirmed', 'form', '192.0.2.8', 'Subscribe to News'],
        ['asked', 'form', '192.0.2.8', 'Subscribe to News'],
        ['confirmed', 'link', '192.0.2.9', null],
      ],
    );
    const texts = await app().db.selectFrom('consent_text').selectAll().where('content', '=', form.text).execute();
    assert.equal(texts.length, 1);
  });

  test('imported people share one record; bulk calls and actions note everybody', async () => {
    await imports.newList();
    const uid = imports.uid();
    const { import_uid } = await uploadImport(app(), uid, 'EMAIL\ndan@example.test\neve@example.test\n');
    await imports.run(import_uid);
    const dan = await rowOf(uid, 'dan@example.test');
    const [record] = await told(dan.subscriber.uid);
    assert.deepEqual([record.way, record.status], ['import', 'confirmed']);
    const ofList = () =>
      app().db.selectFrom('consent').selectAll().where('list_id', '=', dan.list.id).orderBy('at').execute();
    assert.equal((await ofList()).length, 1);
    const subscribers = ['fay@example.test', 'gus@example.test'].map((EMAIL) => ({ EMAIL }));
    assertStatus(await app().call('POST', `/lists/${uid}/subscribers/bulk`, { json: { subscribers } }), 201);
    assert.deepEqual((await ofList()).map(({ email_key }) => email_key).sort(), [
      '',
      'fay@example.test',
      'gus@example.test',
    ]);
  });

  test('changes are told in the order in which they were made, whichever instants they were asked for at', async () => {
    const path = `/lists/${await newList()}/subscribers`;
    const emails = ['order1@example.test', 'order2@example.test'];
    for (const EMAIL of emails) assertStatus(await app().call('POST', path, { json: { EMAIL } }), 201);
    const { list, subscriber } = await rowOf(path.split('/')[2] ?? '', 'order1@example.test');
    const created = subscriber.created_at;
    const change = (status: Status, at: number) =>
      inTransaction(app().db, (tx) => setStatus(tx, subscriber, { status, at, evidence: { way: 'page' } }));
    const ofBoth = (status: string, at: number) =>
      inTransaction(app().db, async (tx) => {
        await beginChange(tx, list);
        await noteConsents(tx, list, emails.map(emailKey), { status, at }, { way: 'bulk' });
      });
    await change('unsubscribed', created + 1_000);
    await change('confirmed', created + 1_000);
    await change('unsubscribed', created + 900); // it waited for the list, or by a clock that is behind
    await ofBoth('confirmed', created + 800);
    await change('confirmed', created + 700);
    await change('unsubscribed', created - 30 * DAY_MS); // after a clock that was ahead was put back
    const records: { status: string; at: string }[] = await told(subscriber.uid);
    assert.deepEqual(
      records.map(({ status, at }) => [status, Date.parse(at) - created]),
      [
        ['unsubscribed', -30 * DAY_MS],
        ['unconfirmed', 0],
        ['unsubscribed', 1_000],
        ['confirmed', 1_001],
        ['unsubscribed', 1_002],
        ['confirmed', 1_003],
        ['confirmed', 1_004],
      ],
    );
    const { subscriber: ida } = await rowOf(list.uid, 'order2@example.test');
    const ofIda: { at: string }[] = await told(ida.uid);
    assert.deepEqual(
      ofIda.map(({ at }) => Date.parse(at) - ida.created_at),
      [0, created + 800 - ida.created_at],
      'who had no other change keeps the instant',
    );
  });
});
