// A destination that takes nothing for days: whom it would never try again is given up in time.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deliver, relayTo } from '../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
} from '../../test/support/delivery-rows.ts';
import { ledgerOf } from '../../test/support/ledger.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { systemClock } from '../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import type { Db } from '../storage/db.ts';

eachEngine('a parked destination', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  test('messages that nobody may try are given up like those that are tried', async (t) => {
    const sink = await openSink(t, (phase) =>
      phase === 'rcpt' ? { code: 450, text: '4.7.1 Your address is blocked by zen.spamhaus.org' } : undefined,
    );
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 40);
    const id = await seedCampaign(db, seed);
    let shift = 0;
    const delivery = deliver(t, db, sink, {
      clock: { now: () => systemClock.now() + shift },
      relay: relayTo(sink.port, 1),
      retry: { attempts: 99, firstMs: MINUTE_MS, factor: 1 },
      expireHours: 2,
    });
    await until('all are put off', async () => (await statesOf(db, id))['deferred'] === 40);
    const before = await ledgerOf(db, id);
    assert.ok(before.every((row) => row.deferred_since !== null));
    const untried = before.filter(({ attempts }) => attempts === 0);
    assert.ok(untried.length > 30);
    shift = 3 * HOUR_MS;
    delivery.nudge();
    await until('it is sent', async () => (await campaignOf(db, id)).status === 'sent');
    assert.deepEqual(await statesOf(db, id), { rejected: 40 });
    const rows = await ledgerOf(db, id);
    assert.ok(rows.every(({ reason }) => reason === 'expired'));
    const { attempts, detail } =
      rows.find(({ subscriber_id }) => subscriber_id === untried.at(-1)?.subscriber_id) ?? {};
    assert.equal(attempts, 0);
    assert.match(detail ?? '', /^given up after 2 hours: .*zen\.spamhaus\.org/);
    await assertCountersAreRows(db, id);
  });
});
