import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  assertCountersAreRows,
  campaignOf,
  type Seed,
  statesOf,
  subscribersOf,
} from '../../test/support/delivery-rows.ts';
import { at, claimSome, NONE, nextAttempt, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { type LedgerRow, ledgerOf, ledgerRow, putMessage } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { registerWorker, renewLease } from '../coordination/lease.ts';
import { claimBatch } from '../messages/claim.ts';
import { nextWorkOf } from '../messages/open.ts';
import { recoverLease, releaseUnheard } from '../messages/recover.ts';
import type { Db, Store } from '../storage/db.ts';
import { recordHits } from '../tracking/recorder/recorder.ts';
import type { Turn } from './outcome.ts';
import { commitTurn } from './record.ts';

eachEngine('claims and outcomes', (engine) => {
  let store: Store;
  let db: Db;
  let seed: Seed;
  const opened = suiteStore(engine);
  before(() => {
    store = opened();
    db = store.db;
  });

  async function sendingCampaign(subscribers: number, batch?: number): Promise<number> {
    const made = await seedSending(db, subscribers, batch);
    seed = made.seed;
    return made.campaignId;
  }

  const claim = (leaseId: number, campaignId: number, now?: number) => claimSome(db, leaseId, campaignId, { now });
  const nextWorkAt = async (campaignId: number) => (await nextWorkOf(db, [await campaignOf(db, campaignId)]))[0] ?? 0;
  const hasWorkAt = async (campaignId: number, now: number) => (await nextWorkAt(campaignId)) <= now;

  test('a message goes pending, claimed, in flight, accepted, each step once', async () => {
    const campaignId = await sendingCampaign(5);
    const lease = await registerWorker(db);
    assert.equal(await hasWorkAt(campaignId, at), true);
    const claimed = await claim(lease.id, campaignId);
    assert.equal(claimed.length, 5);
    assert.equal(await hasWorkAt(campaignId, at), false);
    assert.deepEqual(await claim(lease.id, campaignId), []);
    const [first = NONE] = claimed;
    const started = await commitTurn(db, lease.id, { outcomes: [], starts: [first] }, at);
    assert.deepEqual([...started], [first]);
    const turn = { outcomes: [outcome(first, 'accepted')], starts: claimed.slice(1) };
    assert.equal((await commitTurn(db, lease.id, turn, at)).size, 4);
    assert.equal(
      (await commitTurn(db, lease.id, turn, at)).size,
      4,
      'a turn whose commit was not heard of is repeated',
    );
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, in_flight: 4 });
    await assertCountersAreRows(db, campaignId);
    const row = await ledgerRow(db, campaignId, first.subscriberId);
    assert.deepEqual(
      [row.attempts, row.reply, row.finished_at, row.in_flight_at, row.lease_id],
      [1, '250 OK', at, at, null],
    );
  });

  test('deferred messages come back when their time has come', async () => {
    const campaignId = await sendingCampaign(2);
    const lease = await registerWorker(db);
    const claimed = await claim(lease.id, campaignId);
    await commitTurn(db, lease.id, { outcomes: [], starts: claimed }, at);
    const outcomes = claimed.map((one, i) =>
      outcome(one, 'deferred', { reply: '451 later', nextAttemptAt: at + 100 * (i + 1) }),
    );
    await commitTurn(db, lease.id, { outcomes, starts: [] }, at);
    assert.deepEqual(await statesOf(db, campaignId), { deferred: 2 });
    assert.equal(await hasWorkAt(campaignId, at + 99), false);
    assert.equal(await hasWorkAt(campaignId, at + 100), true);
    assert.equal(await nextWorkAt(campaignId), at + 100, 'a resting worker waits until then');
    const ids = claimed.map(({ id }) => id);
    const due = await claim(lease.id, campaignId, at + 100);
    assert.deepEqual(
      due.map(({ id }) => id),
      ids.slice(0, 1),
    );
    const { customerId } = seed;
    const work = { leaseId: lease.id, attempt: nextAttempt(), customerId, campaignId, limit: 9, now: at + 200 };
    const again = await claimBatch(db, work);
    assert.deepEqual(
      again?.messages.map(({ id, attempts }) => [id, attempts]),
      [[ids[1], 1]],
    );
    await assertCountersAreRows(db, campaignId);
  });

  test('nothing goes out of a campaign that is not running, nor to who is no longer confirmed', async () => {
    for (const status of ['paused', 'sent', 'pending-delete', 'blocked']) {
      const campaignId = await sendingCampaign(4, 2);
      const lease = await registerWorker(db);
      const ids = await claim(lease.id, campaignId);
      await db.updateTable('campaign').set({ status }).where('id', '=', campaignId).execute();
      assert.equal((await commitTurn(db, lease.id, { outcomes: [], starts: ids }, at)).size, 0, status);
      assert.deepEqual(await claim(lease.id, campaignId), []);
      await commitTurn(
        db,
        lease.id,
        { outcomes: ids.map((one) => outcome(one, 'pending', { reply: null, isUnstarted: true })), starts: [] },
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
    const attempt = nextAttempt();
    const { customerId } = seed;
    const claimed = await claimBatch(db, { leaseId: lease.id, attempt, customerId, campaignId, limit: 200, now: at });
    assert.equal(claimed?.taken, 4);
    const starts = claimed?.messages ?? [];
    assert.equal(starts.length, 2);
    const skipped = await db
      .selectFrom('message')
      .select('reason')
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'skipped')
      .orderBy('subscriber_id')
      .execute();
    assert.deepEqual(
      skipped.map((row) => row.reason),
      ['unsubscribed', 'deleted'],
    );
    await db
      .updateTable('subscriber')
      .set({ status: 'blacklisted' })
      .where('id', '=', c ?? 0)
      .execute();
    assert.deepEqual([...(await commitTurn(db, lease.id, { outcomes: [], starts }, at))], [starts[1]]);
    await assertCountersAreRows(db, campaignId);
  });

  test('whoever lost the lease can claim nothing, put nothing in flight, and still say what happened', async () => {
    const campaignId = await sendingCampaign(6, 4);
    const late = await registerWorker(db);
    const ids = await claim(late.id, campaignId);
    const [sentOne = NONE, sentTwo = NONE] = ids;
    await commitTurn(db, late.id, { outcomes: [], starts: [sentOne, sentTwo] }, at);
    const first = await recoverLease(db, late, at);
    assert.deepEqual(first, { released: 2, inFlight: 2 });
    assert.equal(await recoverLease(db, late, at), undefined, 'only one recovers');
    assert.equal(await renewLease(db, late), false);
    assert.deepEqual(await statesOf(db, campaignId), { pending: 4, uncertain: 2 });
    const { customerId } = seed;
    const work = { leaseId: late.id, attempt: nextAttempt(), customerId, campaignId, limit: 9, now: at };
    assert.equal(await claimBatch(db, work), undefined);
    assert.equal((await commitTurn(db, late.id, { outcomes: [], starts: ids }, at)).size, 0);
    await assertCountersAreRows(db, campaignId);
    await commitTurn(
      db,
      late.id,
      { outcomes: [outcome(sentOne, 'accepted'), outcome(ids[2] ?? NONE, 'accepted')], starts: [] },
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
    await recordHits(db, [{ kind: 'open', message: ids[1] ?? NONE, linkId: 0, visitor }], at);
    await recoverLease(db, lease, at);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 1, uncertain: 2 });
    await assertCountersAreRows(db, campaignId);
  });

  test('a statement that arrives late, after it was repeated elsewhere, hits nothing of what came since', async () => {
    const campaignId = await sendingCampaign(4);
    const lease = await registerWorker(db);
    const start = async (claimed: Awaited<ReturnType<typeof claim>>) => {
      const turn = { outcomes: [], starts: claimed };
      assert.equal((await commitTurn(db, lease.id, turn, at)).size, claimed.length);
      return turn;
    };
    const late: Turn[] = [];
    const arriveLate = async (states: Record<string, number>) => {
      for (const turn of late) {
        const started = await commitTurn(db, lease.id, turn, at);
        assert.equal(started.size, 0);
        assert.deepEqual(await statesOf(db, campaignId), states);
        await assertCountersAreRows(db, campaignId);
      }
    };
    const first = await claim(lease.id, campaignId);
    late.push(await start(first));
    const [putOff = NONE, back = NONE, bounced = NONE, ended = NONE] = first;
    const outcomes = [
      outcome(putOff, 'deferred', { reply: '451 later', nextAttemptAt: at }),
      outcome(back, 'pending', { reply: null }),
      outcome(bounced, 'rejected', { reply: '550 5.1.1 unknown', isHardBounce: true }), // a turn of several statements
      outcome(ended, 'accepted'),
    ];
    for (const said of outcomes) late.push({ outcomes: [said], starts: [] });
    await commitTurn(db, lease.id, { outcomes, starts: [] }, at);
    await arriveLate({ accepted: 1, deferred: 1, pending: 1, rejected: 1 });
    const second = await claim(lease.id, campaignId);
    assert.equal(second.length, 2);
    await arriveLate({ accepted: 1, claimed: 2, rejected: 1 });
    late.push(await start(second));
    const underWay = late.pop() as Turn;
    assert.equal((await commitTurn(db, lease.id, underWay, at)).size, 2, 'the attempt under way may be repeated');
    await arriveLate({ accepted: 1, in_flight: 2, rejected: 1 });
    // Thought dead: what it knows of this attempt counts, what it said of the one before does not.
    await recoverLease(db, lease, at);
    late.push({ outcomes: [outcome(putOff, 'accepted')], starts: [] });
    await arriveLate({ accepted: 1, rejected: 1, uncertain: 2 });
    const known = second.find(({ id }) => id === putOff.id) ?? NONE;
    await commitTurn(db, lease.id, { outcomes: [outcome(known, 'accepted')], starts: [] }, at);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 2, rejected: 1, uncertain: 1 });
    await assertCountersAreRows(db, campaignId);
  });

  const keyOf = ({ customer_id, campaign_id, subscriber_id }: LedgerRow) => ({
    customer_id,
    campaign_id,
    subscriber_id,
  });

  test('who has a row beside a batch that nobody had is not sent to', async () => {
    const campaignId = await sendingCampaign(3);
    await db.updateTable('batch').set({ claims: 0 }).where('campaign_id', '=', campaignId).execute(); // as frozen
    const [ended, underWay, other] = await ledgerOf(db, campaignId);
    assert.ok(ended && underWay && other);
    await putMessage(db, { ...keyOf(ended), state: 'accepted', finished_at: at });
    await putMessage(db, { ...keyOf(underWay), state: 'in_flight', lease_id: 1, attempt: 1, in_flight_at: at });
    const lease = await registerWorker(db);
    const claimed = await claim(lease.id, campaignId);
    assert.equal(claimed.length, 3, 'those of a fresh batch are not looked up');
    const started = await commitTurn(db, lease.id, { outcomes: [], starts: claimed }, at);
    assert.deepEqual(
      claimed.filter((one) => started.has(one)).map(({ subscriberId }) => subscriberId),
      [other.subscriber_id],
    );
    const outcomes = claimed.map((one) =>
      started.has(one) ? outcome(one, 'accepted') : outcome(one, 'pending', { isUnstarted: true }),
    );
    await commitTurn(db, lease.id, { outcomes, starts: [] }, at);
    assert.deepEqual(await claim(lease.id, campaignId), [], 'now they are');
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 2, in_flight: 1 });
  });

  test('what a claim took that was not heard of is given back, and nothing else', async () => {
    const campaignId = await sendingCampaign(6, 2);
    const lease = await registerWorker(db);
    const [unheard] = await claim(lease.id, campaignId);
    const heard = await claim(lease.id, campaignId);
    await commitTurn(db, lease.id, { outcomes: [], starts: heard.slice(0, 1) }, at);
    assert.equal(await releaseUnheard(db, lease.id, [unheard?.attempt ?? 0, 10 ** 9]), 1);
    assert.deepEqual(await statesOf(db, campaignId), { claimed: 1, in_flight: 1, pending: 4 });
  });
});
