// Passkeys: added with the password, then each lets its user in; whatever proves less is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import {
  type Authenticator,
  cborArray,
  cborBytes,
  cborMap,
  cborText,
  newAuthenticator,
} from '../../../test/support/authenticator.ts';
import { addUser, cookieOf, PASSWORD, type TestUser } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { inTransaction } from '../../storage/db.ts';
import { ATTEMPTS } from '../limits.ts';
import { updateUser } from '../queries.ts';
import { CHALLENGE_MS } from './challenge.ts';
import { addPasskey, MOST_PASSKEYS } from './passkeys.ts';
import type { NewCredential } from './proof.ts';
import { noteUse } from './queries.ts';

const ORIGIN = 'http://localhost:8080';
const REFUSED = 'This passkey does not work here, or it took too long.';
const UNPROVEN = 'The new passkey could not be verified, or it took too long. Please start again.';

eachEngine('passkeys', (engine) => {
  const opened = suiteApp(engine);
  const call = (...args: Parameters<TestApp['call']>) => opened().call(...args);
  const authenticator = () => newAuthenticator('localhost', ORIGIN);

  const newKey = (options: Parameters<Authenticator['create']>[0]) => authenticator().create(options) as NewCredential;

  /** A user at an address that has passkeys. */
  const somebody = async (values: Parameters<typeof addUser>[1] = {}) => {
    opened().services.baseUrl = ORIGIN;
    opened().clock.forward(DAY_MS); // what was tried before counts no more
    return addUser(opened(), values);
  };
  const begin = async ({ session }: TestUser) => {
    const answer = await call('POST', '/me/passkeys/options', { session, json: { password: PASSWORD } });
    assertStatus(answer, 201);
    return answer.json.data.record.options;
  };
  const add = (who: TestUser, json: object) =>
    call('POST', '/me/passkeys', { session: who.session, json: { name: 'Phone', ...json } });
  const ask = async () => {
    const answer = await call('GET', '/session/passkey', { key: null });
    assertStatus(answer, 200);
    return answer.json.data.record.options;
  };
  const signIn = (json: object) => call('POST', '/session/passkey', { key: null, json });

  /** A passkey of a user that is known. */
  const added = async (who: TestUser): Promise<{ key: Authenticator; uid: string }> => {
    const key = authenticator();
    const answer = await add(who, key.create(await begin(who)));
    assertStatus(answer, 201);
    return { key, uid: answer.json.data.record.passkey_uid };
  };
  const refused = async (json: object) => {
    const answer = await signIn(json);
    assert.deepEqual([answer.status, answer.json.error], [401, REFUSED]);
    assert.equal(cookieOf(answer), undefined);
  };

  test('one is added with the password, and signs in without it, also past a second factor', async () => {
    const ada = await somebody({ totp_secret: 'sealed', name: 'Ada' });
    const options = await begin(ada);
    assert.deepEqual(options.rp, { name: 'Mailwright', id: 'localhost' });
    assert.deepEqual([options.user.name, options.user.displayName], [ada.user.email, 'Ada']);
    assert.deepEqual([options.attestation, options.authenticatorSelection.userVerification], ['none', 'required']);
    const key = authenticator();
    const answer = await add(ada, key.create(options));
    assertStatus(answer, 201);
    const { passkey_uid, name, used_at } = answer.json.data.record;
    assert.deepEqual([name, used_at], ['Phone', null]);

    const asked = await ask();
    assert.deepEqual(
      [asked.rpId, asked.userVerification, asked.allowCredentials],
      ['localhost', 'required', undefined],
    );
    const entered = await signIn(key.get(asked.challenge));
    assertStatus(entered, 201);
    assert.equal(entered.json.data.record.user.uid, ada.user.uid);
    const session = cookieOf(entered);
    assertStatus(await call('GET', '/lists', { session }), 200);
    const { records } = (await call('GET', '/me/passkeys', { session })).json.data;
    assert.deepEqual([records.length, records[0].passkey_uid], [1, passkey_uid]);
    assert.notEqual(records[0].used_at, null);
    const [row] = await opened().db.selectFrom('passkey').selectAll().where('user_id', '=', ada.user.id).execute();
    assert.equal(row?.sign_count, 2, 'as the authenticator counts');
    assert.deepEqual(
      (await begin({ ...ada, session: session ?? '' })).excludeCredentials.map(({ id }: { id: string }) => id),
      [row?.credential_id],
      'no second one of the same device',
    );
  });

  test('the password is asked for, and an API key is nobody', async () => {
    const who = await somebody();
    const wrong = await call('POST', '/me/passkeys/options', { session: who.session, json: { password: 'not mine' } });
    assert.deepEqual([wrong.status, wrong.json.error], [422, { password: 'This is not your password.' }]);
    assertStatus(await call('POST', '/me/passkeys/options', { json: { password: PASSWORD } }), 403);
    assertStatus(await call('GET', '/me/passkeys'), 403);
    assertStatus(await call('GET', '/me/passkeys', { key: null }), 401);
  });

  test('what proves no new passkey is refused, and adds none', async () => {
    const [who, other] = [await somebody(), await somebody()];
    const options = await begin(who);
    const chain = cborMap([
      [cborText('alg'), Buffer.from([0x26])],
      [cborText('sig'), cborBytes(Buffer.alloc(8))],
      [cborText('x5c'), cborArray([cborBytes(Buffer.alloc(8))])],
    ]);
    const key = authenticator();
    const faulty = [
      key.create(await begin(other)), // somebody else's
      key.create(await ask()), // to sign in with
      key.create({ challenge: Buffer.alloc(32).toString('base64url') }),
      key.create(options, { origin: 'https://evil.test' }),
      key.create(options, { site: 'evil.test' }),
      key.create(options, { type: 'webauthn.get' }),
      key.create(options, { isVerified: false }),
      key.create(options, { isFramed: true }),
      newAuthenticator('localhost', ORIGIN, 3_000).create(await begin(who)), // longer than an id may be
      key.create(options, { attestation: { format: 'packed', statement: chain } }),
      key.create(options, { attestation: { format: 'android-safetynet', statement: cborMap([]) } }),
      { ...key.create(options), attestation: 'AAAA' },
      { ...key.create(options), client_data: 'AAAA' },
    ];
    for (const [at, json] of faulty.entries()) {
      const answer = await add(who, json);
      assert.deepEqual([answer.status, answer.json.error], [422, { attestation: UNPROVEN }], `${at}`);
    }
    assertStatus(await add(who, { ...key.create(options), attestation: '' }), 422);
    const late = await begin(who);
    opened().clock.forward(CHALLENGE_MS + 2_000);
    assertStatus(await add(who, key.create(late)), 422);
    const once = key.create(await begin(who));
    const answers = await Promise.all([add(who, once), add(who, once)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422], 'a challenge is good once');
    const known = await add(other, key.create(await begin(other)));
    assert.deepEqual([known.status, known.json.error], [409, 'This passkey is already registered.']);
  });

  test('what proves too little lets nobody in', async () => {
    const who = await somebody();
    const { key } = await added(who);
    const { challenge } = await ask();
    await refused(authenticator().get(challenge)); // not known
    await refused(key.get(challenge, { origin: 'http://localhost:8081' }));
    await refused(key.get((await ask()).challenge, { site: 'evil.test' }));
    await refused(key.get((await ask()).challenge, { type: 'webauthn.create' }));
    await refused(key.get((await ask()).challenge, { isVerified: false }));
    await refused(key.get((await ask()).challenge, { isFramed: true }));
    await refused(key.get((await ask()).challenge, { handle: 'c29tZWJvZHk' }));
    await refused(key.get((await ask()).challenge, { signCount: 1 })); // a copy of the authenticator
    await refused(key.get((await begin(who)).challenge)); // a challenge to add one
    await refused(key.get('AAAA'));
    const signed = key.get((await ask()).challenge);
    await refused({ ...signed, signature: authenticator().get(challenge)['signature'] });
    const late = key.get((await ask()).challenge);
    opened().clock.forward(CHALLENGE_MS + 2_000);
    await refused(late);
    const good = key.get((await ask()).challenge);
    const answers = await Promise.all([signIn(good), signIn(good)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401], 'an answer is good once');
    await refused(good);
    assertStatus(await signIn({}), 422);
  });

  test('who is shut out or has no customer stays out; one that is removed lets nobody in', async () => {
    const who = await somebody();
    const [first, second] = [await added(who), await added(who)];
    const stranger = await somebody();
    const path = `/me/passkeys/${first.uid}`;
    assertStatus(await call('DELETE', path, { session: stranger.session }), 404);
    assertStatus(await call('PUT', path, { session: stranger.session, json: { name: 'Mine' } }), 404);
    const named = await call('PUT', path, { session: who.session, json: { name: 'Old phone' } });
    assert.equal(named.json.data.record.name, 'Old phone');
    assertStatus(await call('DELETE', path, { session: who.session }), 200);
    await refused(first.key.get((await ask()).challenge));
    await updateUser(opened().db, who.user.id, { disabled_at: opened().clock.now() });
    await refused(second.key.get((await ask()).challenge));
    await updateUser(opened().db, who.user.id, { disabled_at: null });
    assertStatus(await signIn(second.key.get((await ask()).challenge)), 201);
    const owner = await somebody();
    assertStatus(await call('DELETE', `/users/${who.user.uid}`, { session: owner.session }), 200);
    assert.deepEqual(
      await opened().db.selectFrom('passkey').select('id').where('user_id', '=', who.user.id).execute(),
      [],
    );
  });

  test('who proved themselves before another password, or is gone by now, adds none', async () => {
    const { db, clock, secret } = opened();
    const tools = { db, clock, secret, baseUrl: ORIGIN };
    const [who, gone, owner] = [await somebody(), await somebody(), await somebody()];
    const made = { name: 'Phone', ...newKey(await begin(who)) };
    await updateUser(db, who.user.id, { password: 'another' });
    await assert.rejects(addPasskey(tools, who.user, made), { code: 'unauthorized' });
    const late = { name: 'Phone', ...newKey(await begin(gone)) };
    assertStatus(await call('DELETE', `/users/${gone.user.uid}`, { session: owner.session }), 200);
    await assert.rejects(addPasskey(tools, gone.user, late), { code: 'unauthorized' });
    const ids = [who.user.id, gone.user.id];
    assert.deepEqual(await db.selectFrom('passkey').select('id').where('user_id', 'in', ids).execute(), []);
  });

  test('of two answers at once the one that counts less than the other lets nobody in', async () => {
    const { db } = opened();
    const { uid } = await added(await somebody());
    const { id } = await db.selectFrom('passkey').select('id').where('uid', '=', uid).executeTakeFirstOrThrow();
    const noted: boolean[] = [];
    for (const count of [3, 2, 3, 4]) noted.push(await inTransaction(db, (tx) => noteUse(tx, id, count, 1)));
    assert.deepEqual(noted, [true, false, false, true]);
  });

  test('not more than some; and who guesses is made to wait', async () => {
    const who = await somebody();
    const { user } = who;
    const row = { user_id: user.id, public_key: '', sign_count: 0, name: 'x', created_at: 0, used_at: null };
    for (let n = 1; n < MOST_PASSKEYS; n += 1)
      await opened()
        .db.insertInto('passkey')
        .values({ ...row, uid: `${user.uid}${n}`, credential_id: `${user.uid}${n}` })
        .execute();
    const begun = [await begin(who), await begin(who)];
    const answers = await Promise.all(begun.map((one) => add(who, authenticator().create(one))));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
    const more = await call('POST', '/me/passkeys/options', { session: who.session, json: { password: PASSWORD } });
    assert.deepEqual([more.status, more.json.error], [400, 'You can have at most 20 passkeys.']);
    opened().clock.forward(DAY_MS);
    const guess = authenticator().get((await ask()).challenge);
    const codes: number[] = [];
    for (let n = 0; n <= ATTEMPTS.ofNetwork; n += 1) codes.push((await signIn(guess)).status);
    assert.deepEqual([codes.filter((code) => code === 401).length, codes.at(-1)], [ATTEMPTS.ofNetwork, 429]);
  });

  test('an address without a name or without https has none', async () => {
    const who = await somebody();
    for (const address of ['http://mail.example.test', 'http://127.0.0.1:8080', 'https://[::1]']) {
      opened().services.baseUrl = address;
      const why = `Passkeys need a public address with https and a name: MAILWRIGHT_BASE_URL is ${address}.`;
      const asked = await call('GET', '/session/passkey', { key: null });
      assert.deepEqual([asked.status, asked.json.error], [400, why], address);
      if (address.startsWith('https')) continue; // the cookie has another name there
      const json = { password: PASSWORD };
      const begun = await call('POST', '/me/passkeys/options', { session: who.session, json });
      assert.deepEqual([begun.status, begun.json.error], [400, why], address);
    }
  });
});
