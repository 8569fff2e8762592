// Signing in and out, the first owner's link, and what a session may do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { addUser, cookieOf, PASSWORD } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { sha256 } from '../../kernel/ids.ts';
import { ATTEMPTS, CODES } from '../limits.ts';
import { updateUser } from '../queries.ts';
import { SESSION_IDLE_MS } from '../rules.ts';
import { totpCode, totpStep } from '../totp/codes.ts';
import { firstOwnerAddress } from '../welcome/first-owner.ts';

const REFUSED = 'The email address, the password or the code is incorrect.';
const GONE = 'This link is no longer valid. Please ask for a new one.';

eachEngine('sessions', (engine) => {
  const opened = suiteApp(engine);
  const call = (...args: Parameters<TestApp['call']>) => opened().call(...args);
  const signIn = (json: object, headers: Record<string, string> = {}) =>
    call('POST', '/session', { key: null, json, headers });
  const tokenOf = async (app: TestApp) => (await firstOwnerAddress(app))?.split('token=')[1] ?? '';

  test("the first owner's link: shown until somebody used it, once, within half an hour", async () => {
    const app = opened();
    const welcome = (json: object) => call('POST', '/welcome', { key: null, json });
    const address = (await firstOwnerAddress(app)) ?? '';
    assert.match(address, /^http:\/\/mail\.example\.test\/app\/welcome\?token=[\w-]{43}$/);
    const [old, token, other] = [address.split('token=')[1] ?? '', await tokenOf(app), await tokenOf(app)];
    const stored = await app.db.selectFrom('welcome_link').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(token), 'the store knows its hash');

    const shown = await call('GET', `/welcome?token=${token}`, { key: null });
    const record = { kind: 'first-owner', email: '', name: '', customer_name: '', has_account: false };
    assert.deepEqual(shown.json.data.record, record);
    for (const wrong of ['', 'x', `${token}x`, 'a'.repeat(300)]) {
      const answer = await call('GET', `/welcome?token=${wrong}`, { key: null });
      assert.deepEqual([answer.status, answer.json.error], [404, GONE]);
    }
    const bad = await welcome({ token, name: ' ', email: 'nobody', password: '123456789' });
    assertStatus(bad, 422);
    assert.deepEqual(bad.json.error, {
      name: 'Name cannot be blank.',
      email: 'Email is not a valid email address.',
      password: 'Password is too short (minimum is 10 characters).',
    });
    const grace = { name: 'Grace Hopper', email: 'Grace@Example.test', password: PASSWORD };
    app.clock.forward(31 * MINUTE_MS);
    assertStatus(await welcome({ token: old, ...grace }), 404);
    const [fresh, second] = [await tokenOf(app), await tokenOf(app)];
    const answers = await Promise.all([fresh, second, fresh].map((one) => welcome({ token: one, ...grace })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404, 404], 'one of them makes the owner');
    const made = answers.find(({ status }) => status === 201);
    assert.ok(made);
    for (const used of [fresh, second, other]) assertStatus(await welcome({ token: used, ...grace }), 404);
    assert.equal(await firstOwnerAddress(app), undefined, 'there is a user now');

    const { user, role, rights, is_operator, customers, installation } = made.json.data.record;
    assert.deepEqual([user.name, user.email, role, is_operator], ['Grace Hopper', 'Grace@Example.test', 'owner', true]);
    assert.deepEqual(rights, ['read', 'edit', 'send', 'own', 'operate']);
    assert.deepEqual(customers, [{ uid: app.customer.uid, name: 'Acme Ltd', role: 'owner' }]);
    assert.deepEqual(installation, { version: '0.0.0', base_url: app.baseUrl, test_inbox: true });
    const session = cookieOf(made) ?? '';
    assert.match(session, /^[\w-]{43}$/);
    const row = await app.db.selectFrom('user_session').selectAll().executeTakeFirstOrThrow();
    assert.equal(row.hash, sha256(session));
    const users = await app.db.selectFrom('user_account').select('password').execute();
    assert.deepEqual([users.length, users[0]?.password.startsWith('$argon2id$')], [1, true]);
    assertStatus(await call('GET', '/lists', { session }), 200);
  });

  test('signing in, another cookie each time; signing out ends it', async () => {
    const { user } = await addUser(opened(), { email: 'Ada.L@example.test' });
    const first = await signIn({ email: 'ada.l@EXAMPLE.test', password: PASSWORD });
    assertStatus(first, 201);
    assert.equal(first.json.data.record.user.uid, user.uid);
    assert.match(
      String(first.headers['set-cookie']),
      /^mailwright=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    const session = cookieOf(first) ?? '';
    const shown = await call('GET', '/session', { session });
    assert.deepEqual(shown.json.data.record, first.json.data.record);
    const again = await signIn({ email: user.email, password: PASSWORD }, { cookie: `mailwright=${session}` });
    assert.notEqual(cookieOf(again), session);
    assertStatus(await call('GET', '/session', { session }), 401);
    const next = cookieOf(again) ?? '';
    const out = await call('DELETE', '/session', { session: next });
    assertStatus(out, 200);
    assert.match(String(out.headers['set-cookie']), /^mailwright=; Path=\/; Max-Age=0;/);
    assertStatus(await call('GET', '/session', { session: next }), 401);
    assertStatus(await call('GET', '/session'), 403);
    const nobody = await call('GET', '/session', { key: null });
    assertStatus(nobody, 200);
    assert.deepEqual(nobody.json.data, { record: { state: 'signed-out' } });
  });

  test('with https the cookie is bound to the host and travels encrypted', async () => {
    const { user } = await addUser(opened());
    opened().services.baseUrl = 'https://mail.example.test';
    const answer = await signIn({ email: user.email, password: PASSWORD });
    opened().services.baseUrl = 'http://mail.example.test';
    const cookie = String(answer.headers['set-cookie']);
    assert.match(cookie, /^__Host-mailwright=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    const headers = { cookie: `other=1; __Host-mailwright=${cookieOf(answer)}` };
    assertStatus(await call('GET', '/session', { key: null, headers }), 200);
  });

  test('with https no cookie counts that another host of the domain could have set', async () => {
    const { session } = await addUser(opened());
    const shown = async (baseUrl: string) => {
      opened().services.baseUrl = baseUrl;
      const answer = await call('GET', '/session', { key: null, headers: { cookie: `mailwright=${session}` } });
      opened().services.baseUrl = 'http://mail.example.test';
      return answer.json.data.record.state;
    };
    assert.equal(await shown('https://mail.example.test'), 'signed-out');
    assert.equal(await shown('http://mail.example.test'), 'signed-in');
  });

  test('wrong addresses, passwords and users who are switched off are refused in the same words', async () => {
    const { user, session } = await addUser(opened());
    const off = await addUser(opened());
    await updateUser(opened().db, off.user.id, { disabled_at: opened().clock.now() });
    for (const [email = '', password] of [
      [user.email, 'wrong horse battery'],
      ['nobody@example.test', PASSWORD],
      [off.user.email, PASSWORD],
      ["' or 1=1 --", PASSWORD],
    ]) {
      const answer = await signIn({ email, password });
      assert.deepEqual([answer.status, answer.json.error, cookieOf(answer)], [401, REFUSED, undefined], email);
    }
    assertStatus(await signIn({ email: '', password: '' }), 422);
    assertStatus(await call('GET', '/session', { session: off.session }), 401);
    assertStatus(await call('GET', '/session', { session }), 200);
  });

  test('attempts are limited by account and by network, whether there is the account or not', async () => {
    opened().clock.forward(DAY_MS);
    const { user } = await addUser(opened());
    for (const email of [user.email, 'nobody.at.all@example.test']) {
      const from = (peer: string) => ({ 'x-forwarded-for': peer });
      const answers: number[] = [];
      for (let i = 0; i <= ATTEMPTS.ofAccountFromNetwork; i += 1)
        answers.push((await signIn({ email, password: 'x' }, from('203.0.113.9'))).status);
      assert.deepEqual([...new Set(answers)], [401, 429]);
      const right = await signIn({ email, password: PASSWORD }, from('203.0.113.9'));
      assert.deepEqual([right.status, right.headers['retry-after']], [429, '900']);
      const elsewhere = await signIn({ email, password: PASSWORD }, from('198.51.100.1'));
      assert.equal(elsewhere.status, email === user.email ? 201 : 401, 'nobody is shut out by another network');
    }
    const names = await opened().db.selectFrom('rate_window').select('name').execute();
    assert.ok(!JSON.stringify(names).includes(user.email), 'no address is kept');
  });

  test('one network cannot use up the attempts of an account', async () => {
    opened().clock.forward(DAY_MS);
    const { user } = await addUser(opened());
    const from = (peer: string) => ({ 'x-forwarded-for': peer });
    for (let i = 0; i <= ATTEMPTS.ofAccount; i += 1)
      await signIn({ email: user.email, password: 'x' }, from('203.0.113.9'));
    const elsewhere = await signIn({ email: user.email, password: PASSWORD }, from('198.51.100.1'));
    assertStatus(elsewhere, 201);
  });

  test('codes of the second factor are limited wherever they come from', async () => {
    opened().clock.forward(DAY_MS);
    const { user, session } = await addUser(opened());
    assertStatus(await call('POST', '/me/totp', { session }), 422);
    assertStatus(await call('POST', '/me/totp', { session, json: { password: 'x' } }), 422);
    const begun = await call('POST', '/me/totp', { session, json: { password: PASSWORD } });
    const { secret } = begun.json.data.record;
    const now = () => totpCode(secret, totpStep(opened().clock.now()));
    assertStatus(await call('PUT', '/me/totp', { session, json: { code: now() } }), 200);
    opened().clock.forward(MINUTE_MS);
    const given = { email: user.email, password: PASSWORD };
    const answers: number[] = [];
    for (let i = 0; i <= CODES.most; i += 1) {
      const network = { 'x-forwarded-for': `2001:db8:${i}::1` };
      answers.push((await signIn({ ...given, code: '000000' }, network)).status);
    }
    assert.deepEqual([answers.indexOf(429), answers.lastIndexOf(401)], [CODES.most, CODES.most - 1]);
    assertStatus(await signIn({ ...given, code: now() }), 429);
    assertStatus(await signIn(given), 201); // who knows the password is told that a code is needed
    opened().clock.forward(CODES.windowMs);
    assertStatus(await signIn({ ...given, code: now() }), 201);
  });

  test('a session ends after 30 days without use, and with the customer', async () => {
    const app = opened();
    const { session } = await addUser(app);
    for (let day = 0; day < 60; day += 20) {
      app.clock.forward(20 * DAY_MS);
      assertStatus(await call('GET', '/lists', { session }), 200);
    }
    const customer = (status: string) =>
      app.db.updateTable('customer').set({ status }).where('id', '=', app.customer.id).execute();
    await customer('inactive');
    assertStatus(await call('GET', '/lists', { session }), 401);
    await customer('active');
    app.clock.forward(SESSION_IDLE_MS + 1);
    const ended = await call('GET', '/lists', { session });
    assert.deepEqual([ended.status, ended.json.error], [401, 'Your session has ended. Please sign in again.']);
  });

  test('changes with a session are made by our own pages; a key needs no such word', async () => {
    const app = opened();
    const { session, user } = await addUser(app);
    const json = { name: 'T', content: '<p>Hello</p>' };
    const headers = { cookie: `mailwright=${session}`, host: 'mail.example.test' };
    const post = (more: Record<string, string>) =>
      call('POST', '/templates', { key: null, json, headers: { ...headers, ...more } });
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://mail.example.test' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const more of foreign) {
      const answer = await post(more);
      assertStatus(answer, 403);
      assert.match(answer.json.error, /not made by a page of this server/);
    }
    assertStatus(await post({ 'sec-fetch-site': 'same-origin' }), 201);
    assertStatus(await post({ origin: 'http://mail.example.test' }), 201);
    assertStatus(await post({ 'x-api-key': app.key }), 201);
    const evil = { origin: 'https://evil.example' };
    assertStatus(await signIn({ email: user.email, password: PASSWORD }, evil), 403);
  });

  test('a user of several customers goes from one to the other, and to no third', async () => {
    const app = opened();
    const [one, two] = [await app.addCustomer(), await app.addCustomer()];
    const { user, session } = await addUser({ ...app, customer: one.customer });
    const values = { customer_id: app.customer.id, user_id: user.id, role: 'viewer', created_at: app.clock.now() };
    await app.db.insertInto('membership').values(values).execute();
    const change = (customer_uid: string) => call('PUT', '/session', { session, json: { customer_uid } });
    const there = await change(app.customer.uid);
    assertStatus(there, 200);
    const { role, rights, customer, customers } = there.json.data.record;
    assert.deepEqual([role, rights, customer.uid, customers.length], ['viewer', ['read'], app.customer.uid, 2]);
    assert.equal(there.json.data.record.customers_count, 2);
    const template = { name: 'T', content: '<p>Hello</p>' };
    assertStatus(await call('POST', '/templates', { session, json: template }), 403);
    assertStatus(await change(one.customer.uid), 200);
    assertStatus(await call('POST', '/templates', { session, json: template }), 201);
    for (const uid of [two.customer.uid, 'ab12345678901', '']) {
      const answer = await change(uid);
      assertStatus(answer, 422);
      assert.ok(answer.json.error.customer_uid);
    }
    const shown = await call('GET', '/session', { session });
    assert.equal(shown.json.data.record.customer.uid, one.customer.uid);
    // Whoever signs in again goes on with the one they were in last, not with the first of them.
    for (const { uid } of [app.customer, one.customer]) {
      assertStatus(await change(uid), 200);
      const again = await signIn({ email: user.email, password: PASSWORD });
      assert.equal(again.json.data.record.customer.uid, uid);
    }
  });
});
