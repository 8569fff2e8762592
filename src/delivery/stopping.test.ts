import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliver } from '../../test/support/delivery.ts';
import { seedCampaign, seedList, seedSubscribers, statesOf } from '../../test/support/delivery-rows.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';

/** Takes far longer to be compiled than the worker has for stopping. */
const LONG = '<p>Hello [FNAME], <a href="https://example.com/[EMAIL]">read</a> on.</p>\n'.repeat(20_000);

eachEngine('stopping a worker', (engine) => {
  const opened = suiteStore(engine);

  test('that compiles a long page leaves everybody to be done, and no lease', async (t) => {
    const { db } = opened();
    const sink = await openSink(t);
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 5);
    await seedCampaign(db, seed);
    const delivery = deliver(t, db, sink, { stopMs: 2_000 });
    await until('a short one is sent', () => delivery.named('campaign.sent').length === 1);
    const id = await seedCampaign(db, seed, { content: LONG });
    await until('the audience is there', () => delivery.named('campaign.frozen').length === 2);
    await sleep(100);
    assert.equal(await delivery.stop(), 0);
    assert.deepEqual(
      delivery.named('delivery.stopped').map(({ clean }) => clean),
      [true],
    );
    assert.deepEqual(await statesOf(db, id), { pending: 5 });
    const leases = await db.selectFrom('lease').select('name').where('name', 'like', 'worker:%').execute();
    assert.deepEqual(leases, []);
  });
});
