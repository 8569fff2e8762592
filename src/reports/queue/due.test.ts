// What counts as due: not what waits for a window, a time or a retry.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedCampaign, seedList, seedMessages, seedSubscribers } from '../../../test/support/delivery-rows.ts';
import { statementsOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { DAYS, toColumn } from '../../campaigns/window/rules.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { countDue } from './due.ts';

eachEngine('campaigns that are due', (engine) => {
  const store = suiteStore(engine);
  const NIGHT = Date.parse('2026-11-27T02:00:00Z');
  const DAY = Date.parse('2026-11-27T10:00:00Z');

  test('are those with messages that could go out, also in the hands of a worker', async () => {
    const { db } = store();
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 3);
    const sending_window = toColumn({ days: [...DAYS], from: '09:00', to: '17:00', time_zone: 'UTC' });
    const begun = { status: 'sending', freeze_until_id: 9, freeze_done: 1, send_at: 1_000, started_at: 1_000 } as const;
    const windowed = await seedCampaign(db, seed, { ...begun, sending_window });
    await seedMessages(db, seed, windowed);
    assert.equal(await countDue(db, NIGHT), 0, 'its window is closed');
    assert.equal(await countDue(db, DAY), 1);

    const batches = db.updateTable('batch').where('campaign_id', '=', windowed);
    await batches.set({ due_at: DAY + HOUR_MS }).execute();
    assert.equal(await countDue(db, DAY), 0, 'its recipients have it an hour earlier');
    await batches.set({ lease_id: 7 }).execute();
    assert.equal(await countDue(db, DAY), 1, 'a worker has it');

    await db.deleteFrom('batch').execute();
    const { id } = await db.selectFrom('subscriber').select('id').limit(1).executeTakeFirstOrThrow();
    const of = { customer_id: seed.customerId, campaign_id: windowed, subscriber_id: id };
    const retry = { ...of, attempts: 1, state: 'deferred', deferred_since: DAY } as const;
    await db
      .insertInto('work')
      .values({ ...retry, next_attempt_at: DAY + 900_000 })
      .execute();
    assert.equal(await countDue(db, DAY), 0, 'a retry in a quarter of an hour');
    assert.equal(await countDue(db, DAY + 900_000), 1);

    await db.updateTable('campaign').set({ status: 'paused' }).where('id', '=', windowed).execute();
    assert.equal(await countDue(db, DAY + 900_000), 0, 'paused');
    await seedCampaign(db, seed, { ...begun, status: 'processing', freeze_done: 0 });
    assert.equal(await countDue(db, DAY), 1, 'its audience is not frozen yet');
  });

  test('are counted by as many statements, however many there are', async () => {
    const { db } = store();
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 1);
    const begun = { status: 'sending', freeze_until_id: 9, freeze_done: 1, send_at: 1_000, started_at: 1_000 } as const;
    const claimed = async () => {
      const id = await seedCampaign(db, seed, begun);
      await seedMessages(db, seed, id);
      await db.updateTable('batch').set({ lease_id: 7 }).where('campaign_id', '=', id).execute();
    };
    const statements = async () => (await statementsOf(db, (on) => countDue(on, DAY))).length;
    const due = await countDue(db, DAY);
    await claimed();
    const withOne = await statements();
    for (let n = 0; n < 5; n++) await claimed();
    assert.deepEqual([await countDue(db, DAY), await statements()], [due + 6, withOne]);
  });
});
