import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  countersOf,
  type Seed,
  seedCampaign,
  seedList,
  seedMessages,
  seedSubscribers,
  subscribersOf,
} from '../../test/support/delivery-rows.ts';
import { changeMessage, setCounters } from '../../test/support/ledger.ts';
import {
  HARD,
  INTERNAL,
  openReturnedMailRows,
  type ReturnedMailRows,
  type SentMessage,
  SOFT,
} from '../../test/support/returned-mail-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import type { Db } from '../storage/db.ts';
import { findTally } from '../storage/tally.ts';
import { BOUNCES } from './record.ts';

const NOBODY = { campaignId: 7, subscriberId: 2 ** 30 };

eachEngine('what comes back', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let seed: Seed;
  let back: ReturnedMailRows;
  before(async () => {
    ({ db } = opened());
    seed = await seedList(db);
    back = openReturnedMailRows(db, seed);
  });

  test('a hard bounce: one row, one count, the address suppressed at once, the subscriber stays', async () => {
    const { subscriber, messages } = await back.messagesTo(['accepted']);
    const [id] = messages as [SentMessage];
    const campaign_id = id.campaignId;
    assert.equal(
      await back.bounce(id, { ...HARD, message: `550 5.1.1\r\nno such user${'x'.repeat(400)}` }),
      'recorded',
    );
    assert.equal(await back.bounce(id, HARD, 8_000), 'known');
    assert.equal(await back.bounce(id, SOFT), 'known');
    const [row, ...more] = await back.bouncesOf(campaign_id);
    assert.deepEqual(more, []);
    assert.deepEqual([row?.type, row?.enhanced, row?.counted, row?.at], ['hard', '5.1.1', 1, 7_000]);
    assert.match(row?.message ?? '', /^550 5\.1\.1 no such userx+…$/);
    assert.equal(row?.message.length, 250);
    assert.deepEqual(await back.counted(campaign_id), { hard: 1, soft: 0, internal: 0, accepted: 1, uncertain: 0 });
    assert.equal(await findTally(db, seed.customerId, BOUNCES, campaign_id), 1);
    const suppression = await back.suppressionOf(subscriber);
    assert.deepEqual(
      [suppression?.reason, suppression?.email, suppression?.created_at],
      ['hard-bounce', subscriber.email, 7_000],
    );
    assert.match(suppression?.detail ?? '', /^550 5\.1\.1 no such user/);
    const after = await db.selectFrom('subscriber').select('status').where('id', '=', subscriber.id).executeTakeFirst();
    assert.equal(after?.status, 'confirmed');
  });

  test('soft and internal ones count and suppress nobody; hard after soft moves the count', async () => {
    const { subscriber, messages } = await back.messagesTo(['accepted', 'accepted']);
    const [first, second] = messages as [SentMessage, SentMessage];
    assert.equal(await back.bounce(first, INTERNAL), 'recorded');
    assert.equal(await back.bounce(second, SOFT), 'recorded');
    assert.equal(await back.suppressionOf(subscriber), undefined);
    assert.equal(await back.bounce(second, HARD), 'recorded');
    assert.deepEqual(await back.counted(second.campaignId), {
      hard: 1,
      soft: 0,
      internal: 0,
      accepted: 1,
      uncertain: 0,
    });
    assert.deepEqual(await back.counted(first.campaignId), {
      hard: 0,
      soft: 0,
      internal: 1,
      accepted: 1,
      uncertain: 0,
    });
    assert.equal((await back.bouncesOf(second.campaignId)).length, 1);
    assert.equal(await findTally(db, seed.customerId, BOUNCES, second.campaignId), 1);
    assert.equal((await back.suppressionOf(subscriber))?.reason, 'hard-bounce');
  });

  test('an uncertain message was accepted; the counters say so in the same transaction', async () => {
    const { messages } = await back.messagesTo(['uncertain', 'uncertain']);
    const [one, two] = messages as [SentMessage, SentMessage];
    assert.equal(await back.bounce(one, SOFT), 'recorded');
    assert.equal(await back.stateOf(one), 'accepted');
    assert.deepEqual(await back.counted(one.campaignId), { hard: 0, soft: 1, internal: 0, accepted: 1, uncertain: 0 });
    assert.equal(await back.complain(two), 'recorded');
    assert.equal(await back.stateOf(two), 'accepted');
    assert.deepEqual(await back.counted(two.campaignId), { hard: 0, soft: 0, internal: 0, accepted: 1, uncertain: 0 });
  });

  test('a bounce that was there before a crash settles the message all the same', async () => {
    const { messages } = await back.messagesTo(['in_flight']);
    const [id] = messages as [SentMessage];
    const campaign_id = id.campaignId;
    assert.equal(await back.bounce(id, SOFT), 'recorded');
    await changeMessage(
      db,
      { customer_id: seed.customerId, campaign_id, subscriber_id: id.subscriberId },
      { state: 'uncertain' },
    );
    await setCounters(db, campaign_id, { uncertain: 1 });
    assert.equal(await back.bounce(id, SOFT), 'known');
    assert.deepEqual(await back.counted(campaign_id), { hard: 0, soft: 1, internal: 0, accepted: 1, uncertain: 0 });
  });

  test('a message that was never accepted: listed and suppressed, but bounces are never more than accepted', async () => {
    for (const state of ['pending', 'claimed', 'deferred', 'rejected'] as const) {
      const { subscriber, messages } = await back.messagesTo([state]);
      const [id] = messages as [SentMessage];
      const campaign_id = id.campaignId;
      assert.equal(await back.bounce(id, HARD), 'recorded', state);
      assert.equal(await back.bounce(id, HARD), 'known', state);
      assert.equal((await back.counted(campaign_id)).hard, 0, state);
      assert.equal(await back.stateOf(id), state);
      assert.equal(await findTally(db, seed.customerId, BOUNCES, campaign_id), 1);
      assert.ok(await back.suppressionOf(subscriber));
      await changeMessage(
        db,
        { customer_id: seed.customerId, campaign_id, subscriber_id: id.subscriberId },
        { state: 'accepted' },
      );
      assert.equal(await back.bounce(id, SOFT), 'recorded', 'it counts once the message is accepted');
      assert.equal(await back.bounce(id, SOFT), 'known');
      assert.equal((await back.counted(campaign_id)).soft, 1);
      assert.equal(await findTally(db, seed.customerId, BOUNCES, campaign_id), 1);
    }
  });

  test('a complaint: once, counted, suppressed in all lists of the customer; the status stays', async () => {
    const { subscriber, messages } = await back.messagesTo(['accepted']);
    const [id] = messages as [SentMessage];
    const campaign_id = id.campaignId;
    assert.deepEqual(await Promise.all([back.complain(id), back.complain(id)]), ['recorded', 'known']);
    assert.equal((await countersOf(db, campaign_id)).complaints, 1);
    const suppression = await back.suppressionOf(subscriber);
    assert.deepEqual([suppression?.reason, suppression?.detail], ['complaint', 'abuse']);
    const after = await db.selectFrom('subscriber').select('status').where('id', '=', subscriber.id).executeTakeFirst();
    assert.equal(after?.status, 'confirmed');
  });

  test('a subscriber who is gone has no address to suppress; a message that is gone nothing at all', async () => {
    const { subscriber, messages } = await back.messagesTo(['accepted', 'accepted']);
    await db.deleteFrom('subscriber').where('id', '=', subscriber.id).execute();
    assert.equal(await back.bounce(messages[0] ?? NOBODY, HARD), 'recorded');
    assert.equal(await back.complain(messages[1] ?? NOBODY), 'recorded');
    assert.equal(await back.suppressionOf(subscriber), undefined);
    assert.equal(await back.bounce(NOBODY, HARD), 'unknown-message');
    assert.equal(await back.complain(NOBODY), 'unknown-message');
  });

  test('reports of one campaign that come at once, each twice, add up', async () => {
    const own = await seedList(db);
    await seedSubscribers(db, own, 20, { prefix: 'crowd-' });
    const campaignId = await seedCampaign(db, own);
    await seedMessages(db, own, campaignId, { state: 'accepted' });
    const rows = (await subscribersOf(db, own)).map(({ id }) => ({ campaignId, subscriberId: id }));
    const reports = [HARD, SOFT, INTERNAL];
    const all = [...rows, ...rows.toReversed()];
    const results = await Promise.all(all.map((name) => back.bounce(name, reports[name.subscriberId % 3] ?? HARD)));
    assert.equal(results.filter((result) => result === 'recorded').length, 20);
    const { hard, soft, internal } = await back.counted(campaignId);
    assert.equal(hard + soft + internal, 20);
    assert.equal(await findTally(db, own.customerId, BOUNCES, campaignId), 20);
  });
});
