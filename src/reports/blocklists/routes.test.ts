import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { HOUR_MS } from '../../kernel/durations.ts';

eachEngine('blocklists', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });
  const look = (json: object, key?: string) =>
    app.call('POST', '/blocklists/look-up', { json, ...(key === undefined ? {} : { key }) });

  test('operators alone ask, about one thing that is there; inner addresses are on no list', async () => {
    const { key } = await app.addCustomer();
    assertStatus(await look({ server_id: '0' }, key), 403);
    for (const json of [{}, { server_id: '1', domain_uid: 'x' }]) {
      const answer = await look(json);
      assertStatus(answer, 422);
      assert.deepEqual(Object.keys(answer.json.error), ['server_id']);
    }
    for (const json of [{ server_id: '0' }, { server_id: '99' }, { server_id: 'x' }, { domain_uid: 'ab1234567890c' }])
      assertStatus(await look(json), 404);
    const made = await app.call('POST', '/delivery-servers', { json: { name: 'Inside', hostname: '93.184.216.34' } });
    assertStatus(made, 201);
    const id = Number(made.json.server_id);
    const inside = app.db.updateTable('relay').set({ host: '10.1.2.3' }).where('number', '=', id);
    await inside.where('customer_id', '=', app.customer.id).execute();
    const answer = await look({ server_id: made.json.server_id });
    assertStatus(answer, 200);
    assert.deepEqual(answer.json.data.records, []);
    assert.match(answer.json.data.note, /inside your network/);
  });

  test('thirty times an hour', async () => {
    const made = await app.call('POST', '/delivery-servers', { json: { name: 'Often', hostname: '93.184.216.34' } });
    const id = Number(made.json.server_id);
    const inside = app.db.updateTable('relay').set({ host: '10.1.2.3' }).where('number', '=', id);
    await inside.where('customer_id', '=', app.customer.id).execute();
    app.clock.forward(HOUR_MS);
    for (let n = 0; n < 30; n += 1) assertStatus(await look({ server_id: made.json.server_id }), 200);
    const refused = await look({ server_id: made.json.server_id });
    assertStatus(refused, 429);
    app.clock.forward(HOUR_MS);
    assertStatus(await look({ server_id: made.json.server_id }), 200);
  });
});
