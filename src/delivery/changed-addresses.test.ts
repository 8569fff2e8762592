// Addresses that change while a campaign to several lists is frozen and sent: each gets it once.
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
import { nextAttempt, outcome } from '../../test/support/delivery-turns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { startCampaign } from '../campaigns/delivery/progress.ts';
import { registerWorker } from '../coordination/lease.ts';
import { claimBatch } from '../messages/claim.ts';
import type { Db } from '../storage/db.ts';
import { openSlices } from '../storage/slices.ts';
import { freezeChunk } from './freeze.ts';
import { commitTurn } from './record.ts';

const NOW = 10_000;
const LISTS = 3;

/** Somebody on a list, by the number in the address when the campaign begins. */
type Place = { n: number; list: number };
/** `freeze` a chunk, `mail` a batch, or change somebody's address. */
type Step = 'freeze' | 'mail' | { who: Place; to: number };

const place = fc.record({ n: fc.integer({ min: 0, max: 5 }), list: fc.integer({ min: 0, max: LISTS - 1 }) });
const people = fc.uniqueArray(place, { minLength: 2, maxLength: 12, selector: ({ n, list }) => `${n} ${list}` });
const steps = fc.array(
  fc.oneof(
    fc.constant<Step>('freeze'),
    fc.constant<Step>('mail'),
    fc.record({ who: place, to: fc.integer({ min: 0, max: 7 }) }),
  ),
  { minLength: 6, maxLength: 24 },
);

const addressOf = (n: number) => `u${n}@example.com`;

eachEngine('changed addresses and several lists', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function begun(rows: readonly Place[]) {
    const first = await seedList(db);
    const seeds: Seed[] = [first];
    while (seeds.length < LISTS) seeds.push(await seedList(db, 1_000, first.customerId));
    const ids = new Map<string, number>();
    for (const { n, list } of rows) {
      const seed = seeds[list] ?? first;
      await seedSubscribers(db, seed, 1, { from: n });
      const { rows: found } = await sql<{ id: number }>`select id from subscriber
        where customer_id = ${seed.customerId} and list_id = ${seed.listId} and email_key = ${addressOf(n)}`.execute(
        db,
      );
      ids.set(`${n} ${list}`, Number(found[0]?.id));
    }
    const further_lists = seeds.slice(1).map(({ listId }) => listId);
    const campaignId = await seedCampaign(db, first, { further_lists: further_lists.join(',') });
    const { customerId } = first;
    assert.ok(await startCampaign(db, { id: campaignId, customer_id: customerId }, NOW));
    const lease = await registerWorker(db);
    const mailed: { id: number; address: string }[] = [];
    return {
      campaignId,
      mailed,
      async freeze(size = 2): Promise<boolean> {
        const campaign = await campaignOf(db, campaignId);
        if (campaign.freeze_done === 1) return false;
        assert.ok(await freezeChunk(db, campaign, openSlices({ least: size, first: size, most: size })));
        return true;
      },
      async mail(): Promise<boolean> {
        const work = { leaseId: lease.id, attempt: nextAttempt(), customerId, campaignId, limit: 5, now: NOW };
        const claimed = await claimBatch(db, work);
        const messages = claimed?.messages ?? [];
        await commitTurn(db, lease.id, { outcomes: [], starts: messages }, NOW);
        mailed.push(...messages.map(({ subscriberId: id, address }) => ({ id, address })));
        const outcomes = messages.map((message) => outcome(message, 'accepted'));
        const closes = messages.slice(0, 1).flatMap(({ batch }) => (batch ? [batch] : []));
        await commitTurn(db, lease.id, { outcomes, starts: [], closes }, NOW);
        return (claimed?.taken ?? 0) > 0;
      },
      /** @returns whether it changed: nobody else on the list may have the address */
      async change({ n, list }: Place, to: number): Promise<number | undefined> {
        const id = ids.get(`${n} ${list}`);
        if (id === undefined) return undefined;
        const email = addressOf(to);
        const done = await sql`update subscriber set email = ${email}, email_key = ${email}
          where customer_id = ${customerId} and id = ${id} and not exists (select 1 from subscriber as other
            where other.customer_id = ${customerId} and other.list_id = subscriber.list_id
              and other.email_key = ${email})`.execute(db);
        return done.numAffectedRows === 1n ? id : undefined;
      },
      idOf: ({ n, list }: Place) => Number(ids.get(`${n} ${list}`)),
    };
  }

  const addressesOf = (mailed: readonly { address: string }[]) => mailed.map(({ address }) => address).toSorted();

  test('an address that is changed to one that is frozen already gets no second mail', async () => {
    const { campaignId, freeze, mail, change, mailed } = await begun([
      { n: 1, list: 0 },
      { n: 2, list: 1 },
      { n: 3, list: 2 },
    ]);
    await freeze(); // the first list
    await change({ n: 2, list: 1 }, 1); // before its list is frozen
    while (await freeze());
    await change({ n: 3, list: 2 }, 1); // after it was
    while (await mail());
    assert.deepEqual(addressesOf(mailed), [addressOf(1)]);
    const { audience, accepted, skipped, left_duplicate } = await countersOf(db, campaignId);
    assert.deepEqual(
      { audience, accepted, skipped, left_duplicate },
      { audience: 2, accepted: 1, skipped: 1, left_duplicate: 1 },
    );
    const { rows } = await sql<{ reason: string }>`select reason from message
      where campaign_id = ${campaignId} and state = 'skipped'`.execute(db);
    assert.deepEqual(
      rows.map(({ reason }) => reason),
      ['duplicate'],
    );
  });

  test('also when whoever was mailed at it has another one by then', async () => {
    const { freeze, mail, change, mailed } = await begun([
      { n: 1, list: 0 },
      { n: 2, list: 1 },
    ]);
    while (await freeze());
    await mail();
    await change({ n: 1, list: 0 }, 5);
    await change({ n: 2, list: 1 }, 1);
    while (await mail());
    assert.deepEqual(addressesOf(mailed), [addressOf(1)]);
  });

  test('two who exchange their addresses both get it, on one list or on two', async () => {
    for (const list of [0, 1]) {
      const { freeze, mail, change, mailed } = await begun([
        { n: 1, list: 0 },
        { n: 2, list },
        { n: 3, list: 2 },
      ]);
      while (await freeze());
      await change({ n: 1, list: 0 }, 7);
      await change({ n: 2, list }, 1);
      await change({ n: 1, list: 0 }, 2);
      while (await mail());
      assert.deepEqual(addressesOf(mailed), [addressOf(1), addressOf(2), addressOf(3)], `${list}`);
    }
  });

  test('whatever changes when, nobody gets two, and who changed nothing gets one', async () => {
    const property = fc.asyncProperty(people, steps, async (rows, todo) => {
      const { freeze, mail, change, mailed, idOf } = await begun(rows);
      const changed = new Set<number>();
      const targets = new Set<string>();
      for (const step of todo) {
        if (step === 'freeze') await freeze();
        else if (step === 'mail') await mail();
        else {
          const id = await change(step.who, step.to);
          if (id !== undefined) changed.add(id);
          targets.add(addressOf(step.to));
        }
      }
      while (await freeze());
      while (await mail());
      const addresses = addressesOf(mailed);
      assert.equal(new Set(addresses).size, addresses.length, `an address twice: ${addresses.join(' ')}`);
      const ids = mailed.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, 'somebody twice');
      const moved = rows.filter((row) => changed.has(idOf(row)));
      for (const row of rows) {
        const others = moved.some(({ n }) => n === row.n) || targets.has(addressOf(row.n));
        if (!changed.has(idOf(row)) && !others) assert.ok(addresses.includes(addressOf(row.n)), `${row.n} got none`);
      }
    });
    await fc.assert(property, { numRuns: engine.name === 'sqlite' ? 60 : 8 });
  });
});
