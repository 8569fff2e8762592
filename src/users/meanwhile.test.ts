// Who somebody is, and what they may do, is asked again under the lock: of two calls about one user
// the second finds what the first has made of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { newAuthenticator } from '../../test/support/authenticator.ts';
import { whileChanging } from '../../test/support/meanwhile.ts';
import { addUser, cookieOf, PASSWORD, type TestUser } from '../../test/support/people.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import type { Tx } from '../storage/db.ts';
import type { Customer } from '../storage/tables.ts';
import { changeRole, removeMember } from './members/change.ts';
import { hashPassword } from './password.ts';
import { insertMembership, updateUser } from './queries.ts';
import { deleteSessionsOf } from './sessions/queries.ts';
import { totpCode, totpStep } from './totp/codes.ts';
import { confirmTotp } from './totp/totp.ts';
import { resetLink } from './welcome/reset.ts';

const OTHER = 'another good password';

eachEngine('users who change meanwhile', (engine) => {
  const app = suiteApp(engine);
  const house = async (): Promise<TestUser & { customer: Customer }> => {
    const { customer } = await app().addCustomer();
    return { customer, ...(await addUser({ ...app(), customer })) };
  };
  const member = (customer: Customer) => addUser({ ...app(), customer }, { role: 'viewer' });
  const invite = async (session: string, email: string, role: string) => {
    const answer = await app().call('POST', '/users', { session, json: { email, role } });
    assertStatus(answer, 201);
    const { user_uid: uid, link } = answer.json.data.record;
    return { uid: uid as string, token: new URL(link).searchParams.get('token') };
  };
  const use = (token: string | null) =>
    app().call('POST', '/welcome', { key: null, json: { token, name: 'New', password: PASSWORD } });
  const signIn = (email: string) => app().call('POST', '/session', { key: null, json: { email, password: PASSWORD } });
  const rolesOf = (userId: number) =>
    app().db.selectFrom('membership').select('role').where('user_id', '=', userId).execute();

  test('an invitation lets in to what it is to at last', async () => {
    const { customer, session } = await house();
    const { uid, token } = await invite(session, 'less@example.test', 'owner');
    const used = await whileChanging(
      app(),
      (tx) => changeRole(tx, customer.id, uid, 'viewer'),
      () => use(token),
    );
    assertStatus(used, 201);
    const { records } = (await app().call('GET', '/users', { session })).json.data;
    assert.deepEqual(
      records.map((one: { role: string; state: string }) => [one.role, one.state]),
      [
        ['owner', 'active'],
        ['viewer', 'active'],
      ],
    );
  });

  test('nor when it is taken back, or its customer switched off', async () => {
    const { customer, session } = await house();
    const first = await invite(session, 'back@example.test', 'owner');
    const take = (tx: Tx) => removeMember(tx, customer.id, first.uid);
    assertStatus(await whileChanging(app(), take, () => use(first.token)), 404);
    const second = await invite(session, 'off@example.test', 'owner');
    const off = (tx: Tx) =>
      tx.updateTable('customer').set({ status: 'inactive' }).where('id', '=', customer.id).execute();
    assertStatus(await whileChanging(app(), off, () => use(second.token)), 404);
    const made = app()
      .db.selectFrom('user_account')
      .select('id')
      .where('email', 'in', ['back@example.test', 'off@example.test']);
    assert.deepEqual(await made.execute(), []);
  });

  test('who leaves one customer and joins another at once is there or not, and never a 500', async () => {
    const [here, there] = [await house(), await house()];
    const { user } = await member(here.customer);
    const { token } = await invite(there.session, user.email, 'viewer');
    const leave = (tx: Tx) => removeMember(tx, here.customer.id, user.uid);
    // Refused where the account is gone that was asked for its password, else there is another one.
    const { status } = await whileChanging(app(), leave, () => use(token));
    assert.ok(status === 422 || status === 201, `${status}`);
    const other = await member(here.customer);
    const joins = (tx: Tx) =>
      insertMembership(tx, { customer_id: there.customer.id, user_id: other.user.id, role: 'editor', created_at: 1 });
    const remove = () => app().call('DELETE', `/users/${other.user.uid}`, { session: here.session });
    assertStatus(await whileChanging(app(), joins, remove), 200);
    assert.deepEqual(
      (await rolesOf(other.user.id)).map(({ role }) => role),
      ['editor'],
    );
  });

  test('an account goes with the last of two memberships that end at once', async () => {
    const [here, there] = [await house(), await house()];
    const { user } = await member(here.customer);
    const second = { customer_id: there.customer.id, user_id: user.id, role: 'viewer', created_at: 1 } as const;
    await insertMembership(app().db as Tx, second);
    const leave = (tx: Tx) => removeMember(tx, here.customer.id, user.uid);
    const remove = () => app().call('DELETE', `/users/${user.uid}`, { session: there.session });
    assertStatus(await whileChanging(app(), leave, remove), 200);
    assert.deepEqual(await app().db.selectFrom('user_account').select('id').where('id', '=', user.id).execute(), []);
  });

  test('no session begins with a password that is replaced meanwhile', async () => {
    const { user, session } = await house();
    const password = await hashPassword(OTHER);
    const replace = async (tx: Tx) => {
      await updateUser(tx, user.id, { password });
      await deleteSessionsOf(tx, user.id);
    };
    assertStatus(await whileChanging(app(), replace, () => signIn(user.email)), 401);
    const sessions = app().db.selectFrom('user_session').select('id').where('user_id', '=', user.id);
    assert.deepEqual(await sessions.execute(), []);
    assertStatus(await app().call('GET', '/me', { session }), 401);
    const { user: off } = await house();
    const disable = (tx: Tx) => updateUser(tx, off.id, { disabled_at: 1 });
    assertStatus(await whileChanging(app(), disable, () => signIn(off.email)), 401);
  });

  test('nor does it choose another one', async () => {
    const { user, session } = await house();
    const password = await hashPassword(OTHER);
    const change = { current_password: PASSWORD, password: 'a third good password' };
    const replace = (tx: Tx) => updateUser(tx, user.id, { password });
    const answer = await whileChanging(app(), replace, () => app().call('PUT', '/me', { session, json: change }));
    assertStatus(answer, 422);
    const stored = app().db.selectFrom('user_account').select('password').where('id', '=', user.id);
    assert.equal((await stored.executeTakeFirstOrThrow()).password, password);
  });

  test('a second factor is confirmed once: its recovery codes stay good', async () => {
    const { user, session } = await house();
    const begun = await app().call('POST', '/me/totp', { session, json: { password: PASSWORD } });
    assertStatus(begun, 201);
    const code = totpCode(begun.json.data.record.secret, totpStep(app().clock.now()));
    const { db, clock, secret } = app();
    const now = await db.selectFrom('user_account').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    let codes: string[] = [];
    const confirm = async (tx: Tx) => {
      codes = await confirmTotp({ db: tx, clock, secret }, now, code);
    };
    const again = () => app().call('PUT', '/me/totp', { session, json: { code } });
    assertStatus(await whileChanging(app(), confirm, again), 400);
    const json = { email: user.email, password: PASSWORD, code: codes[0] };
    const signedIn = await app().call('POST', '/session', { key: null, json });
    assertStatus(signedIn, 201);
    assert.ok(cookieOf(signedIn));
  });

  test('a second factor is neither begun, confirmed nor ended with a password that is replaced meanwhile', async () => {
    const password = await hashPassword(OTHER);
    const replaceOf = (id: number) => (tx: Tx) => updateUser(tx, id, { password });
    const factorOf = (id: number) =>
      app().db.selectFrom('user_account').select(['totp_secret', 'totp_pending']).where('id', '=', id).execute();
    const endedOf = (id: number) => async (tx: Tx) => {
      await replaceOf(id)(tx);
      await deleteSessionsOf(tx, id);
    };
    const first = await house();
    const begin = ({ session }: TestUser) => app().call('POST', '/me/totp', { session, json: { password: PASSWORD } });
    assertStatus(await whileChanging(app(), replaceOf(first.user.id), () => begin(first)), 422);
    assert.equal((await factorOf(first.user.id))[0]?.totp_pending, null);

    const second = await house();
    const { secret } = (await begin(second)).json.data.record;
    const code = totpCode(secret, totpStep(app().clock.now()));
    const confirm = () => app().call('PUT', '/me/totp', { session: second.session, json: { code } });
    assertStatus(await whileChanging(app(), endedOf(second.user.id), confirm), 401);
    assert.equal((await factorOf(second.user.id))[0]?.totp_secret, null);

    const { user, session } = await house();
    await updateUser(app().db, user.id, { totp_secret: 'sealed' });
    const end = () => app().call('DELETE', '/me/totp', { session, json: { password: PASSWORD } });
    assertStatus(await whileChanging(app(), replaceOf(user.id), end), 422);
    assert.equal((await factorOf(user.id))[0]?.totp_secret, 'sealed');
  });

  test('no passkey is added of who is removed, or has another password, meanwhile', async () => {
    const origin = 'http://localhost:8080';
    app().services.baseUrl = origin;
    const password = await hashPassword(OTHER);
    const changes = [
      ({ user, customer }: Awaited<ReturnType<typeof house>>) =>
        (tx: Tx) =>
          removeMember(tx, customer.id, user.uid),
      ({ user }: Awaited<ReturnType<typeof house>>) =>
        async (tx: Tx) => {
          await updateUser(tx, user.id, { password });
          await deleteSessionsOf(tx, user.id);
        },
    ];
    for (const change of changes) {
      const who = await house();
      await member(who.customer);
      await addUser({ ...app(), customer: who.customer });
      const { session, user } = who;
      const begun = await app().call('POST', '/me/passkeys/options', { session, json: { password: PASSWORD } });
      assertStatus(begun, 201);
      const key = newAuthenticator('localhost', origin).create(begun.json.data.record.options);
      const add = () => app().call('POST', '/me/passkeys', { session, json: { name: 'Phone', ...key } });
      assertStatus(await whileChanging(app(), change(who), add), 401);
      assert.deepEqual(await app().db.selectFrom('passkey').select('id').where('user_id', '=', user.id).execute(), []);
    }
  });

  test('of the links to choose a password the last one is good', async () => {
    const { user } = await house();
    const ask = () => app().call('POST', '/session/reset', { key: null, json: { email: user.email } });
    assertStatus(await whileChanging(app(), (tx) => resetLink(tx, app(), user), ask), 200);
    const links = await app().db.selectFrom('welcome_link').select('id').where('user_id', '=', user.id).execute();
    assert.equal(links.length, 1);
  });
});
