// Who works, as leases tell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedCampaign, seedList, seedMessages, seedSubscribers } from '../../test/support/delivery-rows.ts';
import { indexesOf } from '../../test/support/plans.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { SIMPLE_TEXT } from '../campaigns/delivery/notice.ts';
import { registerWorker, removeLease } from '../coordination/lease.ts';
import { readState, whoWorks } from './installation-state.ts';

eachEngine('who works', (engine) => {
  const store = suiteStore(engine);

  test('each thread that is awake counts, and each that sleeps', async () => {
    const { db } = store();
    assert.deepEqual(await whoWorks(db), { workers: 0, hasClock: false });
    const awake = await registerWorker(db);
    assert.equal((await whoWorks(db)).workers, 1);
    const asleep = await registerWorker(db, undefined, 12);
    assert.equal((await whoWorks(db)).workers, 13);
    for (const lease of [awake, asleep]) await removeLease(db, lease);
    assert.equal((await whoWorks(db)).workers, 0);
  });
});

eachEngine('what is under way', (engine) => {
  const store = suiteStore(engine);

  test('is found by the index of running campaigns, not by the counters of all', async (t) => {
    if (engine.name !== 'sqlite') return t.skip('its plans are of another kind');
    const steps = await indexesOf(store().db, readState);
    assert.ok(steps.includes('campaign_running'), steps.join(' | '));
  });

  test('what the server paused counts until somebody resumes it; what a person paused does not', async (t) => {
    const { db } = store();
    const seed = await seedList(db);
    const notice = (code: string) => JSON.stringify([{ code, values: {} }]);
    const paused = await seedCampaign(db, seed, { status: 'paused', notice: notice('notice-tag-empty') });
    await seedCampaign(db, seed, { status: 'paused', notice: null });
    await seedCampaign(db, seed, { status: 'paused', notice: JSON.stringify([SIMPLE_TEXT]) });
    await seedCampaign(db, seed, { status: 'sending', notice: notice('notice-tag-empty') });
    assert.equal((await readState(db)).pausedByServer, 1);
    await db.updateTable('campaign').set({ status: 'sending' }).where('id', '=', paused).execute();
    assert.equal((await readState(db)).pausedByServer, 0);
    if (engine.name !== 'sqlite') return t.diagnostic('its plans are of another kind');
    assert.ok((await indexesOf(db, readState)).includes('campaign_live'), 'not a look at every campaign');
  });

  test('has waited since it began, where its send time was past when it was made', async () => {
    const { db } = store();
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 3);
    const begun = { status: 'sending', freeze_until_id: 9, send_at: 1_000, started_at: 50_000 } as const;
    await seedMessages(db, seed, await seedCampaign(db, seed, begun));
    const { dueSince, waiting } = await readState(db);
    assert.deepEqual({ dueSince, waiting }, { dueSince: 50_000, waiting: 3 });
  });
});
