// Messages whose worker is gone, however it went.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { deliver } from '../../test/support/delivery.ts';
import { assertCountersAreRows, campaignOf, statesOf } from '../../test/support/delivery-rows.ts';
import { at, claimSome, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { addToCounter } from '../campaigns/counters.ts';
import { MAX_ATTEMPTS } from '../campaigns/rules.ts';
import { type Lease, registerWorker } from '../coordination/lease.ts';
import { commitTurn } from '../delivery/record.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { recoverLease, recoverOrphans } from './recover.ts';
import { holdCustomer } from './turn/hold.ts';
import { holdMessages } from './uncertain/settle.ts';

eachEngine('messages of workers that are gone', (engine) => {
  let db: Db;
  const opened = suiteStore(engine);
  before(() => {
    ({ db } = opened());
  });

  const loseRow = (lease: Lease) => db.deleteFrom('lease').where('id', '=', lease.id).execute();

  test('what hangs on a lease whose row is gone is taken back, and nothing else', async () => {
    const { campaignId } = await seedSending(db, 9, 4);
    const [lost, living] = [await registerWorker(db), await registerWorker(db)];
    const claimed = await claimSome(db, lost.id, campaignId);
    await commitTurn(db, lost.id, { outcomes: [], starts: claimed.slice(0, 2) }, at);
    const others = await claimSome(db, living.id, campaignId);
    await commitTurn(db, living.id, { outcomes: [], starts: others.slice(0, 1) }, at);
    assert.deepEqual(await recoverOrphans(db, at), []);
    await loseRow(lost);
    assert.deepEqual(await recoverOrphans(db, at), [{ leaseId: lost.id, released: 2, inFlight: 2 }]);
    assert.deepEqual(await statesOf(db, campaignId), { claimed: 3, in_flight: 1, pending: 3, uncertain: 2 });
    assert.deepEqual(await recoverOrphans(db, at), [], 'uncertain ones that still name it are at their end');
    const [first] = claimed;
    assert.ok(first);
    await commitTurn(db, lost.id, { outcomes: [outcome(first, 'accepted')], starts: [] }, at);
    assert.deepEqual(await statesOf(db, campaignId), {
      accepted: 1,
      claimed: 3,
      in_flight: 1,
      pending: 3,
      uncertain: 1,
    });
    await assertCountersAreRows(db, campaignId);
    await loseRow(living);
    await recoverOrphans(db, at);
  });

  test('it waits for whoever records an open, and does not make them wait', async () => {
    const { seed, campaignId } = await seedSending(db, 3, 4);
    const lost = await registerWorker(db);
    const [first, second] = await claimSome(db, lost.id, campaignId);
    assert.ok(first && second);
    await commitTurn(db, lost.id, { outcomes: [], starts: [first, second] }, at);
    const putOff = outcome(second, 'deferred', { nextAttemptAt: at });
    await commitTurn(db, lost.id, { outcomes: [putOff], starts: [] }, at);
    assert.equal((await claimSome(db, lost.id, campaignId)).length, 1);
    const { recovery } = await inTransaction(db, async (tx) => {
      await holdMessages(tx, [second]);
      const recovery = recoverLease(db, lost, at);
      if (engine.name === 'postgres') await until('it waits', () => isSomebodyWaiting(db));
      await addToCounter(tx, { customerId: seed.customerId, campaignId }, { complaints: 1 });
      return { recovery };
    });
    assert.deepEqual(await recovery, { released: 2, inFlight: 1 });
    assert.deepEqual(await statesOf(db, campaignId), { pending: 2, uncertain: 1 });
    await assertCountersAreRows(db, campaignId);
  });

  test('what is given back or taken back is due at once, also on a clock that is behind', async () => {
    const { campaignId } = await seedSending(db, 4, 4);
    await db.updateTable('campaign').set({ uncertain_policy: 'resend' }).where('id', '=', campaignId).execute();
    const [lost, behind] = [await registerWorker(db), await registerWorker(db)];
    const claimed = await claimSome(db, lost.id, campaignId);
    await commitTurn(db, lost.id, { outcomes: [], starts: claimed }, at);
    const [first, second, third] = claimed;
    assert.ok(first && second && third);
    const putOff = outcome(second, 'deferred', { nextAttemptAt: at });
    await commitTurn(db, lost.id, { outcomes: [outcome(first, 'pending'), putOff], starts: [] }, at);
    await claimSome(db, lost.id, campaignId, { now: at });
    await commitTurn(db, lost.id, { outcomes: [outcome(third, 'pending')], starts: [] }, at);
    await recoverLease(db, lost, at);
    assert.equal((await claimSome(db, behind.id, campaignId, { now: at - 3_000 })).length, 4);
    await recoverLease(db, behind, at);
  });

  test('policy resend: a message that is lost with each worker is given up at last', async () => {
    const { campaignId } = await seedSending(db, 1, 1);
    await db.updateTable('campaign').set({ uncertain_policy: 'resend' }).where('id', '=', campaignId).execute();
    for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) {
      assert.deepEqual(await statesOf(db, campaignId), { pending: 1 }, `before try ${tries}`);
      const lost = await registerWorker(db);
      const claimed = await claimSome(db, lost.id, campaignId);
      assert.equal(claimed.length, 1);
      await commitTurn(db, lost.id, { outcomes: [], starts: claimed }, at);
      assert.deepEqual(await recoverLease(db, lost, at), { released: 0, inFlight: 1 });
    }
    assert.deepEqual(await statesOf(db, campaignId), { skipped: 1 });
    const ended = await db
      .selectFrom('message')
      .select(['reason', 'attempts'])
      .where('campaign_id', '=', campaignId)
      .executeTakeFirstOrThrow();
    assert.deepEqual({ ...ended }, { reason: 'given-up', attempts: MAX_ATTEMPTS });
    await assertCountersAreRows(db, campaignId);
  });

  test('a campaign with such messages goes on and ends; a worker that stops leaves none', async (t) => {
    const sink = await openSink(t);
    const { campaignId } = await seedSending(db, 6, 4);
    await db.updateTable('campaign').set({ freeze_until_id: 0 }).where('id', '=', campaignId).execute();
    const lost = await registerWorker(db);
    const claimed = await claimSome(db, lost.id, campaignId);
    await commitTurn(db, lost.id, { outcomes: [], starts: claimed.slice(0, 1) }, at);
    await loseRow(lost);
    const delivery = deliver(t, db, sink);
    await until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 5, uncertain: 1 });
    await assertCountersAreRows(db, campaignId);

    // A claim whose commit the worker never heard of.
    const next = await seedSending(db, 2);
    await db.updateTable('campaign').set({ status: 'paused' }).where('id', '=', next.campaignId).execute();
    const { id } = await db
      .selectFrom('lease')
      .select('id')
      .where('name', 'like', 'worker:%')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('batch')
      .set({ lease_id: id, attempt: 0 })
      .where('campaign_id', '=', next.campaignId)
      .execute();
    await holdCustomer(db, { leaseId: id, customerId: next.seed.customerId });
    await delivery.stop();
    assert.deepEqual(await statesOf(db, next.campaignId), { pending: 2 });
    assert.deepEqual(await db.selectFrom('lease').select('name').where('name', 'like', 'worker:%').execute(), []);
  });
});

async function isSomebodyWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db);
  return rows.length > 0;
}
