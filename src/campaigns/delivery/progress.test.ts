import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import {
  campaignOf,
  countersOf,
  type Seed,
  seedCampaign,
  seedList,
  seedMessages,
  seedSubscribers,
} from '../../../test/support/delivery-rows.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { statementsOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { removeMessagesOf } from '../../messages/remove.ts';
import type { Db } from '../../storage/db.ts';
import type { CampaignUpdate, NewCampaign } from '../../storage/tables.ts';
import { removeEventsOf } from '../../tracking/remove.ts';
import { removeCampaign } from '../remove.ts';
import { STATUSES, TRANSITIONS } from '../rules.ts';
import {
  campaignsDue,
  finishCampaign,
  moveFreeze,
  nextCampaignAt,
  pauseSwitchedOff,
  runningCampaigns,
  startCampaign,
} from './progress.ts';

eachEngine('how campaigns go on', (engine) => {
  let db: Db;
  let seed: Seed;
  const opened = suiteStore(engine);
  before(async () => {
    ({ db } = opened());
    seed = await seedList(db);
    await seedSubscribers(db, seed, 3);
  });

  const add = (given: Partial<NewCampaign> = {}) => seedCampaign(db, seed, given);
  const set = async (id: number, values: CampaignUpdate) => {
    await db.updateTable('campaign').set(values).where('id', '=', id).execute();
  };
  const statusOf = async (id: number) => (await campaignOf(db, id)).status;
  const isDue = async (id: number, at: number) =>
    (await campaignsDue(db, at, 1000)).some((campaign) => campaign.id === id);
  const isRunning = async (id: number, at: number) =>
    (await runningCampaigns(db, at)).some((campaign) => campaign.id === id);

  test('the next of the scheduled campaigns is known', async () => {
    await add({ status: 'draft', send_at: 9_000_001 });
    const [later, next] = [await add({ send_at: 9_000_003 }), await add({ send_at: 9_000_002 })];
    assert.equal(await nextCampaignAt(db, 9_000_000), 9_000_002);
    assert.equal(await nextCampaignAt(db, 9_000_002), 9_000_003);
    assert.equal(await nextCampaignAt(db, 9_000_003), undefined);
    for (const id of [later, next]) await set(id, { status: 'draft' });
    assert.equal(await nextCampaignAt(db, 9_000_000), undefined);
  });

  test('a campaign that waits is not due; one that a clock far ahead made wait is', async () => {
    const id = await add({ send_at: 5_000 });
    for (const [until, isNow] of [
      [6_000, true],
      [6_001, false],
      [6_000 + HOUR_MS, false],
      [6_000 + DAY_MS, true],
    ] as const) {
      await set(id, { waits_until: until });
      assert.equal(await isDue(id, 6_000), isNow, `until ${until}`);
    }
    await set(id, { status: 'draft' });
  });

  test('a campaign starts at its time, in two states only', async () => {
    for (const status of STATUSES) {
      const id = await add({ status, send_at: 5_000 });
      assert.deepEqual(
        [await isDue(id, 4_999), await startCampaign(db, { id: id, customer_id: seed.customerId }, 4_999)],
        [false, false],
        status,
      );
      const starts = TRANSITIONS.start.from.some((from) => from === status);
      assert.equal(await isDue(id, 5_000), starts, status);
      assert.equal(await startCampaign(db, { id: id, customer_id: seed.customerId }, 5_000), starts, status);
      assert.equal(await statusOf(id), starts ? 'processing' : status);
      assert.equal(await startCampaign(db, { id: id, customer_id: seed.customerId }, 5_001), false, 'once');
    }
  });

  test('the first start decides on the audience; a resumed one goes on', async () => {
    const id = await add();
    await startCampaign(db, { id: id, customer_id: seed.customerId }, 2_000);
    const begun = await campaignOf(db, id);
    const last = await db
      .selectFrom('subscriber')
      .select((s) => s.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    assert.deepEqual([begun.started_at, begun.freeze_until_id, begun.freeze_done], [2_000, last.id, 0]);
    await set(id, { status: 'sending' }); // paused and unpaused
    await seedSubscribers(db, seed, 1, { from: 100 + id });
    assert.ok(await isDue(id, 3_000));
    assert.ok(await startCampaign(db, { id: id, customer_id: seed.customerId }, 3_000));
    assert.deepEqual({ ...(await campaignOf(db, id)) }, { ...begun });
    await set(id, { status: 'pending-sending', freeze_done: 1 }); // rescheduled by an update while it was paused
    assert.ok(await startCampaign(db, { id: id, customer_id: seed.customerId }, 3_000));
    assert.deepEqual([await statusOf(id), await isDue(id, 3_000)], ['sending', false]);
  });

  test('an autoresponder is sending, and stays', async () => {
    const id = await add({ type: 'autoresponder' });
    assert.ok(await startCampaign(db, { id: id, customer_id: seed.customerId }, 2_000));
    const { status, started_at, freeze_until_id } = await campaignOf(db, id);
    assert.deepEqual([status, started_at, freeze_until_id], ['sending', null, null], 'who follows decides when');
    assert.deepEqual([await isDue(id, 3_000), await isRunning(id, 3_000)], [false, false]);
    assert.deepEqual(
      [
        await startCampaign(db, { id: id, customer_id: seed.customerId }, 3_000),
        await finishCampaign(db, { id: id, customer_id: seed.customerId }, 3_000),
      ],
      [false, false],
    );
  });

  test('the freeze moves on only as it was read', async () => {
    const id = await add();
    await startCampaign(db, { id: id, customer_id: seed.customerId }, 2_000);
    const read = await campaignOf(db, id);
    const move = (campaign: typeof read, to: { list: 0; afterId: number; done: boolean }) =>
      db.transaction().execute((tx) => moveFreeze(tx, campaign, to));
    assert.ok(await move(read, { list: 0, afterId: 1, done: false }));
    assert.equal(await move(read, { list: 0, afterId: 1, done: false }), false, 'another node was there before');
    const next = await campaignOf(db, id);
    await set(id, { status: 'paused' });
    assert.equal(await move(next, { list: 0, afterId: 2, done: true }), false);
    await set(id, { status: 'processing' });
    assert.ok(await move(next, { list: 0, afterId: 2, done: true }));
    const { status, freeze_done, freeze_after_id } = await campaignOf(db, id);
    assert.deepEqual([status, freeze_done, freeze_after_id], ['sending', 1, 2]);
  });

  test('it finishes when nothing is left to do', async () => {
    const id = await add({ status: 'sending', freeze_until_id: 9, freeze_done: 1 });
    await seedMessages(db, seed, id);
    const { audience } = await countersOf(db, id);
    const count = (accepted: number, rejected: number, uncertain: number, skipped: number) =>
      setCounters(db, id, { accepted, rejected, uncertain, skipped });
    assert.ok(await isRunning(id, 2_000));
    assert.equal(await finishCampaign(db, { id: id, customer_id: seed.customerId }, 2_000), false);
    await count(audience - 3, 1, 1, 1);
    for (const values of [
      { status: 'paused' },
      { status: 'processing' },
      { status: 'sending', freeze_done: 0 as const },
    ]) {
      await set(id, values);
      assert.equal(await finishCampaign(db, { id: id, customer_id: seed.customerId }, 2_000), false);
    }
    await set(id, { status: 'sending', freeze_done: 1 });
    assert.ok(await finishCampaign(db, { id: id, customer_id: seed.customerId }, 2_000));
    assert.deepEqual([await statusOf(id), (await campaignOf(db, id)).finished_at], ['sent', 2_000]);
    assert.deepEqual(
      [await finishCampaign(db, { id: id, customer_id: seed.customerId }, 2_001), await isRunning(id, 2_001)],
      [false, false],
    );
  });

  test('one that was put off while it was paused waits', async () => {
    const id = await add({ status: 'sending', freeze_until_id: 9, freeze_done: 1, send_at: 9_000 });
    assert.deepEqual([await isRunning(id, 8_999), await isRunning(id, 9_000)], [false, true]);
  });

  test('a customer that is switched off sends nothing', async () => {
    const off = await seedList(db);
    const [waiting, running] = [
      await seedCampaign(db, off),
      await seedCampaign(db, off, { status: 'processing', freeze_until_id: 9 }),
    ];
    const untouched = await add({ status: 'processing', freeze_until_id: 9 });
    await db.updateTable('customer').set({ status: 'inactive' }).where('id', '=', off.customerId).execute();
    assert.equal(await startCampaign(db, { id: waiting, customer_id: off.customerId }, 2_000), false);
    await pauseSwitchedOff(db, 2_000);
    assert.deepEqual(
      [await statusOf(waiting), await statusOf(running), await statusOf(untouched)],
      ['paused', 'paused', 'processing'],
    );
  });

  test('a campaign of a removed list is paused instead of started', async () => {
    const other = await seedList(db);
    const id = await seedCampaign(db, other);
    await db.updateTable('list').set({ status: 'pending-delete' }).where('id', '=', other.listId).execute();
    assert.deepEqual(
      [await startCampaign(db, { id: id, customer_id: other.customerId }, 2_000), await statusOf(id)],
      [false, 'paused'],
    );
  });

  test('a deleted campaign goes in chunks and leaves nothing', async () => {
    await db.updateTable('campaign').set({ status: 'sent' }).where('status', '=', 'pending-delete').execute();
    const [id, stays] = [await add({ status: 'pending-delete' }), await add({ status: 'sent' })];
    const own = { customer_id: seed.customerId, campaign_id: id };
    for (const campaign of [id, stays]) await seedMessages(db, seed, campaign);
    const event = { ...own, subscriber_id: 1, ip_address: null, user_agent: null, at: 1 };
    await db.insertInto('open').values([event, event, event]).execute();
    await db
      .insertInto('click')
      .values({ ...event, link_id: 1 })
      .execute();
    await db
      .insertInto('unsubscribe')
      .values({ ...event, reason: '', note: '' })
      .execute();
    await db
      .insertInto('campaign_link')
      .values({ ...own, hash: 'h', url: 'u' })
      .execute();
    await db
      .insertInto('blob')
      .values({ hash: 'b', media_type: 'image/png', size: 0, content: new Uint8Array(), created_at: 1 })
      .execute();
    await db
      .insertInto('campaign_file')
      .values({ customer_id: seed.customerId, campaign_id: id, path: 'p', hash: 'b', media_type: 'image/png' })
      .execute();
    let rounds = 0;
    while (await removeCampaign(db, 2, [removeMessagesOf, removeEventsOf])) rounds++;
    assert.ok(rounds > 4, String(rounds));
    const tables = [
      'message',
      'open',
      'click',
      'unsubscribe',
      'campaign_link',
      'campaign_file',
      'campaign_counter',
    ] as const;
    for (const table of tables) {
      const rows = await db.selectFrom(table).select('campaign_id').where('campaign_id', '=', id).execute();
      assert.equal(rows.length, 0, table);
    }
    assert.equal((await db.selectFrom('campaign').select('id').where('id', '=', id).execute()).length, 0);
    assert.ok((await countersOf(db, stays)).audience > 0);
    assert.equal(await statusOf(stays), 'sent');
  });

  if (engine.name === 'sqlite') {
    test('the engine’s questions are answered from the small indexes', async () => {
      const plans: string[] = [];
      const explained = async (question: (db: Db) => Promise<unknown>) => {
        for (const { sql: text, parameters } of await statementsOf(db, question)) {
          const filled = parameters.reduce<string>((done, value) => done.replace('?', String(value)), text);
          const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${filled}`).execute(db);
          plans.push(...rows.map((row) => row.detail));
        }
      };
      await explained((listening) => campaignsDue(listening, 5_000));
      await explained((listening) => runningCampaigns(listening, 5_000));
      await explained((listening) => nextCampaignAt(listening, 5_000));
      const indexes = plans.map((plan) => /USING (?:COVERING )?INDEX (\w+)/.exec(plan)?.[1] ?? plan);
      assert.deepEqual(indexes, ['campaign_due', 'campaign_resumed', 'campaign_running', 'campaign_due']);
    });
  }
});
