import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addList } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { getList } from '../lists/queries.ts';
import { inTransaction } from '../storage/db.ts';
import { createSubscriber } from './create.ts';
import { updateSubscriber } from './queries-write.ts';

eachEngine('somebody whose row goes', (engine) => {
  const app = suiteApp(engine);

  // As rows of a customer that is removed do, while somebody follows the link to unsubscribe.
  test('between the reading and the change is not found, which is no fault of the server', async () => {
    const { db, clock, customer } = app();
    const list = await getList(db, customer.id, await addList(app()));
    const input = {
      email: 'ann@example.test',
      sent: {},
      ipAddress: '192.0.2.1',
      status: undefined,
      source: 'api',
    } as const;
    const subscriber = await createSubscriber(db, { list, fields: [] }, input, clock.now());
    const change = inTransaction(db, async (tx) => {
      await tx
        .deleteFrom('subscriber')
        .where('customer_id', '=', customer.id)
        .where('id', '=', subscriber.id)
        .execute();
      await updateSubscriber(tx, subscriber, { status: 'unsubscribed', updated_at: clock.now() });
    });
    await assert.rejects(change, { code: 'not_found' });
  });
});
