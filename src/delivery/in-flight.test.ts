// Members of batches in flight are a list in their worker's hold: what others do meanwhile, and
// what a worker does that remembers its list.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { assertCountersAreRows, statesOf } from '../../test/support/delivery-rows.ts';
import { at, claimSome, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { registerWorker } from '../coordination/lease.ts';
import { eraseInMessages, removeMessagesOf } from '../messages/remove.ts';
import { customersInFlight, flightsNow } from '../messages/turn/hold.ts';
import { flightsText, parseFlights } from '../messages/turn/in-flight.ts';
import type { Attempt } from '../messages/turn.ts';
import { holdMessages } from '../messages/uncertain/settle.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { commitTurn, type KnownHolds } from './record.ts';

test('a list is text and back, with those that began together beside each other', () => {
  const flight = (subscriber: number, at = 9, campaign = 1) => ({ campaign, subscriber, attempt: 2, at });
  const text = flightsText(
    new Map([flight(3), flight(5), flight(4, 10), flight(3, 10, 7)].map((one, i) => [String(i), one])),
  );
  assert.equal(text, '[[1,2,9,[3,5]],[1,2,10,[4]],[7,2,10,[3]]]');
  assert.equal(flightsText(parseFlights(text)), text);
  assert.deepEqual(parseFlights(text).get('7 3'), flight(3, 10, 7));
  assert.equal(flightsText(parseFlights('[]')), '[]');
});

eachEngine('what is in flight', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  /** A worker that remembers, with the members of a campaign's batch that it claimed. */
  async function worker(campaignId: number) {
    const { id: leaseId } = await registerWorker(db);
    const claimed = await claimSome(db, leaseId, campaignId);
    const known: KnownHolds = new Map();
    const commit = (outcomes: ReturnType<typeof outcome>[], starts: Attempt[]) =>
      commitTurn(db, leaseId, { outcomes, starts }, at, { known });
    return { leaseId, claimed, commit };
  }

  test('turn after turn the list is what was begun and has not ended', async () => {
    const { campaignId, seed } = await seedSending(db, 8);
    const { claimed, commit } = await worker(campaignId);
    assert.equal((await commit([], claimed.slice(0, 3))).size, 3);
    assert.deepEqual(await statesOf(db, campaignId), { in_flight: 3, claimed: 5 });
    const [one, two, three, four, five] = claimed as [Attempt, Attempt, Attempt, Attempt, Attempt];
    assert.equal((await commit([outcome(two, 'accepted')], [four])).size, 1);
    const deferred = outcome(one, 'deferred', { nextAttemptAt: at + 1 });
    assert.deepEqual([...(await commit([deferred, outcome(four, 'pending')], [five]))], [five]);
    const flying = await flightsNow(db, seed.customerId);
    assert.deepEqual(
      flying.filter(({ campaign }) => campaign === campaignId).map(({ subscriber }) => subscriber),
      [three.subscriberId, five.subscriberId],
    );
    assert.deepEqual(await statesOf(db, campaignId), {
      accepted: 1,
      claimed: 3,
      deferred: 1,
      in_flight: 2,
      pending: 1,
    });
    await assertCountersAreRows(db, campaignId);
  });

  test('of those that begin together only who may goes out', async () => {
    const { campaignId } = await seedSending(db, 4);
    const { claimed, commit } = await worker(campaignId);
    await commit([], claimed.slice(0, 1));
    const gone = claimed[2];
    await db
      .updateTable('subscriber')
      .set({ status: 'unsubscribed' })
      .where('id', '=', gone?.subscriberId ?? 0)
      .execute();
    const started = await commit([], claimed.slice(1));
    assert.deepEqual(started, new Set([claimed[1], claimed[3]]));
    assert.deepEqual(await statesOf(db, campaignId), { claimed: 1, in_flight: 3 });
  });

  test('of two attempts at a message in one turn only that of the last claim goes out', async () => {
    const { campaignId } = await seedSending(db, 3);
    const { leaseId, claimed, commit } = await worker(campaignId);
    await commit([outcome(claimed[2] as Attempt, 'pending', { isUnstarted: true })], []);
    const [one, two] = (await claimSome(db, leaseId, campaignId)) as [Attempt, Attempt];
    assert.deepEqual(await commit([], [two, ...claimed.slice(0, 2), one]), new Set([two, one]));
    await commit([outcome(one, 'accepted'), outcome(two, 'accepted')], []);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 2, claimed: 1 });
    await assertCountersAreRows(db, campaignId);
  });

  test('a batch that goes back leaves those in flight to their worker', async () => {
    const { campaignId } = await seedSending(db, 5);
    const { claimed, commit } = await worker(campaignId);
    const flying = claimed.slice(0, 2);
    await commit([], flying);
    await commit([outcome(claimed[4] as Attempt, 'pending', { isUnstarted: true })], []);
    const other = await worker(campaignId);
    assert.deepEqual(
      other.claimed.map(({ id }) => id),
      claimed.slice(2).map(({ id }) => id),
    );
    assert.equal((await other.commit([], other.claimed)).size, 3);
    await commit(
      flying.map((one) => outcome(one, 'accepted')),
      [],
    );
    await other.commit(
      other.claimed.map((one) => outcome(one, 'accepted')),
      [],
    );
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 5 });
    await assertCountersAreRows(db, campaignId);
  });

  test('of a campaign that is removed nothing is written any more; of others it is', async () => {
    const [removed, kept] = [await seedSending(db, 2), await seedSending(db, 2)];
    const { leaseId, claimed, commit } = await worker(removed.campaignId);
    const others = await claimSome(db, leaseId, kept.campaignId);
    await commit([], [...claimed, ...others]);
    const { customerId: customer_id } = removed.seed;
    await inTransaction(db, (tx) => removeMessagesOf(tx, { id: removed.campaignId, customer_id } as never, 100));
    await commit(
      [...claimed, ...others].map((one) => outcome(one, 'accepted')),
      [],
    );
    const rows = await db.selectFrom('message').select('state').where('campaign_id', '=', removed.campaignId).execute();
    assert.deepEqual(rows, []);
    assert.deepEqual(await statesOf(db, kept.campaignId), { accepted: 2 });
  });

  test('who is in flight is found by what comes back, and is not erased', async () => {
    const { campaignId, seed } = await seedSending(db, 3);
    const { claimed, commit } = await worker(campaignId);
    await commit([], claimed.slice(0, 1));
    const [subject, ...more] = await inTransaction(db, (tx) => holdMessages(tx, claimed));
    assert.deepEqual([subject?.subscriberId, subject?.state, more], [claimed[0]?.subscriberId, 'in_flight', []]);
    const erase = (subscriberId: number) =>
      inTransaction(db, (tx) => eraseInMessages(tx, seed.customerId, { key: 'a@b', subscriberIds: [subscriberId] }));
    await assert.rejects(erase(claimed[0]?.subscriberId ?? 0), { code: 'state' });
    assert.equal(await erase(claimed[1]?.subscriberId ?? 0), 0);
    assert.ok((await inTransaction(db, customersInFlight)).includes(seed.customerId));
  });

  test('whose batch is gone is in flight, and nobody claims them', async () => {
    const { campaignId, seed } = await seedSending(db, 2);
    const { claimed, commit } = await worker(campaignId);
    await commit([], claimed);
    await sql`delete from batch where campaign_id = ${campaignId} and customer_id = ${seed.customerId}`.execute(db);
    assert.deepEqual(await statesOf(db, campaignId), { in_flight: 2 });
    const again = await worker(campaignId);
    assert.deepEqual(again.claimed, []);
  });
});
