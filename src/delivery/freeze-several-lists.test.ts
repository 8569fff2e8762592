// The audience of a campaign to several lists: each address once, whatever changes meanwhile.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  campaignOf,
  countersOf,
  type Seed,
  seedCampaign,
  seedList,
  seedSubscribers,
} from '../../test/support/delivery-rows.ts';
import { putMessage } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { startCampaign } from '../campaigns/delivery/progress.ts';
import type { Db } from '../storage/db.ts';
import { idsIn } from '../storage/id-lists.ts';
import { openSlices } from '../storage/slices.ts';
import { freezeChunk } from './freeze.ts';

const NOW = 10_000;
const LISTS = 3;
const STATUSES = ['confirmed', 'confirmed', 'confirmed', 'unconfirmed', 'unsubscribed'] as const;

/** Somebody on a list, by the number in the address. */
type Membership = { n: number; list: number; status: string };

const memberships = fc
  .uniqueArray(
    fc.record({
      n: fc.integer({ min: 0, max: 9 }),
      list: fc.integer({ min: 0, max: LISTS - 1 }),
      status: fc.constantFrom(...STATUSES),
    }),
    { maxLength: 28, selector: ({ n, list }) => `${n} ${list}` },
  )
  .chain((rows) => fc.shuffledSubarray(rows, { minLength: rows.length }));

eachEngine('freezing the audience of several lists', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function started(rows: readonly Membership[]): Promise<{ campaignId: number; seeds: Seed[] }> {
    const first = await seedList(db);
    const seeds = [first];
    while (seeds.length < LISTS) seeds.push(await seedList(db, 1_000, first.customerId));
    for (const { n, list, status } of rows)
      await seedSubscribers(db, seeds[list] ?? first, 1, { from: n, statusOf: () => status });
    const further_lists = seeds.slice(1).map(({ listId }) => listId);
    const campaignId = await seedCampaign(db, first, { further_lists: further_lists.join(',') });
    assert.ok(await startCampaign(db, { id: campaignId, customer_id: first.customerId }, NOW));
    return { campaignId, seeds };
  }

  async function freeze(campaignId: number, size: number, between: () => Promise<void> = async () => {}) {
    for (;;) {
      const chunks = openSlices({ least: size, first: size, most: size });
      const frozen = await freezeChunk(db, await campaignOf(db, campaignId), chunks);
      assert.ok(frozen);
      if (frozen.done) return;
      await between();
    }
  }

  /** The frozen ones, as "list:address". */
  async function audienceOf(campaignId: number, seeds: readonly Seed[]): Promise<string[]> {
    const customerId = seeds[0]?.customerId;
    const { rows } = await sql<{ list_id: number; email: string }>`select subscriber.list_id, subscriber.email
      from batch, ${idsIn(db, 'batch.ids')}, subscriber where batch.customer_id = ${customerId}
        and batch.campaign_id = ${campaignId} and subscriber.customer_id = ${customerId}
        and subscriber.id = listed.value`.execute(db);
    return rows.map(({ list_id, email }) => {
      const list = seeds.findIndex(({ listId }) => listId === Number(list_id));
      return `${list}:${email.slice(1, email.indexOf('@'))}`;
    });
  }

  test('each address is in it once, through the first list where it may, and the counts add up', async () => {
    const property = fc.asyncProperty(memberships, fc.integer({ min: 1, max: 9 }), async (rows, chunk) => {
      const { campaignId, seeds } = await started(rows);
      await freeze(campaignId, chunk);
      const confirmed = rows.filter(({ status }) => status === 'confirmed').toSorted((a, b) => a.list - b.list);
      const expected = [...Map.groupBy(confirmed, ({ n }) => n).values()].map(
        ([first]) => `${first?.list}:${first?.n}`,
      );
      assert.deepEqual((await audienceOf(campaignId, seeds)).toSorted(), expected.toSorted());
      const counters = await countersOf(db, campaignId);
      const of = (wanted: string) => rows.filter(({ status }) => status === wanted).length;
      const { audience, left_duplicate, left_unconfirmed, left_unsubscribed, left_segment } = counters;
      assert.deepEqual(
        { audience, left_duplicate, left_unconfirmed, left_unsubscribed, left_segment },
        {
          audience: expected.length,
          left_duplicate: confirmed.length - expected.length,
          left_unconfirmed: of('unconfirmed'),
          left_unsubscribed: of('unsubscribed'),
          left_segment: 0,
        },
      );
    });
    await fc.assert(property, { numRuns: engine.name === 'sqlite' ? 40 : 8 });
  });

  test('also when people come, go and are removed between its parts', async () => {
    const change = fc.record({ n: fc.integer({ min: 0, max: 9 }), list: fc.integer({ min: 0, max: LISTS - 1 }) });
    const changes = fc.array(fc.tuple(change, fc.constantFrom('confirmed', 'unsubscribed', 'removed')), {
      maxLength: 14,
    });
    const property = fc.asyncProperty(
      memberships,
      fc.integer({ min: 1, max: 4 }),
      changes,
      async (rows, chunk, later) => {
        const { campaignId, seeds } = await started(rows);
        const left = [...later];
        const touched = new Set<string>();
        const taken = new Set<string>();
        await freeze(campaignId, chunk, async () => {
          for (const one of await audienceOf(campaignId, seeds)) taken.add(one);
          const [which, to] = left.shift() ?? [];
          if (!which || !to) return;
          touched.add(`${which.list}:${which.n}`);
          const row = {
            customer: seeds[0]?.customerId,
            list: seeds[which.list]?.listId,
            email: `u${which.n}@example.com`,
          };
          const of = sql`customer_id = ${row.customer} and list_id = ${row.list} and email_key = ${row.email}`;
          if (to === 'removed') await sql`delete from subscriber where ${of}`.execute(db);
          else await sql`update subscriber set status = ${to} where ${of}`.execute(db);
        });
        for (const one of await audienceOf(campaignId, seeds)) taken.add(one);
        const addresses = [...taken].map((one) => one.split(':')[1] ?? '');
        assert.equal(new Set(addresses).size, addresses.length, `twice among ${[...taken]}`);
        // Who was confirmed on some list all the time is in it, whatever happened on the others.
        for (const { n, list, status } of rows)
          if (status === 'confirmed' && !touched.has(`${list}:${n}`))
            assert.ok(addresses.includes(`${n}`), `${n} is missing`);
      },
    );
    await fc.assert(property, { numRuns: engine.name === 'sqlite' ? 60 : 8 });
  });

  test('who has a message through another list already gets none, and a list that was removed gets nothing', async () => {
    const rows = [
      { n: 1, list: 0, status: 'confirmed' },
      { n: 1, list: 1, status: 'confirmed' },
      { n: 2, list: 1, status: 'confirmed' },
      { n: 3, list: 2, status: 'confirmed' },
    ];
    const { campaignId, seeds } = await started(rows);
    const [first, second, third] = seeds;
    assert.ok(first && second && third);
    const twin = await db
      .selectFrom('subscriber')
      .select('id')
      .where('customer_id', '=', first.customerId)
      .where('list_id', '=', second.listId)
      .where('email', '=', 'u1@example.com')
      .executeTakeFirstOrThrow();
    const of = { customer_id: first.customerId, campaign_id: campaignId, subscriber_id: twin.id };
    await putMessage(db, { ...of, state: 'accepted', attempts: 1, finished_at: 0 });
    await sql`update list set status = 'pending-delete' where customer_id = ${first.customerId}
      and id = ${third.listId}`.execute(db);
    await freeze(campaignId, 10);
    assert.deepEqual(await audienceOf(campaignId, seeds), ['1:2']);
    const { freeze_list, freeze_done } = await campaignOf(db, campaignId);
    assert.deepEqual([freeze_list, freeze_done], [2, 1]);
  });
});
