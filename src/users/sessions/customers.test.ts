// Somebody who belongs to very many customers: what their session shows, and how they find one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addUser } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';

eachEngine('the customers of a session', (engine) => {
  const opened = suiteApp(engine);

  test('the session shows the first 20 and its own; all are found by name, page by page', async () => {
    const app = opened();
    const { user, session } = await addUser(app);
    const get = async (path: string) => {
      const answer = await app.call('GET', path, { session });
      assertStatus(answer, 200);
      return answer.json.data;
    };
    const few = (await get('/session')).record;
    assert.deepEqual([few.customers.length, few.customers_count], [1, 1]);
    const uids: string[] = [];
    for (let n = 1; n <= 24; n += 1) {
      const status = n === 24 ? 'inactive' : 'active';
      const { customer } = await app.addCustomer({
        first_name: 'Ärzte',
        last_name: `Praxis ${n}`,
        company: null,
        status,
      });
      const at = app.clock.now() + n;
      await app.db
        .insertInto('membership')
        .values({ customer_id: customer.id, user_id: user.id, role: 'editor', created_at: at })
        .execute();
      uids.push(customer.uid);
    }
    const last = uids[22] ?? assert.fail();
    assertStatus(await app.call('PUT', '/session', { session, json: { customer_uid: last } }), 200);
    const { record } = await get('/session');
    assert.deepEqual([record.customers.length, record.customers_count], [20, 24]);
    assert.deepEqual([record.customer.uid, record.customer.name, record.role], [last, 'Ärzte Praxis 23', 'editor']);
    const found = await get('/session/customers?search=PRAXIS%202&per_page=3');
    assert.deepEqual(
      found.records.map(({ name }: { name: string }) => name),
      ['Ärzte Praxis 2', 'Ärzte Praxis 20', 'Ärzte Praxis 21'],
    );
    assert.deepEqual([found.count, found.next_page], ['5', 2]);
    const [one] = (await get('/session/customers?search=%C3%A4rzte%20praxis%207')).records;
    assert.deepEqual(one, { uid: uids[6], name: 'Ärzte Praxis 7', role: 'editor' });
    assert.equal((await get('/session/customers')).count, '24', 'an inactive one is not among them');
    assert.equal((await get('/session/customers?search=nobody')).count, '0');
    assertStatus(await app.call('GET', '/session/customers'), 403);
    assertStatus(await app.call('GET', '/session/customers', { key: null }), 401);
  });
});
