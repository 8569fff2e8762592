import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { runOnStore } from '../../../test/support/command.ts';
import { addUser } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { userCommand } from './user.ts';

eachEngine('the command user', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });
  const run = (...args: string[]) => runOnStore(userCommand, args, app);
  const welcome = (text: string, json: object) =>
    app.call('POST', '/welcome', { key: null, json: { token: /token=([\w-]{43})/.exec(text)?.[1] ?? '', ...json } });
  const password = 'correct horse battery';

  test('somebody is invited, listed, shut out, let in again and made an operator', async () => {
    const { user: ada } = await addUser(app, { name: 'Ada', email: 'ada@example.test' });
    const { code, text } = await run('invite', 'bob@example.test', '--role', 'sender', '--language', 'de');
    assert.equal(code, 0, text);
    assert.match(
      text,
      /^bob@example\.test was invited as sender of customer \w{13}\. .*\/app\/welcome\?token=[\w-]{43}$/,
    );
    assert.match((await run('list')).text, /bob@example\.test +\w{13} +sender +never +invited until 2026-/);
    assert.match(
      (await run('reset', 'bob@example.test')).text,
      /^There is no user .* invited and has not signed up yet: npx/,
    );
    const second = await run('invite', 'BOB@example.test');
    assert.match(second.text, /was invited again as sender of customer \w{13}; the previous link no longer works\./);
    assert.equal((await welcome(text, { name: 'Bob', password })).status, 404);
    const accepted = await welcome(second.text, { name: 'Bob', password });
    assert.deepEqual([accepted.status, accepted.json.data.record.role], [201, 'sender']);
    const session = String(accepted.headers['set-cookie']).split(/[=;]/)[1];
    const status = async () => (await app.call('GET', '/lists', { session })).status;
    assert.equal(await status(), 200);
    assert.deepEqual(
      await run('disable', 'BOB@example.test').then(({ text: said }) => said),
      'bob@example.test is locked out, and all sessions were ended.',
    );
    assert.equal(await status(), 401);
    assert.match((await run('list')).text, /Bob +bob@example\.test +\w{13} +sender +2026-.* +disabled 2026-/);
    const signIn = () => app.call('POST', '/session', { key: null, json: { email: 'bob@example.test', password } });
    assert.equal((await signIn()).status, 401);
    await run('enable', 'bob@example.test');
    assert.equal((await signIn()).status, 201);
    await run('operator', 'bob@example.test');
    assert.equal((await signIn()).json.data.record.is_operator, true);
    await run('operator', 'bob@example.test', '--off');
    assert.equal((await signIn()).json.data.record.is_operator, false);
    assert.deepEqual(await run('disable', ada.uid).then(({ code: exit, text: said }) => [exit, said]), [
      1,
      'Ada is the only owner: make someone else an owner first.',
    ]);
  });

  test('a link for a new password, also without the second factor', async () => {
    const { user } = await addUser(app, { totp_secret: 'v1.sealed' });
    const kept = await run('reset', user.email);
    const asked = await welcome(kept.text, { password: 'another horse' });
    assert.equal(asked.json.data.record.state, 'code-needed');
    const { text } = await run('reset', user.email, '--totp');
    assert.match(text, /now signs in without a code\.\nLink to set a new password for .* within an hour: http:/);
    assert.equal((await welcome(text, { password })).json.data.record.state, 'signed-in');
    const passkey = { uid: 'p', user_id: user.id, credential_id: 'c', public_key: '', sign_count: 0, name: 'x' };
    await app.db
      .insertInto('passkey')
      .values({ ...passkey, created_at: 0, used_at: null })
      .execute();
    const signedIn = { email: user.email, password };
    assertStatus(await app.call('POST', '/session', { key: null, json: signedIn }), 201);
    const said = (await run('reset', user.email, '--passkeys')).text;
    assert.match(said, /^1 passkey of .* was removed, and all sessions were ended\.\nLink to set a new password for/);
    assert.deepEqual(await app.db.selectFrom('passkey').select('id').execute(), []);
    const open = app.db.selectFrom('user_session').select('id').where('user_id', '=', user.id);
    assert.deepEqual(await open.execute(), [], 'also of who has the device');
  });

  test('what makes no sense changes nothing', async () => {
    const before = (await run('list')).text;
    for (const [code, said, ...args] of [
      [1, 'There is no user "nobody@example.test".', 'disable', 'nobody@example.test'],
      [1, '"nobody" is not a valid email address.', 'invite', 'nobody'],
      [1, 'The role must be one of: owner, sender, editor, viewer.', 'invite', 'c@example.test', '--role', 'king'],
      [1, 'There is no customer "x".', 'invite', 'c@example.test', '--customer', 'x'],
      [1, 'This person already belongs to the customer.', 'invite', 'ada@example.test'],
    ] as const) {
      const { code: exit, text } = await run(...args);
      assert.deepEqual([exit, text], [code, said]);
    }
    for (const [said, ...args] of [
      ['<email> is missing.', 'invite'],
      ['<email> is missing.', 'operator'],
      ['<email> is missing.', 'enable'],
      ['Unexpected argument: "x".', 'list', 'x'],
      ['Unknown action "remove".', 'remove', 'x@y.test'],
    ] as const) {
      const { code, text } = await run(...args);
      assert.deepEqual([code, text.split('\n')[0]], [2, said], args.join(' '));
    }
    assert.equal((await run('list')).text, before);
  });
});
