// The audit: who did what, from where; what is not told; filters, pages; how long it is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { makeList } from '../../../test/support/lists.ts';
import { addUser, cookieOf, PASSWORD } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { addKey } from '../../accounts/keys/keys.ts';
import { userActor } from '../../audit/entry.ts';
import { insertEntries } from '../../audit/queries.ts';
import { KEPT_DAYS, removeOldEntries } from '../../audit/remove-old.ts';
import { systemClock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { totpCode, totpStep } from '../../users/totp/codes.ts';

const KEPT_MS = KEPT_DAYS * DAY_MS;

type Shown = {
  at: string;
  operation: string;
  actor: { kind: string; uid: string; name: string };
  object: { kind: string; id: string; name: string | null } | null;
  ip_address: string;
};

eachEngine('the audit', (engine) => {
  const app = suiteApp(engine);
  const call = (...args: Parameters<TestApp['call']>) => app().call(...args);
  const template = { name: 'Autumn', content: '<p>Hello</p>' };

  async function entries(query = '', key?: string): Promise<Shown[]> {
    const answer = await call('GET', `/audit?${query}`, key === undefined ? {} : { key });
    assertStatus(answer, 200);
    return answer.json.data.records;
  }
  const latest = async (): Promise<Shown | undefined> => (await entries('per_page=1'))[0];

  test('has who did what, from where: a user, an API key', async () => {
    const { user, session } = await addUser(app(), { name: 'Ada Byron' });
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-mw-remote-addr': '198.51.100.1' };
    const made = await call('POST', '/templates', { session, json: template, headers });
    const uid = made.json.template_uid ?? made.json.data?.record?.template_uid;
    const object = { kind: 'template', id: uid, name: 'Autumn' };
    assert.deepEqual(await latest(), {
      at: new Date(app().clock.now()).toISOString(),
      operation: 'createTemplate',
      actor: { kind: 'user', uid: user.uid, name: 'Ada Byron' },
      object,
      ip_address: '203.0.113.7', // whatever headers say of a subscriber
    });
    const { key, uid: keyUid } = await addKey(app().db, { customerId: app().customer.id, name: 'Shop' }, systemClock);
    assertStatus(await call('POST', `/templates/${uid}`, { key, json: { _method: 'DELETE' } }), 200);
    const { operation, actor, object: gone } = (await latest()) ?? {};
    assert.deepEqual([operation, actor], ['deleteTemplate', { kind: 'key', uid: keyUid, name: 'Shop' }]);
    assert.deepEqual(gone, { ...object, name: null }, 'it is named as long as it is there');
  });

  test('names things as people know them, those with numbers too', async () => {
    const list = await makeList(app());
    const names: Record<string, string | null | undefined> = {};
    const did = async (what: string, answer: Awaited<ReturnType<typeof call>>) => {
      assertStatus(answer, answer.status < 300 ? answer.status : 201);
      names[what] = (await latest())?.object?.name;
      return answer;
    };
    const field = await did(
      'field',
      await call('POST', `/lists/${list}/fields`, {
        json: { type: 'text', label: 'City', tag: 'CITY', required: 'no', visibility: 'visible' },
      }),
    );
    await did(
      'field changed',
      await call('PUT', `/lists/${list}/fields/${field.json.data.record.field_id}`, {
        json: { label: 'Place', required: 'no', visibility: 'visible' },
      }),
    );
    const server = { name: 'Post', hostname: 'smtp.example.test', username: 'me', password: 'secret words' };
    await did('server', await call('POST', '/delivery-servers', { json: server }));
    await did(
      'webhook',
      await call('POST', '/webhooks', { json: { url: 'https://example.test/told', events: ['*'] } }),
    );
    const csv = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="people.csv"' };
    await did(
      'import',
      await call('POST', `/lists/${list}/imports?file_name=people.csv`, {
        raw: Buffer.from('EMAIL\na@example.test\n'),
        headers: csv,
      }),
    );
    await did('export', await call('POST', `/lists/${list}/exports`, { json: {} }));
    await did('bulk action', await call('POST', `/lists/${list}/bulk-actions`, { json: { action: 'unsubscribe' } }));
    const { name } =
      (await app().db.selectFrom('list').select('name').where('uid', '=', list).executeTakeFirst()) ?? {};
    assert.deepEqual(names, {
      field: 'City',
      'field changed': 'Place',
      server: 'Post',
      webhook: 'https://example.test/told',
      import: 'people.csv',
      export: name,
      'bulk action': name,
    });
  });

  test('has nothing of what only looks, or was refused', async () => {
    const { session } = await addUser(app(), { role: 'viewer' });
    const before = await entries();
    assertStatus(await call('GET', '/lists'), 200);
    assertStatus(await call('POST', '/templates', { json: { name: '' } }), 422);
    assertStatus(await call('POST', '/templates', { session, json: template }), 403);
    assertStatus(await call('DELETE', '/templates/ab12345678901'), 404);
    assertStatus(await call('POST', '/templates', { key: 'x', json: template }), 401);
    assert.deepEqual(await entries(), before);
  });

  test('has how people came in and went, and what they changed about that', async () => {
    const { user } = await addUser(app(), { email: 'eve@example.test', name: 'Eve' });
    const me = { kind: 'user', uid: user.uid, name: 'Eve' };
    const signIn = (password: string, more = {}) =>
      call('POST', '/session', { key: null, json: { email: user.email, password, ...more } });
    const did = async (operation: string, actor: Shown['actor']) => {
      const entry = await latest();
      assert.deepEqual([entry?.operation, entry?.actor], [operation, actor]);
      return entry;
    };
    const nobody = { kind: 'nobody', uid: '', name: '' };
    assertStatus(await signIn('wrong horse battery'), 401);
    const failed = await did('failedSignIn', nobody);
    assert.deepEqual(failed?.object, { kind: 'user', id: user.uid, name: 'Eve' });

    let session = cookieOf(await signIn(PASSWORD)) ?? '';
    await did('createSession', me);
    const begun = await call('POST', '/me/totp', { session, json: { password: PASSWORD } });
    await did('beginTotp', me);
    const code = totpCode(begun.json.data.record.secret, totpStep(app().clock.now()));
    assertStatus(await call('PUT', '/me/totp', { session, json: { code } }), 200);
    await did('confirmTotp', me);
    assert.equal((await signIn(PASSWORD)).json.data.record.state, 'code-needed');
    await did('confirmTotp', me); // nobody is in yet
    assertStatus(await signIn(PASSWORD, { code: '000000' }), 401);
    await did('failedSignIn', nobody);
    assertStatus(await call('DELETE', '/me/totp', { session, json: { password: PASSWORD } }), 200);
    await did('deleteTotp', me);
    const changed = { current_password: PASSWORD, password: 'another horse battery' };
    session = cookieOf(await call('PUT', '/me', { session, json: changed })) ?? '';
    await did('changePassword', me);
    assertStatus(await call('DELETE', '/session', { session }), 200);
    await did('deleteSession', me);

    assertStatus(await call('POST', '/session/reset', { key: null, json: { email: user.email } }), 200);
    await did('requestPasswordReset', nobody);
    const mail = await app()
      .db.selectFrom('email')
      .select('html')
      .where('customer_id', '=', app().customer.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const token = /token=([\w-]{43})/.exec(mail.html ?? '')?.[1];
    const password = 'a third horse battery';
    assertStatus(await call('POST', '/welcome', { key: null, json: { token, password } }), 201);
    await did('resetPassword', me);

    const kept = JSON.stringify(await app().db.selectFrom('audit').selectAll().execute());
    for (const secret of [PASSWORD, password, token, code]) assert.ok(!kept.includes(secret ?? ''), 'no secret');
    assert.ok(!kept.includes(user.email), 'no address');
  });

  test('has invitations, and who accepted', async () => {
    const invited = await call('POST', '/users', { json: { email: 'new@example.test', name: 'Ben', role: 'editor' } });
    const { user_uid, link } = invited.json.data.record;
    const { operation, object } = (await latest()) ?? {};
    assert.deepEqual([operation, object], ['inviteUser', { kind: 'user', id: user_uid, name: 'Ben' }]);
    const json = { token: link.split('token=')[1], password: PASSWORD };
    assertStatus(await call('POST', '/welcome', { key: null, json }), 201);
    const accepted = await latest();
    assert.deepEqual([accepted?.operation, accepted?.actor.name], ['acceptInvitation', 'Ben']);
  });

  test('what nobody in particular tried is the operator’s to know', async () => {
    const other = await app().addCustomer();
    const before = await entries('', other.key);
    const json = { email: 'nobody@example.test', password: 'x' };
    assertStatus(await call('POST', '/session', { key: null, json }), 401);
    const entry = await latest();
    assert.deepEqual([entry?.operation, entry?.object], ['failedSignIn', null]);
    assert.deepEqual(await entries('', other.key), before, 'others see nothing of it');
  });

  test('each customer sees its own', async () => {
    const other = await app().addCustomer();
    const { uid } = await addKey(app().db, { customerId: other.customer.id, name: 'Theirs' }, systemClock);
    assertStatus(await call('POST', '/templates', { key: other.key, json: template }), 201);
    assert.deepEqual(
      (await entries('', other.key)).map(({ operation }) => operation),
      ['createTemplate'],
    );
    assert.deepEqual(await entries(`actor_uid=${uid}`), []);
  });

  test('is filtered by who, what and when, and read by key', async () => {
    const { customer, key } = await app().addCustomer();
    const start = Date.UTC(2026, 0, 1);
    const [ann, ben] = ['ann', 'ben'].map((uid) => userActor({ uid, name: uid }));
    for (let n = 0; n < 30; n += 1) {
      const operation = n % 3 === 0 ? 'deleteList' : 'updateList';
      const actor = (n % 2 === 0 ? ann : ben) ?? userActor({ uid: '', name: '' });
      const object = { kind: 'list', id: `${n}` };
      const at = start + Math.floor(n / 2) * 1_000; // two at each instant
      await insertEntries(app().db, [{ customerId: customer.id, operation, object, actor, ipAddress: '' }], at);
    }
    const ids = async (query: string) => {
      const found: string[] = [];
      for (let after = ''; ; ) {
        const { json } = await call('GET', `/audit?${query}&per_page=4${after && `&after=${after}`}`, { key });
        found.push(...json.data.records.map((one: Shown) => one.object?.id));
        if (json.data.next === null) return found.map(Number);
        after = json.data.next;
      }
    };
    const all = Array.from({ length: 30 }, (_, n) => 29 - n);
    assert.deepEqual(await ids(''), all);
    assert.deepEqual(
      await ids('actor_uid=ann'),
      all.filter((n) => n % 2 === 0),
    );
    assert.deepEqual(
      await ids('operation=deleteList'),
      all.filter((n) => n % 3 === 0),
    );
    assert.deepEqual(
      await ids('operation=deleteList&actor_uid=ben'),
      all.filter((n) => n % 3 === 0 && n % 2 === 1),
    );
    const [from, until] = [2, 4].map((s) => new Date(start + s * 1_000).toISOString());
    assert.deepEqual(await ids(`from=${from}&until=${until}`), [7, 6, 5, 4]);
    assert.deepEqual(await ids('operation=nothing'), []);
    for (const bad of ['from=yesterday', 'after=x', 'per_page=0', 'per_page=201', `operation=${'x'.repeat(101)}`]) {
      const answer = await call('GET', `/audit?${bad}`);
      assertStatus(answer, 422);
      assert.deepEqual(Object.keys(answer.json.error), [bad.split('=')[0]]);
    }
  });

  test('many calls at the same time have an entry each', async () => {
    const { key } = await app().addCustomer();
    const names = Array.from({ length: 40 }, (_, n) => `T${n}`);
    const made = await Promise.all(
      names.map((name) => call('POST', '/templates', { key, json: { ...template, name } })),
    );
    assert.ok(made.every(({ status }) => status === 201));
    const found = await entries('per_page=200', key);
    assert.deepEqual(found.map(({ object }) => object?.name).sort(), names.toSorted());
  });

  test('goes after its time, in pieces, of every customer', async () => {
    const { db } = app();
    await db.deleteFrom('audit').execute();
    const at = Date.UTC(2026, 6, 1);
    const customers = [await app().addCustomer(), await app().addCustomer()].map(({ customer }) => customer.id);
    const entry = {
      operation: 'updateList',
      object: undefined,
      actor: userActor({ uid: 'x', name: 'x' }),
      ipAddress: '',
    };
    for (const customerId of customers) {
      const many = Array.from({ length: 750 }, () => ({ ...entry, customerId }));
      await insertEntries(db, many, at - KEPT_MS - 2);
      await insertEntries(db, many, at - KEPT_MS - 1);
      await insertEntries(db, [{ ...entry, customerId }], at - KEPT_MS);
    }
    const pieces: number[] = [];
    for (let from: number | undefined = 0; ; pieces.push(from)) {
      from = await removeOldEntries(db, at, from);
      if (from === undefined) break;
    }
    const [one, two] = customers;
    assert.deepEqual(pieces, [one, one, two, two], 'no more than a thousand at once, of one after the other');
    const left = await db.selectFrom('audit').select(['customer_id', 'at']).orderBy('customer_id').execute();
    assert.deepEqual(
      left.map((row) => [row.customer_id, row.at]),
      customers.map((id) => [id, at - KEPT_MS]),
    );
  });
});
