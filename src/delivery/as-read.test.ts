// What changes between the claim of a message and its sending: it never goes out as it was made.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { deliver, relayTo } from '../../test/support/delivery.ts';
import { assertCountersAreRows, campaignOf, statesOf } from '../../test/support/delivery-rows.ts';
import { at, nextAttempt, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { claimMails, newCustomer, queueMail } from '../../test/support/emails.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { registerWorker } from '../coordination/lease.ts';
import { type ClaimedMessage, claimBatch } from '../messages/claim.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { suppress } from '../suppression/suppress.ts';
import { commitTurn, type KnownHolds } from './record.ts';

eachEngine('messages as they were made', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  /** A worker with the members of a campaign's batch that it claimed. */
  async function worker(campaignId: number) {
    const { id: leaseId } = await registerWorker(db);
    const known: KnownHolds = new Map();
    const claim = async (now = at) => {
      const { customer_id: customerId, revision } = await campaignOf(db, campaignId);
      const work = { leaseId, attempt: nextAttempt(), customerId, campaignId, limit: 200, now, revision };
      return (await claimBatch(db, work))?.messages ?? [];
    };
    const commit = (outcomes: ReturnType<typeof outcome>[], starts: ClaimedMessage[]) =>
      commitTurn(db, leaseId, { outcomes, starts }, at, { known });
    return { claim, commit };
  }

  const moveTo = (id: number, email: string) =>
    db.updateTable('subscriber').set({ email, email_key: email, updated_at: 77 }).where('id', '=', id).execute();
  const notBegun = (one: ClaimedMessage) => outcome(one, 'pending', { reply: null, isUnstarted: true });

  test('who changed their address is claimed again, and gets it there', async () => {
    const { campaignId } = await seedSending(db, 4);
    const { claim, commit } = await worker(campaignId);
    const [first, second, third, fourth] = (await claim()) as [ClaimedMessage, ...ClaimedMessage[]];
    assert.ok(second && third && fourth);
    assert.equal((await commit([], [first])).size, 1);
    await moveTo(third.subscriberId, 'moved@example.com');
    assert.deepEqual(await commit([], [second, third]), new Set([second]));
    await commit([notBegun(third), notBegun(fourth)], []);
    const again = await claim();
    assert.deepEqual(
      again.map(({ subscriberId, address }) => [subscriberId, address]),
      [
        [third.subscriberId, 'moved@example.com'],
        [fourth.subscriberId, fourth.address],
      ],
    );
    assert.equal((await commit([], again)).size, 2);
    // The same when it is tried again.
    const deferred = outcome(again[0] as ClaimedMessage, 'deferred', { nextAttemptAt: at });
    await commit([deferred], []);
    const [late] = await claim();
    await moveTo(third.subscriberId, 'gone@example.com');
    await db.updateTable('subscriber').set({ updated_at: 78 }).where('id', '=', third.subscriberId).execute();
    assert.equal((await commit([], [late as ClaimedMessage])).size, 0);
    await commit([notBegun(late as ClaimedMessage)], []);
    assert.deepEqual(
      (await claim()).map(({ address }) => address),
      ['gone@example.com'],
    );
    await assertCountersAreRows(db, campaignId);
  });

  test('of a campaign that was saved since nothing begins that was made before', async () => {
    const { campaignId } = await seedSending(db, 3);
    const { claim, commit } = await worker(campaignId);
    const [first, ...others] = (await claim()) as [ClaimedMessage, ...ClaimedMessage[]];
    assert.equal((await commit([], [first])).size, 1);
    await commit([outcome(first, 'deferred', { nextAttemptAt: at })], []);
    const resumed = await claim();
    assert.equal(resumed.length, 1);
    await db.updateTable('campaign').set({ revision: 2 }).where('id', '=', campaignId).execute();
    assert.equal((await commit([], [...others, ...resumed])).size, 0);
    await commit([...others, ...resumed].map(notBegun), []);
    const again = [...(await claim()), ...(await claim())];
    assert.equal((await commit([], again)).size, 3);
    assert.deepEqual(await statesOf(db, campaignId), { in_flight: 3 });
  });

  test('a mail to an address that was suppressed since does not begin', async () => {
    const customerId = await newCustomer(db);
    await queueMail(db, customerId, 'left@example.com');
    await queueMail(db, customerId, 'stays@example.com');
    const { lease, claim } = await claimMails(db, customerId);
    const [left, stays] = claim?.messages ?? [];
    assert.ok(left && stays);
    await inTransaction(db, (tx) =>
      suppress(tx, [{ customerId, email: 'Left@example.com', reason: 'complaint', detail: '' }], 1),
    );
    assert.deepEqual(await commitTurn(db, lease.id, { outcomes: [], starts: [left, stays] }, at), new Set([stays]));
  });

  test('what is edited, and who moves, while a worker has them: mailed as they are then', async (t) => {
    const held = Promise.withResolvers<void>();
    const sink = await openSink(t, async (phase) => {
      if (phase === 'data_done' && sink.received.length === 0) await held.promise;
      return undefined;
    });
    const { campaignId, seed } = await seedSending(db, 5);
    const set = (values: object) => db.updateTable('campaign').set(values).where('id', '=', campaignId).execute();
    await set({ subject: 'Before', freeze_until_id: Number.MAX_SAFE_INTEGER, send_at: 1 });
    const worker = deliver(t, db, sink, { relay: relayTo(sink.port, 1) });
    await until('one is on its way, the others wait', async () => {
      const { in_flight = 0, claimed = 0 } = await statesOf(db, campaignId);
      return in_flight + claimed === 5 && in_flight > 0 && claimed > 0;
    });
    const last = await sql<{ id: number }>`select max(id) as id from subscriber where customer_id = ${seed.customerId}
      and list_id = ${seed.listId}`.execute(db);
    await moveTo(Number(last.rows[0]?.id), 'moved@example.com');
    await set({ status: 'paused' });
    await set({ subject: 'After', revision: 2 });
    await set({ status: 'sending' });
    held.resolve();
    await until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    await worker.stop();
    const subjects = sink.received.map(({ source }) => /^Subject: (\w+)/m.exec(source)?.[1]);
    const before = subjects.filter((subject) => subject === 'Before').length;
    assert.ok(before <= 2, 'those that were in flight, or next, alone'); // a lane has one and the next
    assert.equal(subjects.length, 5);
    assert.equal(sink.recipients().at(-1), 'moved@example.com');
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 5 });
  });
});
