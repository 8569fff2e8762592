// Invitations to a customer that was switched off meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addUser, PASSWORD } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';

eachEngine('invitations to a customer that is switched off', (engine) => {
  const opened = suiteApp(engine);

  test('they let nobody in and make no account, and are good when it is on again', async () => {
    const app = opened();
    const { customer } = await app.addCustomer();
    const { session } = await addUser({ ...app, customer });
    const email = 'off@example.test';
    const invited = await app.call('POST', '/users', { session, json: { email, role: 'owner' } });
    assertStatus(invited, 201);
    const token = new URL(invited.json.data.record.link).searchParams.get('token');
    const turn = (status: string) =>
      app.db.updateTable('customer').set({ status }).where('id', '=', customer.id).execute();
    const read = () => app.call('GET', `/welcome?token=${token}`, { key: null });
    const use = () => app.call('POST', '/welcome', { key: null, json: { token, name: 'Off', password: PASSWORD } });
    await turn('inactive');
    assertStatus(await read(), 404);
    assertStatus(await use(), 404);
    const accounts = app.db.selectFrom('user_account').select('id').where('email', '=', email);
    assert.deepEqual(await accounts.execute(), []);
    await turn('active');
    assertStatus(await read(), 200);
    const used = await use();
    assertStatus(used, 201);
    assert.equal(used.json.data.record.state, 'signed-in');
  });
});
