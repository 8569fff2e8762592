// A mail server that says nothing: what is in flight, and since when.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { registerWorker } from '../../coordination/lease.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { holdCustomer } from '../turn/hold.ts';
import { lastPutInFlight } from '../turn/in-flight.ts';
import { instantText } from './delivery-state.ts';

eachEngine('a mail server that says nothing', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('a campaign whose messages all wait for an answer says so after a minute', async () => {
    const { db, customer } = app;
    const worker = await registerWorker(db);
    await holdCustomer(db, { leaseId: worker.id, customerId: customer.id });
    const now = app.clock.now();
    const begun = { state: 'in_flight', lease_id: worker.id, in_flight_at: now - 3 * MINUTE_MS } as const;
    const waiting = Array.from({ length: 3 }, () => ({ message: { state: 'pending' as const } }));
    const { uid, id } = await seedDelivery(app, [{ message: begun }, ...waiting]);
    const setFlights = (flights: readonly unknown[]) =>
      db
        .updateTable('worker_turn')
        .set({ in_flight: JSON.stringify(flights) })
        .where('customer_id', '=', customer.id)
        .execute();
    const waits = async (): Promise<string | null> => {
      const answer = await app.call('GET', `/campaigns/${uid}/delivery`);
      assertStatus(answer, 200);
      return answer.json.data.waits;
    };
    const saysSince = (at: number) =>
      new RegExp(`^What was begun at ${instantText(at)} is waiting for the mail server`);
    assert.match((await waits()) ?? '', saysSince(now - 3 * MINUTE_MS));
    const other = [id + 1, 1, now, [3]];
    await setFlights([[id, 1, now - 2 * MINUTE_MS, [1_000_001, 1_000_002]], other]);
    assert.match((await waits()) ?? '', saysSince(now - 2 * MINUTE_MS));
    await setFlights([[id, 1, now - 2 * MINUTE_MS, [1_000_001]], [id, 2, now - 1_000, [1_000_002]], other]);
    assert.equal(await waits(), null, 'others were begun just now');
    assert.equal(await lastPutInFlight(db, { id: id + 2, customer_id: customer.id }), null);
  });
});
