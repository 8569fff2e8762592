// A store that cannot be written for a while: no outcome is lost, nothing goes out uncommitted,
// nobody gets it twice.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { deliver, relayTo } from '../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
} from '../../test/support/delivery-rows.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Db } from '../storage/db.ts';

const LANES = 4;

eachEngine('an outage of the store', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  /** Every transaction that counts something fails at its last statement, and is rolled back. */
  const breakStore = () => sql`alter table campaign_counter rename to campaign_counter_away`.execute(db);
  const mendStore = () => sql`alter table campaign_counter_away rename to campaign_counter`.execute(db);

  test('outcomes wait, and are written when the store is back', async (t) => {
    const sink = await openSink(t, async (phase) => {
      if (phase === 'data_done') await sleep(5);
      return undefined;
    });
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 200);
    const campaignId = await seedCampaign(db, seed);
    const delivery = deliver(t, db, sink, { relay: relayTo(sink.port, LANES) });
    for (const [before, enough] of [30, 90].entries()) {
      await until('some came', () => sink.received.length >= enough);
      await breakStore();
      const atBreak = sink.received.length;
      await until('it is seen', () => delivery.named('delivery.store-failed').length > before);
      await sleep(500); // it is tried several times
      assert.equal(delivery.named('delivery.store-failed').length, before + 1, 'an outage is said once');
      assert.ok(sink.received.length <= atBreak + LANES, 'only what was in flight');
      await mendStore();
      await until('its end is said', () => delivery.named('delivery.store-failed-over').length > before);
    }
    await until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    assert.equal(sink.received.length, 200);
    assert.equal(new Set(sink.recipients()).size, 200);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 200 });
    await assertCountersAreRows(db, campaignId);
  });

  test('a disk that is full for a while', { skip: engine.name !== 'sqlite' && 'SQLite can be told' }, async (t) => {
    const sink = await openSink(t);
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 500);
    const campaignId = await seedCampaign(db, seed);
    const delivery = deliver(t, db, sink, { relay: relayTo(sink.port, LANES) });
    const pagesAllowed = async (pages: string) => {
      await sql`pragma max_page_count = ${sql.raw(pages)}`.execute(db);
    };
    await until('some came', () => sink.received.length >= 30);
    await pagesAllowed('1'); // SQLite makes that the number of pages it has
    await until('it is seen', () => delivery.events.some((line) => /full/.test(String(line['reason']))));
    await sleep(100);
    await pagesAllowed('1000000');
    await until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    assert.equal(sink.received.length, 500);
    assert.equal(new Set(sink.recipients()).size, 500);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 500 });
    await assertCountersAreRows(db, campaignId);
  });

  test('stopping with a full disk tells what is in flight, and not what was claimed', {
    skip: engine.name !== 'sqlite' && 'SQLite can be told',
  }, async (t) => {
    const sink = await openSink(t);
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 500);
    const campaignId = await seedCampaign(db, seed);
    const delivery = deliver(t, db, sink, { relay: relayTo(sink.port, LANES), stopMs: 3_000 });
    await until('some came', () => sink.received.length >= 30);
    await sql`pragma max_page_count = 1`.execute(db);
    await until('turns fail', () => delivery.named('delivery.store-failed').length > 0);
    const left = await delivery.stop();
    await sql`pragma max_page_count = 1000000`.execute(db);
    assert.ok(left <= LANES, `${left} left`);
    await db.updateTable('lease').set({ expires_at: 0 }).execute();
    deliver(t, db, sink, { relay: relayTo(sink.port, LANES) });
    await until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    const { accepted = 0, uncertain = 0 } = await statesOf(db, campaignId);
    assert.ok(accepted + uncertain === 500 && uncertain <= left, `${accepted} and ${uncertain} of ${left}`);
  });

  test('stopping while the store cannot be written keeps the lease for whoever recovers', async (t) => {
    const broken = Promise.withResolvers<void>();
    let unanswered = 0;
    const sink = await openSink(t, async (phase) => {
      // The rest is answered when the store is broken, however late that is seen.
      if (phase !== 'data_done' || sink.received.length < 20) return undefined;
      unanswered += 1;
      await broken.promise;
      return undefined;
    });
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 100);
    const campaignId = await seedCampaign(db, seed);
    const delivery = deliver(t, db, sink, { relay: relayTo(sink.port, LANES) });
    // What is not handed over yet would go back, which counts nothing.
    await until('one waits for its answer', () => unanswered > 0);
    await breakStore();
    broken.resolve();
    const startedAt = performance.now();
    const left = await delivery.stop();
    assert.ok(performance.now() - startedAt < MINUTE_MS, 'it does not wait for the store');
    await mendStore();
    const leases = await db.selectFrom('lease').select('id').execute();
    assert.equal(leases.length, 1);
    await db.updateTable('lease').set({ expires_at: 0 }).execute();
    deliver(t, db, sink, { relay: relayTo(sink.port, LANES) });
    await until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    const { accepted = 0, uncertain = 0, ...others } = await statesOf(db, campaignId);
    assert.deepEqual(others, {});
    assert.equal(accepted + uncertain, 100);
    assert.ok(uncertain <= left && left <= LANES, `${uncertain} of ${left}`); // it may be written after all, as this process lives on
    assert.equal(new Set(sink.recipients()).size, sink.received.length, 'nobody twice');
    await assertCountersAreRows(db, campaignId);
  });
});
