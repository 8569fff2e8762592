import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedCampaign, seedList, seedSubscribers, subscribersOf } from '../../test/support/delivery-rows.ts';
import { putBatches } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { registerWorker } from '../coordination/lease.ts';
import { claimBatch } from './claim.ts';

eachEngine('a claim', (engine) => {
  const opened = suiteStore(engine);

  test('tells whether there is another batch, which is then claimed at once', async () => {
    const { db } = opened();
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 6);
    const running = { status: 'sending', started_at: 1, freeze_done: 1 as const, freeze_until_id: 1e9 };
    const campaignId = await seedCampaign(db, seed, running);
    const { customerId } = seed;
    const ids = (await subscribersOf(db, seed)).map(({ id }) => id);
    await putBatches(db, { id: campaignId, customerId }, ids, 2);
    const { id: leaseId } = await registerWorker(db);
    const told: unknown[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const claim = await claimBatch(db, { leaseId, attempt, customerId, campaignId, limit: 10, now: 1_000 });
      told.push([claim?.taken, claim?.hasMore]);
    }
    assert.deepEqual(told, [
      [2, true],
      [2, true],
      [2, false],
      [0, false],
    ]);
  });
});
