// Late evidence: once, with the counters, and only for messages that may have gone out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertCountersAreRows, countersOf, statesOf } from '../../test/support/delivery-rows.ts';
import { seedSending } from '../../test/support/delivery-turns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { inTransaction } from '../storage/db.ts';
import type { Message } from '../storage/tables.ts';
import { addToCounters, type CounterDeltas } from './counters.ts';
import { settleArrived } from './settle.ts';

eachEngine('late evidence', (engine) => {
  const store = suiteStore(engine);

  /** A campaign with a message in each of these conditions. @returns their ids */
  async function messages(rows: Partial<Message>[]): Promise<{ campaignId: number; ids: number[] }> {
    const { db } = store();
    const { campaignId } = await seedSending(db, rows.length);
    const found = await db
      .selectFrom('message')
      .select('id')
      .where('campaign_id', '=', campaignId)
      .orderBy('id')
      .execute();
    const ids = found.map((row) => row.id);
    for (const [i, values] of rows.entries()) {
      await db
        .updateTable('message')
        .set(values)
        .where('id', '=', ids[i] ?? 0)
        .execute();
      if (values.state === 'uncertain' || values.state === 'skipped' || values.state === 'rejected') {
        await db
          .updateTable('campaign_counter')
          .set((counter) => ({ [values.state as 'uncertain']: counter(values.state as 'uncertain', '+', 1) }))
          .where('campaign_id', '=', campaignId)
          .execute();
      }
    }
    return { campaignId, ids };
  }

  /** What a transaction does that heard something of a message, whatever state it had. */
  const settle = (id: number) =>
    inTransaction(store().db, async (tx) => {
      const deltas: CounterDeltas = new Map();
      const heard = (['uncertain', 'skipped'] as const).map((state) => ({ id, state }));
      const settled = await settleArrived(tx, heard, deltas);
      await addToCounters(tx, deltas);
      return settled === 1;
    });

  test('an uncertain message becomes accepted, once, and its late owner hits nothing', async () => {
    const { db } = store();
    const { campaignId, ids } = await messages([
      { state: 'uncertain', lease_id: 77, in_flight_at: 4_000, finished_at: 5_000, attempts: 1 },
      { state: 'uncertain', lease_id: 77, in_flight_at: 4_000, finished_at: 5_000, attempts: 1 },
    ]);
    assert.deepEqual([await settle(ids[0] ?? 0), await settle(ids[0] ?? 0)], [true, false]);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, uncertain: 1 });
    const { accepted, uncertain } = await countersOf(db, campaignId);
    assert.deepEqual({ accepted, uncertain }, { accepted: 1, uncertain: 1 });
    const row = await db
      .selectFrom('message')
      .selectAll()
      .where('id', '=', ids[0] ?? 0)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.lease_id, row.finished_at, row.attempts], [null, 5_000, 1]);
  });

  test('a message that was given up after it was in flight becomes accepted too; one that never was does not', async () => {
    const { db } = store();
    const { campaignId, ids } = await messages([
      {
        state: 'skipped',
        reply: 'worker lost while the message was in flight',
        in_flight_at: 4_000,
        finished_at: 5_000,
      },
      { state: 'skipped', reply: 'unsubscribed', finished_at: 5_000 },
    ]);
    assert.deepEqual([await settle(ids[0] ?? 0), await settle(ids[1] ?? 0)], [true, false]);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, skipped: 1 });
    await assertCountersAreRows(db, campaignId);
  });

  test('nothing else is touched', async () => {
    const { db } = store();
    const { campaignId, ids } = await messages([
      { state: 'rejected', in_flight_at: 4_000 },
      { state: 'pending' },
      { state: 'in_flight', in_flight_at: 4_000, lease_id: 7 },
      { state: 'deferred', in_flight_at: 4_000, next_attempt_at: 9_000 },
    ]);
    for (const id of [...ids, 0, 999_999]) assert.equal(await settle(id), false);
    assert.deepEqual(await statesOf(db, campaignId), { deferred: 1, in_flight: 1, pending: 1, rejected: 1 });
    await assertCountersAreRows(db, campaignId);
  });
});
