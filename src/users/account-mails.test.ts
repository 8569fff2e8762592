// Who gets to see the links in mails to users about their accounts: nobody but those users.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { addUser, PASSWORD } from '../../test/support/people.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { addKey } from '../accounts/keys/keys.ts';
import { newUid } from '../kernel/ids.ts';
import { inTransaction } from '../storage/db.ts';
import { queueEmail } from '../transactional/queue.ts';
import { insertMembership } from './queries.ts';

eachEngine('mails about accounts', (engine) => {
  const opened = suiteApp(engine);
  const call = (...args: Parameters<TestApp['call']>) => opened().call(...args);
  const reset = (email: string) => call('POST', '/session/reset', { key: null, json: { email } });
  const lastMail = () =>
    opened().db.selectFrom('email').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

  test('what is stored of a person names them, without their links', async () => {
    const { user: owner } = await addUser(opened(), { isOperator: true });
    const { session } = await addUser(opened(), { role: 'viewer' });
    assertStatus(await reset(owner.email), 200);
    const told = await call('GET', `/people/${owner.email}/export`, { session });
    assertStatus(told, 200);
    const { email_uid, ...mail } = told.json.data.record.emails[0];
    assert.equal(email_uid, (await lastMail()).uid);
    assert.deepEqual([mail.kind, mail.html, mail.plain_text], ['account', '', null]);
    const page = await call('GET', `/people/${owner.email}/export.html`, { session });
    for (const { text } of [told, page]) assert.ok(text.includes('Choose a new password') && !text.includes('token='));
  });

  test('a link that confirms a person is read by who may change people', async () => {
    const app = opened();
    const email = `${newUid()}@example.test`;
    const [html, from] = ['<a href="https://x.test/confirm">Yes</a>', { name: 'A', email: 'a@example.test' }];
    await inTransaction(app.db, (tx) => {
      const mail = { customerId: app.customer.id, kind: 'confirmation', to: { name: '', email }, from } as const;
      return queueEmail(tx, { ...mail, subject: 'Please confirm', html, plainText: 'Yes' }, app.clock.now());
    });
    for (const [role, shown] of [
      ['viewer', ['', null]],
      ['editor', [html, 'Yes']],
    ] as const) {
      const { session } = await addUser(app, { role });
      const told = await call('GET', `/people/${email}/export`, { session });
      const [mail] = told.json.data.record.emails;
      assert.deepEqual([mail.html, mail.plain_text], shown, role);
    }
  });

  test('the content of a mail to one person is read by who may change or send', async () => {
    const app = opened();
    const mail = { to_name: 'Bob', to_email: `${newUid()}@example.test`, from_name: 'Shop', subject: 'Your password' };
    const json = { ...mail, body: '<p>Set it</p>', plain_text: 'Set it', send_at: '2027-01-01 00:00:00' };
    const { email_uid } = (await call('POST', '/transactional-emails', { json })).json;
    for (const [scope, body, plain] of [
      ['read', '', ''],
      ['read,send', json.body, json.plain_text],
      ['editor', json.body, json.plain_text],
    ] as const) {
      const { key } = await addKey(app.db, { customerId: app.customer.id, name: scope, scope }, app.clock);
      const { record } = (await call('GET', `/transactional-emails/${email_uid}`, { key })).json.data;
      assert.deepEqual([record.subject, record.body, record.plain_text], [mail.subject, body, plain], scope);
      const told = await call('GET', `/people/${mail.to_email}/export`, { key });
      assert.equal(told.json.data.record.emails[0].html, body, scope);
    }
  });

  test('a link that opens several customers is not mailed by the relays of one of them', async () => {
    const app = opened();
    const { customer } = await app.addCustomer();
    const [{ user: theirs }, { user }, { user: operator }] = [
      await addUser({ ...app, customer }),
      await addUser({ ...app, customer }, { role: 'viewer' }),
      await addUser({ ...app, customer }, { isOperator: true }),
    ];
    const third = (await app.addCustomer()).customer;
    const joins = { customer_id: third.id, user_id: user.id, role: 'owner', created_at: app.clock.now() } as const;
    await app.db.transaction().execute((tx) => insertMembership(tx, joins));
    for (const [{ email }, by] of [
      [theirs, customer.id],
      [user, app.customer.id],
      [operator, app.customer.id],
    ] as const) {
      assertStatus(await reset(email), 200);
      const mail = await lastMail();
      assert.deepEqual([mail.to_email, mail.customer_id], [email, by]);
    }
  });

  test('whoever joins a customer has no link any more that was mailed before', async () => {
    const app = opened();
    const { customer } = await app.addCustomer();
    const { user } = await addUser({ ...app, customer });
    assertStatus(await reset(user.email), 200);
    const token = /token=([\w-]{43})/.exec((await lastMail()).html)?.[1] ?? '';
    const use = (json: object) => call('POST', '/welcome', { key: null, json });
    const { session } = await addUser(app);
    const invited = await call('POST', '/users', { session, json: { email: user.email, role: 'owner' } });
    const invitation = new URL(invited.json.data.record.link).searchParams.get('token');
    assertStatus(await use({ token: invitation, password: PASSWORD }), 201);
    assertStatus(await use({ token, password: 'a staple of horses' }), 404);
  });
});
