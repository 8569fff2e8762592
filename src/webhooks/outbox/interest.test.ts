// Who wants to be told of what: known without reading all webhooks anew, and never of an edition
// that is over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedList } from '../../../test/support/delivery-rows.ts';
import { statementsOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp, suiteStore } from '../../../test/support/suite.ts';
import { openOnce } from '../../accounts/idempotency/once.ts';
import { ok } from '../../http/route.ts';
import { inTransaction, openStore } from '../../storage/db.ts';
import { isSpread } from '../../storage/dialect/spread.ts';
import { createWebhook } from '../change.ts';
import { changeInterest, forgetInterest, interestOf } from './interest.ts';

eachEngine('what customers want to be told of', (engine) => {
  const app = suiteApp(engine);

  test('is read anew after a change alone, wherever that was made', async () => {
    const { db } = app();
    const { key, customer } = await app().addCustomer();
    const call = (method: string, path: string, json?: object) =>
      app().call(method, path, { key, ...(json && { json }) });
    const interest = async () => {
      forgetInterest();
      return [...(await interestOf(db, customer.id))];
    };
    const reads = async () => {
      forgetInterest();
      const statements = await statementsOf(db, (on) => interestOf(on, customer.id));
      return statements.some(({ sql }) => sql.includes('webhook'));
    };
    assert.deepEqual(await interest(), []);
    const { json } = await call('POST', '/webhooks', { url: 'https://example.com', events: ['message.opened'] });
    assert.deepEqual(await interest(), ['message.opened']);
    if (!isSpread(db)) assert.equal(await reads(), false);
    // As by another process.
    await inTransaction(db, async (tx) => {
      const events = JSON.stringify(['message.clicked']);
      await tx.updateTable('webhook').set({ events }).where('customer_id', '=', customer.id).execute();
      await changeInterest(tx);
    });
    assert.deepEqual(await interest(), ['message.clicked']);
    await call('PUT', `/webhooks/${json.webhook_uid}`, { status: 'off' });
    assert.deepEqual(await interest(), []);
    await call('PUT', `/webhooks/${json.webhook_uid}`, { status: 'on' });
    assert.deepEqual(await interest(), ['message.clicked']);
    await call('DELETE', `/webhooks/${json.webhook_uid}`);
    assert.deepEqual(await interest(), []);
  });
});

eachEngine('a webhook made with an Idempotency-Key', (engine) => {
  const opened = suiteStore(engine);

  test('is known with the answer, also where others asked during the request', async (t) => {
    const { db, place } = opened();
    if (!place) return t.skip('the store has one connection');
    const others = await openStore(place);
    t.after(others.close);
    const { customerId } = await seedList(db);
    const asked = { customerId, callerUid: 'me', key: 'k', print: 'p', isOneChange: true, isRepeatable: false };
    const settings = {
      url: 'https://example.com',
      events: ['*'],
      description: '',
      batchSize: 1,
      status: 'on',
    } as const;
    const around = { secret: 's', at: 5_000 };
    await openOnce({ db, clock: { now: () => 5_000 }, secret: 's' })(asked, async (tx) => {
      await createWebhook(tx, customerId, settings, around);
      assert.deepEqual([...(await interestOf(others.db, customerId))], [], 'it may be rolled back');
      return ok();
    });
    assert.ok((await interestOf(others.db, customerId)).has('message.opened'));
  });
});
