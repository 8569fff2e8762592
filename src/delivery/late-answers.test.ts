// Mail servers that take long to answer while a worker loses its lease: the store was away for
// longer than it lasts, or the machine had no processor time for it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deliver, relayTo } from '../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
} from '../../test/support/delivery-rows.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { recoverLease } from '../messages/recover.ts';
import type { Db } from '../storage/db.ts';

const LANES = 4;
/** This many connections more the relay is allowed to have. */
const OTHERS = 2;

eachEngine('late answers', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  /** Somebody takes all workers for dead, and their work back. */
  async function recoverAll(): Promise<void> {
    for (const lease of await db.selectFrom('lease').select(['id', 'name', 'fence']).execute()) {
      await recoverLease(db, lease, Date.now());
    }
  }

  test('answers that come long after a lease was lost settle their messages', async (t) => {
    const answers = Promise.withResolvers<void>();
    const sink = await openSink(t);
    const first = new Set<string>();
    let most = 0;
    sink.answer(async (phase, to) => {
      most = Math.max(most, sink.connections());
      if (phase !== 'data_done' || first.size === LANES) return undefined;
      first.add(to);
      await answers.promise;
      return undefined;
    });
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 40);
    const campaignId = await seedCampaign(db, seed);
    const delivery = deliver(t, db, sink, { relay: relayTo(sink.port, LANES + OTHERS), stopMs: 1_000 });
    await until('lanes wait for answers', () => first.size === LANES);
    await recoverAll();
    // Meanwhile another worker sends the rest, over the connections that are left.
    await until('the rest is sent', async () => (await statesOf(db, campaignId))['accepted'] === 40 - LANES);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 40 - LANES, uncertain: LANES });
    assert.equal(most, LANES + OTHERS);
    assert.equal(delivery.named('delivery.uncertain').length, 0);
    answers.resolve();
    await until('they are settled', async () => (await statesOf(db, campaignId))['accepted'] === 40);
    assert.equal(new Set(sink.recipients()).size, sink.received.length, 'nobody twice');
    await assertCountersAreRows(db, campaignId);
  });

  test('messages whose final dot was not written when the lease was lost go out with another worker', async (t) => {
    const goOn = Promise.withResolvers<void>();
    const sink = await openSink(t);
    t.after(() => goOn.resolve());
    const first = new Set<string>();
    sink.answer(async (phase, to) => {
      if (phase !== 'rcpt' || first.size === LANES) return undefined;
      first.add(to);
      await goOn.promise;
      return undefined;
    });
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 40);
    const campaignId = await seedCampaign(db, seed);
    const delivery = deliver(t, db, sink, { relay: relayTo(sink.port, LANES + OTHERS), stopMs: 1_000 });
    await until('lanes wait', () => first.size === LANES);
    await recoverAll();
    await until('the rest is sent', async () => (await statesOf(db, campaignId))['accepted'] === 40 - LANES);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 40 - LANES, uncertain: LANES });
    goOn.resolve();
    await until('they are sent too', async () => (await statesOf(db, campaignId))['accepted'] === 40);
    assert.equal(delivery.named('delivery.uncertain').length, 0);
    assert.equal(new Set(sink.recipients()).size, sink.received.length, 'nobody twice');
    await assertCountersAreRows(db, campaignId);
  });

  test('stopping meanwhile waits no longer for them than for others', async (t) => {
    const answers = Promise.withResolvers<void>();
    let ended = 0; // messages whose final dot has come: of the others everybody knows that they were not sent
    const sink = await openSink(t, async (phase) => {
      if (phase !== 'data_done') return undefined;
      ended += 1;
      await answers.promise;
      return undefined;
    });
    t.after(() => answers.resolve());
    const seed = await seedList(db);
    await seedSubscribers(db, seed, LANES);
    const campaignId = await seedCampaign(db, seed);
    const delivery = deliver(t, db, sink, { relay: relayTo(sink.port, LANES), stopMs: 1_000 });
    await until('all wait for their answer', () => ended === LANES);
    await recoverAll();
    await until('another worker is there', () => delivery.named('delivery.started').length === 2);
    await delivery.stop();
    assert.deepEqual(await statesOf(db, campaignId), { uncertain: LANES });
    assert.equal(delivery.named('delivery.stopped').length, 2);
    await assertCountersAreRows(db, campaignId);
  });
});
