// Inviting, roles, forgotten passwords, the second factor: whole ways, as people go them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { addUser, cookieOf, PASSWORD } from '../../test/support/people.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/durations.ts';
import { totpCode, totpStep } from './totp/codes.ts';
import { RESETS } from './welcome/reset.ts';

const NEW = 'a staple of horses';

eachEngine('people', (engine) => {
  const opened = suiteApp(engine);
  const call = (...args: Parameters<TestApp['call']>) => opened().call(...args);
  const nobody = (method: string, path: string, json?: object) =>
    call(method, path, { key: null, ...(json && { json }) });
  const tokenIn = (text: string) => /\/app\/welcome\?token=([\w-]{43})/.exec(text)?.[1] ?? '';
  const lastMail = () =>
    opened().db.selectFrom('email').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const mails = async () => (await opened().db.selectFrom('email').select('id').execute()).length;
  const rows = async (path: string, session: string) => (await call('GET', path, { session })).json.data.records;

  test('an invitation: mailed in the right language, accepted once, with the role that was given', async () => {
    const { session, user: ada } = await addUser(opened(), { name: 'Ada <Byron>' });
    const invite = (json: object) => call('POST', '/users', { session, json });
    const bad = await invite({ email: 'nobody', role: 'king', language: 'fr' });
    assertStatus(bad, 422);
    assert.deepEqual(Object.keys(bad.json.error).sort(), ['email', 'language', 'role']);
    const invited = await invite({ email: 'Käthe@example.test', role: 'viewer', language: 'de' });
    assertStatus(invited, 201);
    const { user_uid, link, state, role } = invited.json.data.record;
    assert.deepEqual([state, role], ['invited', 'viewer']);
    const mail = await lastMail();
    assert.deepEqual(
      [mail.to_email, mail.kind, mail.from_email, mail.from_name],
      ['Käthe@example.test', 'account', opened().customer.email, 'Acme Ltd'],
    );
    assert.equal(mail.subject, 'Ihre Einladung zu Acme Ltd');
    assert.ok(mail.html.includes('Ada &lt;Byron&gt; lädt Sie ein') && mail.plain_text?.includes(link));
    assert.equal(tokenIn(mail.html), tokenIn(link));
    const single = await call('GET', '/transactional-emails', { key: opened().key });
    assert.equal(single.json.data.count, '0', 'nobody reads links among the mails of the customer');
    const counted = () =>
      opened().db.selectFrom('rate_window').select(['name', 'n']).where('name', 'like', 'invitations of %').execute();
    const before = await counted();
    assertStatus(await invite({ email: 'käthe@EXAMPLE.test', role: 'viewer' }), 409);
    assertStatus(await invite({ email: ada.email, role: 'viewer' }), 409);
    assert.deepEqual(await counted(), before, 'who is refused does not count for the limit of a day');

    assertStatus(await call('PUT', `/users/${user_uid}`, { session, json: { role: 'editor' } }), 200);
    const again = await call('POST', `/users/${user_uid}/invitation`, { session });
    assertStatus(again, 201);
    const [old, token] = [tokenIn(link), tokenIn(again.json.data.record.link)];
    assertStatus(await nobody('GET', `/welcome?token=${old}`), 404);
    const shown = await nobody('GET', `/welcome?token=${token}`);
    assert.deepEqual(shown.json.data.record, {
      kind: 'invitation',
      email: 'Käthe@example.test',
      name: '',
      customer_name: 'Acme Ltd',
      has_account: false,
    });
    const accepted = await nobody('POST', '/welcome', { token, name: 'Käthe', email: 'x@y.test', password: PASSWORD });
    assertStatus(accepted, 201);
    const { user, role: theirs, is_operator } = accepted.json.data.record;
    assert.deepEqual([user.email, user.language, theirs, is_operator], ['Käthe@example.test', 'de', 'editor', false]);
    assertStatus(await nobody('POST', '/welcome', { token, name: 'K', password: PASSWORD }), 404);
    const listed = (await rows('/users', session)).find((one: { email: string }) => one.email === 'Käthe@example.test');
    assert.deepEqual([listed.user_uid, listed.state, listed.role], [user.uid, 'active', 'editor']);
    assertStatus(await call('POST', `/users/${user_uid}/invitation`, { session }), 404);
  });

  test('who has an account proves it with its password, and belongs to both customers', async () => {
    const app = opened();
    const { user, session: own } = await addUser(app);
    const { customer } = await app.addCustomer();
    const { session } = await addUser({ ...app, customer });
    const invited = await call('POST', '/users', { session, json: { email: user.email, role: 'sender' } });
    assertStatus(invited, 201);
    assert.equal(invited.json.data.record.name, '', 'nothing is told of who has an account');
    const token = tokenIn(invited.json.data.record.link);
    assert.equal((await nobody('GET', `/welcome?token=${token}`)).json.data.record.has_account, true);
    const wrong = await nobody('POST', '/welcome', { token, name: 'Taken over', password: NEW });
    assertStatus(wrong, 422);
    assert.match(wrong.json.error.password, /already an account with this email address/);
    const right = await nobody('POST', '/welcome', { token, password: PASSWORD });
    assertStatus(right, 201);
    const { customers, role, user: shown } = right.json.data.record;
    assert.deepEqual([customers.length, role, shown.name], [2, 'sender', user.name]);
    assertStatus(await call('GET', '/lists', { session: own }), 200);
  });

  test('customers see nothing of each other: users, invitations, keys', async () => {
    const app = opened();
    const { customer } = await app.addCustomer();
    const theirs = await addUser({ ...app, customer });
    const { session } = await addUser(app);
    const invited = await call('POST', '/users', {
      session: theirs.session,
      json: { email: 'o@example.test', role: 'viewer' },
    });
    const key = await call('POST', '/api-keys', { session: theirs.session, json: { name: 'Theirs' } });
    const before = JSON.stringify([await rows('/users', theirs.session), await rows('/api-keys', theirs.session)]);
    const { user_uid } = invited.json.data.record;
    for (const uid of [theirs.user.uid, user_uid]) {
      assertStatus(await call('PUT', `/users/${uid}`, { session, json: { role: 'viewer' } }), 404);
      assertStatus(await call('DELETE', `/users/${uid}`, { session }), 404);
      assertStatus(await call('POST', `/users/${uid}/invitation`, { session }), 404);
    }
    assertStatus(await call('DELETE', `/api-keys/${key.json.data.record.key_uid}`, { session }), 404);
    const mine = JSON.stringify([await rows('/users?per_page=500', session), await rows('/api-keys', session)]);
    for (const secret of [theirs.user.uid, theirs.user.email, user_uid, 'Theirs']) assert.ok(!mine.includes(secret));
    const after = JSON.stringify([await rows('/users', theirs.session), await rows('/api-keys', theirs.session)]);
    assert.equal(after, before);
  });

  test('a role counts at once; the last owner stays one; who is removed is out at once', async () => {
    const app = opened();
    const { customer } = await app.addCustomer();
    const [ada, bob] = [
      await addUser({ ...app, customer }, { name: 'Ada' }),
      await addUser({ ...app, customer }, { name: 'Bob', role: 'viewer' }),
    ];
    const put = (uid: string, role: string, session = ada.session) =>
      call('PUT', `/users/${uid}`, { session, json: { role } });
    for (const answer of [
      await put(ada.user.uid, 'sender'),
      await call('DELETE', `/users/${ada.user.uid}`, { session: ada.session }),
    ])
      assert.deepEqual(
        [answer.status, answer.json.error],
        [400, 'Ada is the only owner: make someone else an owner first.'],
      );
    assertStatus(await put(bob.user.uid, 'king'), 422);
    assertStatus(await put('ab12345678901', 'viewer'), 404);
    const template = { json: { name: 'T', content: '<p>Hello</p>' }, session: bob.session };
    assertStatus(await call('POST', '/templates', template), 403);
    assertStatus(await put(bob.user.uid, 'owner'), 200);
    assertStatus(await call('POST', '/templates', template), 201);
    const both = await Promise.all([put(ada.user.uid, 'viewer'), put(bob.user.uid, 'viewer', bob.session)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400], 'of two who step down one stays');
    const [owner, other] = both[0]?.status === 200 ? [bob, ada] : [ada, bob];
    assertStatus(await call('DELETE', `/users/${other.user.uid}`, { session: owner.session }), 200);
    assertStatus(await call('GET', '/lists', { session: other.session }), 401);
    const gone = await app.db.selectFrom('user_account').select('id').where('id', '=', other.user.id).execute();
    assert.deepEqual(gone, [], 'a user of no customer is deleted');
    assertStatus(await nobody('POST', '/session', { email: other.user.email, password: PASSWORD }), 401);
  });

  test('a forgotten password: the same answer for everybody, a link once, all sessions end', async () => {
    const app = opened();
    const { user, session } = await addUser(app, { language: 'de' });
    const reset = (email: string) => nobody('POST', '/session/reset', { email });
    const before = await mails();
    const answers = [await reset('nobody@example.test'), await reset(user.email.toUpperCase())];
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal(await mails(), before + 1);
    const { subject, to_email, html } = await lastMail();
    assert.deepEqual([subject, to_email], ['Neues Passwort wählen', user.email]);
    const first = tokenIn(html);
    await reset(user.email);
    const token = tokenIn((await lastMail()).html);
    assertStatus(await nobody('POST', '/welcome', { token: first, password: NEW }), 404);
    assertStatus(await nobody('POST', '/welcome', { token, password: 'short' }), 422);
    const done = await nobody('POST', '/welcome', { token, password: NEW });
    assertStatus(done, 201);
    assertStatus(await call('GET', '/lists', { session: cookieOf(done) ?? '' }), 200);
    assertStatus(await call('GET', '/lists', { session }), 401);
    assertStatus(await nobody('POST', '/welcome', { token, password: NEW }), 404);
    assertStatus(await nobody('POST', '/session', { email: user.email, password: PASSWORD }), 401);
    for (let i = 0; i < RESETS.ofAccount; i += 1) assertStatus(await reset(user.email), 200);
    assert.equal(await mails(), before + RESETS.ofAccount, 'nobody is flooded');
    app.clock.forward(DAY_MS);
    await reset(user.email);
    const late = tokenIn((await lastMail()).html);
    app.clock.forward(61 * MINUTE_MS);
    assertStatus(await nobody('POST', '/welcome', { token: late, password: NEW }), 404);
  });

  test('a new password needs the old one, ends other sessions and changes the cookie', async () => {
    const { user, session } = await addUser(opened());
    const other = cookieOf(await nobody('POST', '/session', { email: user.email, password: PASSWORD })) ?? '';
    const put = (json: object) => call('PUT', '/me', { session, json });
    for (const [json, member] of [
      [{ password: NEW }, 'current_password'],
      [{ password: NEW, current_password: 'wrong one' }, 'current_password'],
      [{ password: 'short', current_password: PASSWORD }, 'password'],
      [{ theme: 'pink' }, 'theme'],
    ] as const) {
      const answer = await put(json);
      assertStatus(answer, 422);
      assert.deepEqual(Object.keys(answer.json.error), [member]);
    }
    const named = await put({ name: 'Grace B.', theme: 'dark', language: 'de' });
    assert.deepEqual(
      [named.json.data.record.name, named.json.data.record.theme, cookieOf(named)],
      ['Grace B.', 'dark', undefined],
    );
    assertStatus(await call('GET', '/me', { session: other }), 200);
    await nobody('POST', '/session/reset', { email: user.email });
    const token = tokenIn((await lastMail()).html);
    const changed = await put({ password: ` ${NEW} `, current_password: PASSWORD });
    assertStatus(changed, 200);
    for (const ended of [session, other]) assertStatus(await call('GET', '/me', { session: ended }), 401);
    assertStatus(await call('GET', '/me', { session: cookieOf(changed) ?? '' }), 200);
    assertStatus(await nobody('POST', '/welcome', { token, password: PASSWORD }), 404); // it was mailed before
    assertStatus(await nobody('POST', '/session', { email: user.email, password: NEW }), 401);
    assertStatus(await nobody('POST', '/session', { email: user.email, password: ` ${NEW} ` }), 201);
  });

  test('sessions are listed and ended, one by one or all but this one, and only one’s own', async () => {
    const { user, session } = await addUser(opened());
    const stranger = await addUser(opened());
    const open = async () =>
      cookieOf(await nobody('POST', '/session', { email: user.email, password: PASSWORD })) ?? '';
    const [second, third] = [await open(), await open()];
    const listed = await rows('/me/sessions', session);
    assert.deepEqual(listed.map((one: { is_current: boolean }) => one.is_current).sort(), [false, false, true]);
    const [foreign] = await rows('/me/sessions', stranger.session);
    assertStatus(await call('DELETE', `/me/sessions/${foreign.session_uid}`, { session }), 404);
    const [mine] = (await rows('/me/sessions', second)).filter((one: { is_current: boolean }) => one.is_current);
    assertStatus(await call('DELETE', `/me/sessions/${mine.session_uid}`, { session }), 200);
    assertStatus(await call('GET', '/me', { session: second }), 401);
    assertStatus(await call('DELETE', '/me/sessions', { session }), 200);
    assertStatus(await call('GET', '/me', { session: third }), 401);
    assertStatus(await call('GET', '/me', { session }), 200);
    assertStatus(await call('GET', '/me', { session: stranger.session }), 200);
    assertStatus(await call('GET', '/me'), 403);
  });

  test('a second factor: begun, confirmed, asked for; a code is good once, recovery codes too', async () => {
    const app = opened();
    const { user, session } = await addUser(app);
    const totp = (method: string, json?: object) => call(method, '/me/totp', { session, ...(json && { json }) });
    const signIn = (code?: string) =>
      nobody('POST', '/session', { email: user.email, password: PASSWORD, ...(code && { code }) });
    const codeNow = (secret: string) => totpCode(secret, totpStep(app.clock.now()));
    assertStatus(await totp('PUT', { code: '123456' }), 400);
    const { secret, otpauth_uri } = (await totp('POST', { password: PASSWORD })).json.data.record;
    assert.match(otpauth_uri, new RegExp(`^otpauth://totp/Mailwright:.*secret=${secret}&`));
    assertStatus(await signIn(), 201);
    assert.ok(cookieOf(await signIn()), 'it does not count before it is confirmed');
    const wrong = await totp('PUT', { code: '000000' });
    assert.deepEqual([wrong.status, Object.keys(wrong.json.error)], [422, ['code']]);
    const confirmed = await totp('PUT', { code: codeNow(secret) });
    assertStatus(confirmed, 200);
    const codes: string[] = confirmed.json.data.record.recovery_codes;
    assert.equal(new Set(codes).size, 10);
    const stored = JSON.stringify([
      await app.db.selectFrom('user_account').selectAll().where('id', '=', user.id).execute(),
      await app.db.selectFrom('recovery_code').selectAll().execute(),
    ]);
    for (const text of [secret, ...codes]) assert.ok(!stored.includes(text), 'sealed or hashed');
    assertStatus(await totp('POST', { password: PASSWORD }), 400);

    const asked = await signIn();
    assert.deepEqual(
      [asked.status, asked.json.data.record, cookieOf(asked)],
      [201, { state: 'code-needed' }, undefined],
    );
    assertStatus(await signIn('000000'), 401);
    assertStatus(await signIn(codeNow(secret)), 401); // was used to confirm
    app.clock.forward(30_000);
    const twice = await Promise.all([signIn(codeNow(secret)), signIn(codeNow(secret))]);
    assert.deepEqual(twice.map(({ status }) => status).sort(), [201, 401], 'once, also at the same time');
    app.clock.forward(-DAY_MS);
    assert.ok(cookieOf(await signIn(codeNow(secret))), 'a clock that is set back keeps nobody out');
    assertStatus(await signIn(codeNow(secret)), 401);
    app.clock.forward(DAY_MS);
    const [recovery = ''] = codes;
    const typed = recovery.toUpperCase().replaceAll('-', ' ');
    app.clock.forward(15 * MINUTE_MS); // attempts are counted
    assert.ok(cookieOf(await signIn(typed)));
    assertStatus(await signIn(recovery), 401);
    assert.equal((await call('GET', '/me', { session })).json.data.record.recovery_code_count, 9);

    app.clock.forward(DAY_MS);
    await nobody('POST', '/session/reset', { email: user.email });
    const reset = await nobody('POST', '/welcome', { token: tokenIn((await lastMail()).html), password: NEW });
    assert.deepEqual(
      [reset.json.data.record.state, cookieOf(reset)],
      ['code-needed', undefined],
      'a mailbox is no second factor',
    );
    const back = await nobody('POST', '/session', { email: user.email, password: NEW, code: codeNow(secret) });
    const now = cookieOf(back) ?? '';
    const remove = (password: string) => call('DELETE', '/me/totp', { session: now, json: { password } });
    assertStatus(await remove(PASSWORD), 422);
    assertStatus(await remove(NEW), 200);
    assert.ok(cookieOf(await nobody('POST', '/session', { email: user.email, password: NEW })));
  });
});
