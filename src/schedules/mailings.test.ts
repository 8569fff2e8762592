// Whatever people mean by a campaign is all of its A/B test, on both engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { followedBy, join, look, seedAutoresponder } from '../../test/support/autoresponders.ts';
import { assertCountersAreRows, type Seed, seedCampaign, seedList } from '../../test/support/delivery-rows.ts';
import { putMessage } from '../../test/support/ledger.ts';
import { indexesOf } from '../../test/support/plans.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { followedCampaigns } from '../campaigns/autoresponder/follow.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { compileSegment } from '../segments/compile.ts';
import { knownLinks } from '../segments/queries.ts';
import { type CampaignCondition, definitionColumns } from '../segments/rules.ts';
import type { Db } from '../storage/db.ts';
import { waitingFor } from './followed-events.ts';

const HASH = 'ab'.repeat(32);

eachEngine('mailings', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  /** A campaign in two variants and the rest, with a person each, who opened and clicked. */
  async function mailing(seed: Seed, number: number) {
    const first = await seedCampaign(db, seed, { number });
    const others = [1, 2].map((n) => seedCampaign(db, seed, { number: number + n, test_of: first }));
    const campaigns = [first, ...(await Promise.all(others))];
    const people: number[] = [];
    for (const [n, campaign_id] of campaigns.entries()) {
      const subscriber_id = await join(db, seed, 2_000);
      const at = 10_000 * (n + 1);
      const of = { customer_id: seed.customerId, campaign_id, subscriber_id };
      await putMessage(db, {
        ...of,
        state: 'accepted',
        finished_at: at,
        opened_at: at + 1_000,
        clicked_at: at + 2_000,
      });
      const link = {
        customer_id: seed.customerId,
        campaign_id,
        hash: HASH,
        sha1: HASH.slice(0, 40),
        url: 'https://example.com/',
      };
      const { id } = await db.insertInto('campaign_link').values(link).returning('id').executeTakeFirstOrThrow();
      const event = { ...of, ip_address: null, user_agent: null };
      await db
        .insertInto('open')
        .values({ ...event, at: at + 1_000 })
        .execute();
      await db
        .insertInto('click')
        .values({ ...event, at: at + 2_000, link_id: id })
        .execute();
      people.push(subscriber_id);
    }
    return { campaigns, people };
  }

  const segmentOf = (seed: Seed, one: Partial<CampaignCondition>, match: 'all' | 'none' = 'all') => {
    const condition = { action: 'open', comparison: 'gte', value: 0, unit: 'day', campaignNumber: 10, ...one } as const;
    const group = { conditions: [], campaignConditions: [], dateConditions: [], groups: [] };
    const within = { ...group, match, campaignConditions: [condition] };
    const own = { customer_id: seed.customerId, time_zone: 'UTC' };
    return compileSegment(
      db,
      { ...own, ...definitionColumns({ ...group, match: 'all', groups: [within] }) },
      [],
      HOUR_MS,
    );
  };

  async function members(seed: Seed, one: Partial<CampaignCondition>, match?: 'all' | 'none'): Promise<number[]> {
    const rows = db.selectFrom('subscriber').select('id').where('customer_id', '=', seed.customerId);
    return (
      await rows
        .where(segmentOf(seed, one, match))
        .orderBy('id')
        .execute()
    ).map(({ id }) => id);
  }

  test('a segment means the whole A/B test, whichever part it names', async () => {
    const seed = await seedList(db);
    const { people, campaigns } = await mailing(seed, 10);
    await mailing(await seedList(db), 10); // of another customer
    const other = await join(db, seed, 2_000);
    for (const campaignNumber of [10, 11, 12]) {
      for (const action of ['open', 'click', 'sent'] as const) {
        assert.deepEqual(await members(seed, { campaignNumber, action }), people);
        assert.deepEqual(await members(seed, { campaignNumber, action: `not-${action}` }), [other]);
        assert.deepEqual(await members(seed, { campaignNumber, action }, 'none'), [other]);
      }
      for (const link of [HASH, HASH.slice(0, 40)]) {
        assert.deepEqual(await members(seed, { campaignNumber, action: 'click', link }), people);
        assert.equal((await knownLinks(db, seed.customerId, [{ campaignNumber, hash: link }])).length, 1);
      }
    }
    const set = (id: number, values: object) => db.updateTable('campaign').set(values).where('id', '=', id).execute();
    const rest = campaigns[2] as number;
    await set(rest, { details_removed_at: 1 });
    assert.deepEqual(await members(seed, { action: 'not-open' }), [], 'who opened the rest is not known');
    await set(rest, { details_removed_at: null, status: 'pending-delete' });
    assert.deepEqual(await members(seed, {}), people.slice(0, 2));
    assert.deepEqual(await members(seed, { campaignNumber: 12 }), []);
  });

  test('an autoresponder follows the whole A/B test, in the order of events, and each person once', async () => {
    for (const [event, from, named] of [
      ['open', 1_000, 'AFTER-CAMPAIGN-OPEN'],
      ['sent', 0, 'AFTER-CAMPAIGN-SENT'],
    ] as const) {
      const seed = await seedList(db);
      const { people, campaigns } = await mailing(seed, 20);
      const options = {
        ...({ autoresponder_event: named, autoresponder_include_current: 'yes' } as const),
        ...({ autoresponder_time_value: 1, autoresponder_time_unit: 'hour' } as const),
        [`autoresponder_${event}_campaign_id`]: 21,
      };
      const id = await seedAutoresponder(db, seed, options);
      const followed = { event, campaignNumber: 21 } as const;
      const [campaignIds = []] = await followedCampaigns(db, [{ customerId: seed.customerId, followed }]);
      assert.deepEqual(campaignIds.toSorted(), campaigns.toSorted());
      const waits = async (at: number) => {
        const place = { after: { at, id: 0 }, soon: 25_000, includesImported: true };
        const of = { campaignId: id, customerId: seed.customerId, listId: seed.listId };
        return (await waitingFor(db, [{ ...of, ...place, followed: { event, campaignIds } }], 2)).get(id);
      };
      assert.deepEqual(await waits(0), { people: 2, soon: 2, first: 10_000 + from, last: 30_000 + from, isMore: true });
      assert.equal((await waits(25_000))?.people, 1);
      await look(db, HOUR_MS + 20_000 + from - 1, { chunk: 1 });
      assert.deepEqual(await followedBy(db, id), people.slice(0, 1));
      await look(db, HOUR_MS + 20_000 + from, { chunk: 1 });
      assert.deepEqual(await followedBy(db, id), people.slice(0, 2));
      await look(db, 2 * HOUR_MS, { chunk: 1 });
      assert.deepEqual(await followedBy(db, id), people);
      await look(db, 3 * HOUR_MS);
      assert.deepEqual(await followedBy(db, id), people);
      await assertCountersAreRows(db, id);
      await db.updateTable('campaign').set({ status: 'paused' }).where('id', '=', id).execute();
    }
  });

  test('both are looked up by indexes', async (t) => {
    if (engine.name !== 'sqlite') return t.skip('its plans are of another kind');
    const seed = await seedList(db);
    const asked = (on: Db) =>
      on
        .selectFrom('subscriber')
        .select('id')
        .where('customer_id', '=', seed.customerId)
        .where('list_id', '=', seed.listId)
        .where('status', '=', 'confirmed')
        .where(segmentOf(seed, {}))
        .execute();
    const steps = [
      ...(await indexesOf(db, asked)),
      ...(await indexesOf(db, (on) =>
        followedCampaigns(on, [{ customerId: 1, followed: { event: 'open', campaignNumber: 10 } }]),
      )),
    ];
    const reads = steps.filter((step) => /SCAN (?!w\b|json|CONSTANT)/.test(step));
    assert.deepEqual(reads, [], steps.join(' | '));
    for (const index of ['open_subscriber', 'campaign_test']) assert.ok(steps.includes(index), steps.join(' | '));
  });
});
