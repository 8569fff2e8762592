import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import {
  campaignOf,
  countersOf,
  type Seed,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
} from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { campaignsDue, startCampaign } from '../campaigns/delivery/progress.ts';
import { skipLeftovers } from '../messages/leftovers.ts';
import type { Db } from '../storage/db.ts';
import { openSlices } from '../storage/slices.ts';
import { freezeChunk } from './freeze.ts';

const NOW = 10_000;
const chunksOf = (size: number) => openSlices({ least: size, first: size, most: size });
const STATUSES = ['confirmed', 'unconfirmed', 'unsubscribed', 'blacklisted', 'unapproved', 'disabled', 'moved'];

eachEngine('freezing the audience', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function started(seed: Seed, more: Parameters<typeof seedCampaign>[2] = {}): Promise<number> {
    const campaignId = await seedCampaign(db, seed, more);
    assert.ok((await campaignsDue(db, NOW)).some((campaign) => campaign.id === campaignId));
    assert.ok(await startCampaign(db, { id: campaignId, customer_id: seed.customerId }, NOW));
    return campaignId;
  }

  async function freezeAll(campaignId: number, chunk: number): Promise<number> {
    for (let chunks = 1; ; chunks += 1) {
      const frozen = await freezeChunk(db, await campaignOf(db, campaignId), chunksOf(chunk));
      assert.ok(frozen);
      if (frozen.done) return chunks;
    }
  }

  test('everyone of the list has a row or is counted as left out, whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STATUSES), { maxLength: 40 }),
        fc.integer({ min: 1, max: 15 }),
        async (statuses, chunk) => {
          const [seed, other] = [await seedList(db), await seedList(db)];
          await seedSubscribers(db, seed, Math.ceil(statuses.length / 2), { statusOf: (n) => statuses[n] ?? '' });
          await seedSubscribers(db, other, 3); // ids of two lists lie between each other
          const rest = Math.floor(statuses.length / 2);
          await seedSubscribers(db, seed, rest, {
            from: Math.ceil(statuses.length / 2),
            statusOf: (n) => statuses[n] ?? '',
          });
          const campaignId = await started(seed);
          await freezeAll(campaignId, chunk);
          const counters = await countersOf(db, campaignId);
          const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
          assert.equal(counters.audience, count('confirmed'));
          assert.deepEqual(await statesOf(db, campaignId), counters.audience > 0 ? { pending: counters.audience } : {});
          assert.equal(counters.left_unconfirmed, count('unconfirmed'));
          assert.equal(counters.left_unsubscribed, count('unsubscribed'));
          assert.equal(counters.left_blacklisted, count('blacklisted'));
          assert.equal(counters.left_other, count('unapproved', 'disabled', 'moved'));
          assert.equal(counters.left_segment + counters.left_suppressed, 0);
        },
      ),
      { numRuns: engine.name === 'sqlite' ? 30 : 10 },
    );
  });

  test('a segment takes its part, the others are counted', async () => {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 30, { statusOf: (n) => (n % 5 === 0 ? 'unsubscribed' : 'confirmed') });
    const segment = await db
      .insertInto('segment')
      .values({
        uid: `sg${Date.now()}`.slice(0, 13).padEnd(13, '0'),
        customer_id: seed.customerId,
        number: 1,
        list_id: seed.listId,
        name: 'Ones',
        operator_match: 'all',
        conditions: JSON.stringify([{ fieldNumber: 2, operator: 'starts', value: 'Name 1' }]),
        campaign_conditions: '[]',
        members: 0,
        members_revision: -1,
        members_counted_at: 0,
        created_at: 1,
        updated_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const campaignId = await started(seed, { segment_id: segment.id });
    await freezeAll(campaignId, 7);
    const counters = await countersOf(db, campaignId);
    // 1 and 10 to 19 are in the segment; 10 and 15 have unsubscribed.
    assert.equal(counters.audience, 9);
    assert.equal(counters.left_unsubscribed, 6);
    assert.equal(counters.left_segment, 15);
  });

  test('two nodes and restarts write each row once', async () => {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 50);
    const campaignId = await started(seed);
    for (let done = false; !done; ) {
      const campaign = await campaignOf(db, campaignId);
      // Both read the same place; one of them is too late.
      const both = await Promise.all([freezeChunk(db, campaign, chunksOf(8)), freezeChunk(db, campaign, chunksOf(8))]);
      assert.equal(both.filter((frozen) => frozen !== undefined).length, 1);
      done = both.some((frozen) => frozen?.done);
    }
    assert.deepEqual(await statesOf(db, campaignId), { pending: 50 });
    assert.equal((await countersOf(db, campaignId)).audience, 50);
  });

  test('who joins after the beginning is not in the audience', async () => {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 20);
    const campaignId = await started(seed);
    await freezeChunk(db, await campaignOf(db, campaignId), chunksOf(10));
    await seedSubscribers(db, seed, 5, { prefix: 'late' });
    await freezeAll(campaignId, 10);
    assert.equal((await countersOf(db, campaignId)).audience, 20);
  });

  test('nothing is written for a campaign that was paused; it goes on where it was', async () => {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 20);
    const campaignId = await started(seed);
    const campaign = await campaignOf(db, campaignId);
    await db.updateTable('campaign').set({ status: 'paused' }).where('id', '=', campaignId).execute();
    assert.equal(await freezeChunk(db, campaign, chunksOf(10)), undefined);
    assert.deepEqual(await statesOf(db, campaignId), {});
    await db.updateTable('campaign').set({ status: 'sending' }).where('id', '=', campaignId).execute();
    assert.ok(await startCampaign(db, { id: campaignId, customer_id: seed.customerId }, NOW));
    await freezeAll(campaignId, 10);
    assert.equal((await countersOf(db, campaignId)).audience, 20);
  });

  test('what is left of a campaign marked as sent is skipped in chunks', async () => {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 25);
    const campaignId = await started(seed);
    await freezeAll(campaignId, 10);
    assert.equal(await skipLeftovers(db, await campaignOf(db, campaignId), NOW), 0, 'not while it is sending');
    await db.updateTable('campaign').set({ status: 'sent' }).where('id', '=', campaignId).execute();
    const campaign = await campaignOf(db, campaignId);
    const steps: number[] = [];
    for (let n = -1; n !== 0; steps.push(n)) n = await skipLeftovers(db, campaign, NOW, 10);
    assert.deepEqual(steps, [10, 10, 5, 0]);
    assert.deepEqual(await statesOf(db, campaignId), { skipped: 25 });
    assert.equal((await countersOf(db, campaignId)).skipped, 25);
  });
});
