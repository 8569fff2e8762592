// What a clock that was ahead put off until then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedCampaign, seedList, seedSubscribers, subscribersOf } from '../../../test/support/delivery-rows.ts';
import { ledgerOf, putMessage } from '../../../test/support/ledger.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { bringNearer } from './too-far.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

eachEngine('put off by a clock that was ahead', (engine) => {
  const opened = suiteStore(engine);

  test('what waits for longer than anything does is due; emails keep the time that they were given', async () => {
    const { db } = opened();
    const seed = await seedList(db);
    const campaignId = await seedCampaign(db, seed, { status: 'sending', freeze_done: 1 });
    const rows = [
      { state: 'deferred', reason: 'answered', next_attempt_at: NOW + 49 * HOUR_MS },
      { state: 'deferred', reason: 'throttled', next_attempt_at: NOW + 6 * HOUR_MS },
      { state: 'deferred', reason: 'not-due', next_attempt_at: NOW + 49 * HOUR_MS },
      { state: 'pending', reason: null, next_attempt_at: NOW + 48 * HOUR_MS },
      { state: 'claimed', reason: 'answered', lease_id: 7, attempt: 1, next_attempt_at: NOW + 49 * HOUR_MS },
    ] as const;
    await seedSubscribers(db, seed, rows.length);
    for (const [i, { id }] of (await subscribersOf(db, seed)).entries()) {
      const key = { customer_id: seed.customerId, campaign_id: campaignId, subscriber_id: id };
      await putMessage(db, { ...key, ...rows[i] });
    }
    await bringNearer(db, NOW);
    const found = await ledgerOf(db, campaignId);
    assert.deepEqual(
      found.toSorted((a, b) => a.subscriber_id - b.subscriber_id).map(({ next_attempt_at }) => next_attempt_at),
      [0, NOW + 6 * HOUR_MS, NOW + 49 * HOUR_MS, 0, NOW + 49 * HOUR_MS],
    );
  });
});
