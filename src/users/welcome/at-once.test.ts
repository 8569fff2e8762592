// Links that are used, and people who are invited, at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { addUser, PASSWORD } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';

eachEngine('at the same time', (engine) => {
  const opened = suiteApp(engine);
  const call = (...args: Parameters<TestApp['call']>) => opened().call(...args);
  const nobody = (method: string, path: string, json: object) => call(method, path, { key: null, json });
  const tokenIn = (text: string) => /\/app\/welcome\?token=([\w-]{43})/.exec(text)?.[1] ?? '';

  test('who got an account a moment ago proves it too: of two links to an address the slower lets nobody in', async () => {
    const app = opened();
    const email = 'both@example.test';
    const tokens: string[] = [];
    for (const { customer } of [await app.addCustomer(), await app.addCustomer()]) {
      const { session } = await addUser({ ...app, customer });
      const invited = await call('POST', '/users', { session, json: { email, role: 'owner' } });
      tokens.push(tokenIn(invited.json.data.record.link));
    }
    const use = (token: string, n: number) =>
      nobody('POST', '/welcome', { token, name: 'B', password: `${PASSWORD} ${n}` });
    const answers = await Promise.all(tokens.map(use));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
    const slower = answers.findIndex(({ status }) => status === 422);
    const token = tokens[slower] ?? '';
    assertStatus(await use(token, slower), 422);
    const right = await use(token, 1 - slower);
    assertStatus(right, 201);
    assert.equal(right.json.data.record.customers.length, 2, 'the link stayed good');
  });

  test('of two invitations to an address at the same time there is one', async () => {
    const { session } = await addUser(opened());
    const invite = () => call('POST', '/users', { session, json: { email: 'at.once@example.test', role: 'viewer' } });
    const answers = await Promise.all([invite(), invite()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
  });
});
