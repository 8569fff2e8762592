// Autoresponders that have nothing to do for long are not looked at until then.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { followedBy, join, look, lookAt, seedAutoresponder } from '../../test/support/autoresponders.ts';
import { seedList } from '../../test/support/delivery-rows.ts';
import { indexesOf } from '../../test/support/plans.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { autorespondersUnderWay, restFollowers, wakeFollowers } from '../campaigns/autoresponder/follow.ts';
import { followTimeZone } from '../campaigns/autoresponder/follow-time-zone.ts';
import type { CampaignOptions } from '../campaigns/options.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { areEventsDue, followEvents } from './autoresponders.ts';

const aDay = { autoresponder_time_unit: 'day', autoresponder_time_value: 1 } as const;
const at = Date.UTC(2026, 10, 10);

eachEngine('autoresponders at rest', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });
  const seeded = async (options: Partial<CampaignOptions> = aDay) => {
    const seed = await seedList(db);
    const id = await seedAutoresponder(db, seed, options, { started_at: at, followed_at: at });
    return { seed, id, isAwake: async (when: number) => (await awake(when)).includes(id) };
  };
  const awake = async (when: number) => (await autorespondersUnderWay(db, when)).map(({ id }) => id);

  test('are those whose events can be due in hours at the soonest', async () => {
    const [daily, hourly, atOnce] = [
      await seeded(),
      await seeded({ autoresponder_time_unit: 'hour', autoresponder_time_value: 2 }),
      await seeded({ autoresponder_time_unit: 'hour', autoresponder_time_value: 0 }),
    ];
    await look(db, at);
    assert.deepEqual(await awake(at + MINUTE_MS), [atOnce.id]);
    assert.deepEqual(await awake(at + HOUR_MS), [hourly.id, atOnce.id]);
    assert.equal(await daily.isAwake(at + 19 * HOUR_MS), false);
    assert.equal(await daily.isAwake(at + 20 * HOUR_MS), true);
    if (engine.name !== 'sqlite') return;
    assert.equal((await indexesOf(db, (on) => autorespondersUnderWay(on, at)))[0], 'campaign_follows');
  });

  test('send to the millisecond as those that are looked at all the time', async () => {
    const { seed, id, isAwake } = await seeded();
    const people: number[] = [];
    for (let hour = 0; hour < 60; hour += 1) {
      const now = at + hour * HOUR_MS;
      if (hour % 20 === 1) people.push(await join(db, seed, now + 7));
      await look(db, now);
    }
    assert.deepEqual(await followedBy(db, id), people.slice(0, 2));
    const due = at + (41 + 24) * HOUR_MS + 7;
    const clockAt = (now: number) => ({ now: () => now });
    assert.deepEqual([await areEventsDue(db, clockAt(due - 1)), await areEventsDue(db, clockAt(due))], [false, true]);
    await look(db, due);
    assert.deepEqual(await followedBy(db, id), people);
    await followEvents(lookAt(db, due));
    assert.equal(await isAwake(due + HOUR_MS), false, 'nobody waits any more');
  });

  test('are woken by another calendar, and nobody who read them before lets them rest again', async () => {
    const { seed, isAwake } = await seeded();
    await look(db, at);
    await inTransaction(db, (tx) => followTimeZone(tx, seed.customerId, { from: 'UTC', to: 'Asia/Tokyo' }));
    assert.equal(await isAwake(at), true);
    const [campaign] = (await autorespondersUnderWay(db, at)).filter((one) => one.customer_id === seed.customerId);
    assert.ok(campaign);
    await inTransaction(db, (tx) => wakeFollowers(tx, seed.customerId));
    await restFollowers(db, [{ campaign, until: at + DAY_MS }]);
    assert.equal(await isAwake(at), true);
    await look(db, at);
    assert.equal(await isAwake(at), false);
  });

  test('are woken where a clock was put back, and pause with their list', async () => {
    const { seed, id, isAwake } = await seeded();
    await look(db, at + 90 * DAY_MS);
    await look(db, at);
    assert.equal(await isAwake(at + DAY_MS), true);
    await db.updateTable('customer').set({ status: 'inactive' }).where('id', '=', seed.customerId).execute();
    await look(db, at + MINUTE_MS);
    const row = await db.selectFrom('campaign').select('status').where('id', '=', id).executeTakeFirst();
    assert.equal(row?.status, 'paused');
  });
});
