// Late evidence: once, with the counters, and only for messages that may have gone out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertCountersAreRows,
  countersOf,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
  subscribersOf,
} from '../../../test/support/delivery-rows.ts';
import { type LedgerRow, ledgerRow, putMessage, setCounters } from '../../../test/support/ledger.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import { addToCounters, type CounterDeltas } from '../../campaigns/counters.ts';
import { inTransaction } from '../../storage/db.ts';
import { lockWaits } from '../../storage/postgres/lock-waits.ts';
import { sendAgain } from '../retry/queries.ts';
import { isEnd } from '../rules.ts';
import { holdMessages, type MessageName, settleArrived } from './settle.ts';

eachEngine('late evidence', (engine) => {
  const store = suiteStore(engine);

  /** A campaign with a message in each of these conditions. @returns how they are named */
  async function messages(rows: Partial<LedgerRow>[]): Promise<{ campaignId: number; ids: MessageName[] }> {
    const { db } = store();
    const seed = await seedList(db);
    const campaignId = await seedCampaign(db, seed, { status: 'sending', freeze_done: 1 });
    await seedSubscribers(db, seed, rows.length);
    const ids = (await subscribersOf(db, seed)).map(({ id }) => ({ campaignId, subscriberId: id }));
    const counts: Record<string, number> = { audience: rows.length };
    for (const [i, values] of rows.entries()) {
      const subscriber_id = ids[i]?.subscriberId ?? 0;
      await putMessage(db, { customer_id: seed.customerId, campaign_id: campaignId, subscriber_id, ...values });
      const { state = 'pending' } = values;
      if (isEnd(state)) counts[state] = (counts[state] ?? 0) + 1;
    }
    await setCounters(db, campaignId, counts);
    return { campaignId, ids };
  }

  /** What a transaction does that heard something of a message. */
  const settle = (id: MessageName | undefined) =>
    inTransaction(store().db, async (tx) => {
      const deltas: CounterDeltas = new Map();
      const settled = await settleArrived(tx, await holdMessages(tx, id ? [id] : []), deltas, 1_000);
      await addToCounters(tx, deltas);
      return settled === 1;
    });

  test('an uncertain message becomes accepted, once, and its late owner hits nothing', async () => {
    const { db } = store();
    const { campaignId, ids } = await messages([
      { state: 'uncertain', lease_id: 77, in_flight_at: 4_000, finished_at: 5_000, attempts: 1 },
      { state: 'uncertain', lease_id: 77, in_flight_at: 4_000, finished_at: 5_000, attempts: 1 },
    ]);
    assert.deepEqual([await settle(ids[0]), await settle(ids[0])], [true, false]);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, uncertain: 1 });
    const { accepted, uncertain } = await countersOf(db, campaignId);
    assert.deepEqual({ accepted, uncertain }, { accepted: 1, uncertain: 1 });
    const row = await ledgerRow(db, campaignId, ids[0]?.subscriberId ?? 0);
    assert.deepEqual([row.lease_id, row.finished_at, row.attempts], [null, 5_000, 1]);
  });

  test('a message that was given up after it was in flight becomes accepted too; one that never was does not', async () => {
    const { db } = store();
    const { campaignId, ids } = await messages([
      {
        state: 'skipped',
        reason: 'given-up',
        in_flight_at: 4_000,
        finished_at: 5_000,
      },
      { state: 'skipped', reason: 'unsubscribed', finished_at: 5_000 },
    ]);
    assert.deepEqual([await settle(ids[0]), await settle(ids[1])], [true, false]);
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
    for (const id of [...ids, { campaignId, subscriberId: 999_999 }]) assert.equal(await settle(id), false);
    assert.deepEqual(await statesOf(db, campaignId), { deferred: 1, in_flight: 1, pending: 1, rejected: 1 });
    await assertCountersAreRows(db, campaignId);
  });

  // PGlite has one connection, and SQLite one writer.
  const skip = engine.name !== 'postgres' && 'on this engine nothing moves while somebody else writes';
  test('a rejected message that is tried again while its report waits is found', { skip }, async () => {
    const { db } = store();
    const { campaignId, ids } = await messages([
      { state: 'deferred', in_flight_at: 4_000, next_attempt_at: 9_000 },
      { state: 'rejected', in_flight_at: 4_000, finished_at: 5_000 },
    ]);
    const [waited, moved] = ids;
    const campaign = await db.selectFrom('campaign').selectAll().where('id', '=', campaignId).executeTakeFirstOrThrow();
    const held = Promise.withResolvers<void>();
    const isMoved = Promise.withResolvers<void>();
    const other = inTransaction(db, async (tx) => {
      await holdMessages(tx, waited ? [waited] : []);
      held.resolve();
      await isMoved.promise;
    });
    await held.promise;
    const found = inTransaction(db, (tx) => holdMessages(tx, ids));
    await until('the report waits', async () => (await lockWaits(db))?.length === 1);
    const again = { keepsAttempts: false };
    await inTransaction(db, (tx) => sendAgain(tx, campaign, [moved?.subscriberId ?? 0], again));
    isMoved.resolve();
    await other;
    assert.deepEqual(
      (await found).map(({ subscriberId }) => subscriberId).sort(),
      ids.map((id) => id.subscriberId).sort(),
    );
  });
});
