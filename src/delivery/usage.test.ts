// What a relay may send, and what it has used of that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { addRelayRow } from '../../test/support/relays.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { relayRow } from '../../test/support/throttling.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { periodOf } from './throttling/quotas/periods.ts';
import { reservePermits } from './throttling/quotas/rows.ts';

eachEngine('the usage of a relay', (engine) => {
  const app = suiteApp(engine);

  test('each limited period with what was taken in it; the warm-up limits the day', async () => {
    const { customer, key } = await app().addCustomer();
    const at = app().clock.now();
    const warm_up = JSON.stringify({ startsAt: at - 2 * DAY_MS, firstDay: 100, growthPercent: 50, until: 10_000 });
    const limits = { per_hour: 50, per_day: 1_000, warm_up };
    const relay = await addRelayRow(app().db, { ...relayRow(customer.id), ...limits });
    const path = `/delivery-servers/${relay.number}/usage`;
    const hour = { relayId: relay.id, period: periodOf('hour', at), limit: 50 };
    assert.equal((await reservePermits(app().db, { ...hour, want: 20 })).granted, 20);
    const read = async () => {
      const answer = await app().call('GET', path, { key });
      assertStatus(answer, 200);
      const { records } = answer.json.data as { records: { period: string; limit: number; used: number }[] };
      return records.map(({ period, limit, used }) => [period, limit, used]);
    };
    assert.deepEqual(await read(), [
      ['hour', 50, 20],
      ['day', 225, 0],
    ]);
    await app().db.updateTable('relay').set({ warm_up: null }).where('id', '=', relay.id).execute();
    await app()
      .db.updateTable('relay_usage')
      .set({ starts_at: at - 7_200_000 })
      .where('relay_id', '=', relay.id)
      .execute();
    assert.deepEqual(await read(), [
      ['hour', 50, 0],
      ['day', 1_000, 0],
    ]);
    const other = await app().addCustomer();
    assertStatus(await app().call('GET', path, { key: other.key }), 404);
    assertStatus(await app().call('GET', '/delivery-servers/x/usage', { key }), 404);
  });

  test('without limits there is nothing to use up', async () => {
    const { customer, key } = await app().addCustomer();
    const { number } = await addRelayRow(app().db, relayRow(customer.id));
    const { records } = (await app().call('GET', `/delivery-servers/${number}/usage`, { key })).json.data;
    assert.deepEqual(records, []);
  });
});
