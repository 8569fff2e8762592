import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  assertCountersAreRows,
  campaignOf,
  type Seed,
  statesOf,
  subscribersOf,
} from '../../test/support/delivery-rows.ts';
import { at, claimIds, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import type { Db, Store } from '../storage/db.ts';
import { recordHits } from '../tracking/recorder.ts';
import { claimBatch, hasWork } from './claim.ts';
import { registerWorker, renewLease } from './lease.ts';
import { commitTurn } from './record.ts';
import { recoverLease } from './recover.ts';

eachEngine('claims and outcomes', (engine) => {
  let store: Store;
  let db: Db;
  let seed: Seed;
  const opened = suiteStore(engine);
  before(() => {
    store = opened();
    db = store.db;
  });

  async function sendingCampaign(subscribers: number): Promise<number> {
    const made = await seedSending(db, subscribers);
    seed = made.seed;
    return made.campaignId;
  }

  const claim = (leaseId: number, campaignId: number, limit?: number, now?: number) =>
    claimIds(db, leaseId, campaignId, { limit, now });

  test('a message goes pending, claimed, in flight, accepted, each step once', async () => {
    const campaignId = await sendingCampaign(5);
    const lease = await registerWorker(db);
    assert.equal(await hasWork(db, campaignId, at), true);
    const ids = await claim(lease.id, campaignId);
    assert.equal(ids.length, 5);
    assert.equal(await hasWork(db, campaignId, at), false);
    assert.deepEqual(await claim(lease.id, campaignId), []);
    const first = ids[0] ?? 0;
    const started = await commitTurn(db, lease.id, { outcomes: [], starts: [first] }, at);
    assert.deepEqual([...started], [first]);
    const turn = { outcomes: [outcome(first, 'accepted')], starts: ids.slice(1) };
    assert.equal((await commitTurn(db, lease.id, turn, at)).size, 4);
    assert.equal(
      (await commitTurn(db, lease.id, turn, at)).size,
      4,
      'a turn whose commit was not heard of is repeated',
    );
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, in_flight: 4 });
    await assertCountersAreRows(db, campaignId);
    const row = await db.selectFrom('message').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
    assert.deepEqual(
      [row.attempts, row.reply, row.finished_at, row.in_flight_at, row.lease_id],
      [1, '250 OK', at, at, null],
    );
  });

  test('deferred messages come back when their time has come', async () => {
    const campaignId = await sendingCampaign(2);
    const lease = await registerWorker(db);
    const ids = await claim(lease.id, campaignId);
    await commitTurn(db, lease.id, { outcomes: [], starts: ids }, at);
    const outcomes = ids.map((id, i) =>
      outcome(id, 'deferred', { reply: '451 later', nextAttemptAt: at + 100 * (i + 1) }),
    );
    await commitTurn(db, lease.id, { outcomes, starts: [] }, at);
    assert.deepEqual(await statesOf(db, campaignId), { deferred: 2 });
    assert.equal(await hasWork(db, campaignId, at + 99), false);
    assert.equal(await hasWork(db, campaignId, at + 100), true);
    assert.deepEqual(await claim(lease.id, campaignId, 200, at + 100), ids.slice(0, 1));
    const again = await claimBatch(db, { leaseId: lease.id, campaignId, limit: 9, now: at + 200 });
    assert.deepEqual(
      again?.messages.map(({ id, attempts }) => [id, attempts]),
      [[ids[1], 1]],
    );
    await assertCountersAreRows(db, campaignId);
  });

  test('nothing goes out of a campaign that is not running, nor to who is no longer confirmed', async () => {
    for (const status of ['paused', 'sent', 'pending-delete', 'blocked']) {
      const campaignId = await sendingCampaign(4);
      const lease = await registerWorker(db);
      const ids = await claim(lease.id, campaignId, 2);
      await db.updateTable('campaign').set({ status }).where('id', '=', campaignId).execute();
      assert.equal((await commitTurn(db, lease.id, { outcomes: [], starts: ids }, at)).size, 0, status);
      assert.deepEqual(await claim(lease.id, campaignId), []);
      await commitTurn(
        db,
        lease.id,
        { outcomes: ids.map((id) => outcome(id, 'pending', { reply: null })), starts: [] },
        at,
      );
      assert.deepEqual(await statesOf(db, campaignId), { pending: 4 });
    }
    const campaignId = await sendingCampaign(4);
    const lease = await registerWorker(db);
    const subscribers = await subscribersOf(db, seed);
    const [a, b, c] = subscribers.map((row) => row.id);
    await db
      .updateTable('subscriber')
      .set({ status: 'unsubscribed' })
      .where('id', '=', a ?? 0)
      .execute();
    await db
      .deleteFrom('subscriber')
      .where('id', '=', b ?? 0)
      .execute();
    const claimed = await claimBatch(db, { leaseId: lease.id, campaignId, limit: 200, now: at });
    assert.equal(claimed?.taken, 4);
    const ids = claimed?.messages.map((message) => message.id) ?? [];
    assert.equal(ids.length, 2);
    const skipped = await db
      .selectFrom('message')
      .select('reply')
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'skipped')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      skipped.map((row) => row.reply),
      ['unsubscribed', 'deleted'],
    );
    await db
      .updateTable('subscriber')
      .set({ status: 'blacklisted' })
      .where('id', '=', c ?? 0)
      .execute();
    assert.deepEqual([...(await commitTurn(db, lease.id, { outcomes: [], starts: ids }, at))], ids.slice(1));
    await assertCountersAreRows(db, campaignId);
  });

  test('whoever lost the lease can claim nothing, put nothing in flight, and still say what happened', async () => {
    const campaignId = await sendingCampaign(6);
    const late = await registerWorker(db);
    const ids = await claim(late.id, campaignId, 4);
    const [sentOne = 0, sentTwo = 0] = ids;
    await commitTurn(db, late.id, { outcomes: [], starts: [sentOne, sentTwo] }, at);
    const first = await recoverLease(db, late, at);
    assert.deepEqual(first, { released: 2, inFlight: 2 });
    assert.equal(await recoverLease(db, late, at), undefined, 'only one recovers');
    assert.equal(await renewLease(db, late), false);
    assert.deepEqual(await statesOf(db, campaignId), { pending: 4, uncertain: 2 });
    assert.equal(await claimBatch(db, { leaseId: late.id, campaignId, limit: 9, now: at }), undefined);
    assert.equal((await commitTurn(db, late.id, { outcomes: [], starts: ids }, at)).size, 0);
    await assertCountersAreRows(db, campaignId);
    await commitTurn(
      db,
      late.id,
      { outcomes: [outcome(sentOne, 'accepted'), outcome(ids[2] ?? 0, 'accepted')], starts: [] },
      at,
    );
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, pending: 4, uncertain: 1 });
    await assertCountersAreRows(db, campaignId);
  });

  test('what was in flight follows the policy of its campaign', async () => {
    for (const [policy, state] of [
      ['hold', 'uncertain'],
      ['resend', 'pending'],
      ['skip', 'skipped'],
    ] as const) {
      const campaignId = await sendingCampaign(3);
      await db.updateTable('campaign').set({ uncertain_policy: policy }).where('id', '=', campaignId).execute();
      const lease = await registerWorker(db);
      await commitTurn(db, lease.id, { outcomes: [], starts: await claim(lease.id, campaignId) }, at);
      assert.deepEqual(await recoverLease(db, lease, at), { released: 0, inFlight: 3 });
      assert.deepEqual(await statesOf(db, campaignId), { [state]: 3 }, policy);
      await assertCountersAreRows(db, campaignId);
      assert.equal((await campaignOf(db, campaignId)).uncertain_policy, policy);
    }
  });

  test('who opened a message in flight has it, whatever the policy', async () => {
    const campaignId = await sendingCampaign(3);
    const lease = await registerWorker(db);
    const ids = await claim(lease.id, campaignId);
    await commitTurn(db, lease.id, { outcomes: [], starts: ids }, at);
    const visitor = { ipAddress: null, userAgent: 'a mail program' };
    await recordHits(db, [{ kind: 'open', messageId: ids[1] ?? 0, number: 0, visitor }], at);
    await recoverLease(db, lease, at);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, uncertain: 2 });
    await assertCountersAreRows(db, campaignId);
  });
});
