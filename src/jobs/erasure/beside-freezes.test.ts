// An erasure beside what writes addresses of a campaign to several lists down: the freeze of its
// audience, and claims of those whose address has changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaignOf, seedCampaign, seedList, seedSubscribers } from '../../../test/support/delivery-rows.ts';
import { nextAttempt } from '../../../test/support/delivery-turns.ts';
import { untilWaiting } from '../../../test/support/lock-waits.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { startCampaign } from '../../campaigns/delivery/progress.ts';
import { registerWorker } from '../../coordination/lease.ts';
import { freezeChunk } from '../../delivery/freeze.ts';
import { commitTurn } from '../../delivery/record.ts';
import { claimBatch } from '../../messages/claim.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { openSlices } from '../../storage/slices.ts';
import { erasePerson } from './erase.ts';

const NOW = 10_000;
const GONE = 'u0@example.com';

eachEngine('an erasure beside campaigns to several lists', (engine) => {
  const opened = suiteStore(engine);
  const isServer = engine.name === 'postgres';

  async function setUp() {
    const { db } = opened();
    const first = await seedList(db);
    const { customerId } = first;
    const second = await seedList(db, 1_000, customerId);
    for (const seed of [first, second]) await seedSubscribers(db, seed, 2);
    const campaignId = await seedCampaign(db, first, { further_lists: String(second.listId) });
    assert.ok(await startCampaign(db, { id: campaignId, customer_id: customerId }, NOW));
    const freeze = async (on: Db = db) =>
      freezeChunk(on, await campaignOf(on, campaignId), openSlices({ least: 5, first: 5, most: 5 }));
    return {
      db,
      customerId,
      campaignId,
      freeze,
      async freezeAll() {
        while ((await campaignOf(db, campaignId)).freeze_done === 0) await freeze();
      },
      erase: (key = GONE, note = async () => {}) =>
        erasePerson(db, customerId, key, { keepsSuppressed: false, at: NOW, note }),
      async addresses() {
        const rows = await db
          .selectFrom('addressee')
          .select('email_key')
          .where('customer_id', '=', customerId)
          .where('campaign_id', '=', campaignId)
          .orderBy('email_key')
          .execute();
        return rows.map((row) => row.email_key);
      },
    };
  }

  test('who is frozen before its end is found, and later nobody is', async () => {
    const { freeze, freezeAll, erase, addresses } = await setUp();
    let late: Promise<unknown> | undefined;
    await erase(GONE, async () => {
      late = freeze();
      if (isServer) await late;
    });
    await late;
    await freezeAll();
    assert.deepEqual(await addresses(), ['u1@example.com']);
  });

  test('it waits for a freeze that has begun', async () => {
    const { db, freeze, freezeAll, erase, addresses } = await setUp();
    let erased: Promise<unknown> | undefined;
    await inTransaction(db, async (tx) => {
      assert.ok(await freeze(tx));
      erased = erase();
      if (isServer) await untilWaiting(db, 'the erasure waits');
    });
    await erased;
    await freezeAll();
    assert.deepEqual(await addresses(), ['u1@example.com']);
  });

  test('a claim of who has another address meanwhile waits for it, and mails nobody who is gone', async () => {
    const { db, customerId, campaignId, freezeAll, erase, addresses } = await setUp();
    await freezeAll();
    const changed = { email: 'new@example.com', email_key: 'new@example.com', updated_at: NOW };
    await db
      .updateTable('subscriber')
      .set(changed)
      .where('customer_id', '=', customerId)
      .where('email_key', '=', GONE)
      .execute();
    const lease = await registerWorker(db);
    const work = { leaseId: lease.id, customerId, campaignId, limit: 5, now: NOW };
    let claim: ReturnType<typeof claimBatch> | undefined;
    await erase(changed.email_key, async () => {
      claim = claimBatch(db, { ...work, attempt: nextAttempt() });
      if (isServer) await untilWaiting(db, 'the claim waits');
    });
    const starts = (await claim)?.messages ?? [];
    const begun = await commitTurn(db, lease.id, { outcomes: [], starts }, NOW);
    assert.deepEqual(
      [...begun].map((message) => starts.find(({ id }) => id === message.id)?.address),
      ['u1@example.com'],
    );
    assert.deepEqual(await addresses(), ['u1@example.com']);
  });
});
