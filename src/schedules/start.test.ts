import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { followedBy, join, seedAutoresponder } from '../../test/support/autoresponders.ts';
import {
  campaignOf,
  seedCampaign,
  seedList,
  seedMessages,
  seedSubscribers,
  statesOf,
} from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { trackingLinks } from '../content/links.ts';
import { systemClock } from '../kernel/clock.ts';
import { createLogger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { startSchedules } from './start.ts';

const log = createLogger('silent');
const links = trackingLinks({
  baseUrl: 'http://mail.example.test',
  secret: 'a secret for tests, 32 characters or more',
});

eachEngine('the clock', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  // Without the expiry: a held lease is renewed.
  const clockLeases = () => db.selectFrom('lease').select(['id', 'fence']).where('name', '=', 'clock').execute();

  test('rows of a deleted campaign and of a deleted list are deleted in the background', async () => {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 1_200);
    const [gone, kept] = [await seedCampaign(db, seed, { status: 'paused' }), await seedCampaign(db, seed)];
    await seedMessages(db, seed, gone);
    await seedMessages(db, seed, kept);
    await db.updateTable('campaign').set({ status: 'pending-delete' }).where('id', '=', gone).execute();
    const schedules = startSchedules({ db, clock: systemClock, log, links });
    const count = async (id: number) =>
      (await db.selectFrom('campaign').select('id').where('id', '=', id).execute()).length;
    await until('the campaign is gone', async () => (await count(gone)) === 0);
    assert.deepEqual(await statesOf(db, gone), {});
    assert.deepEqual(await statesOf(db, kept), { pending: 1_200 });
    await db.updateTable('list').set({ status: 'pending-delete' }).where('id', '=', seed.listId).execute();
    await until('the subscribers are gone', async () => {
      const left = await db.selectFrom('subscriber').select('id').where('list_id', '=', seed.listId).limit(1).execute();
      return left.length === 0;
    });
    assert.deepEqual(await statesOf(db, kept), { pending: 1_200 }, 'what was made stays');
    await schedules.stop();
    assert.deepEqual(await clockLeases(), []);
  });

  test('a new subscriber gets a message of an autoresponder', async (t) => {
    const seed = await seedList(db);
    const id = await seedAutoresponder(db, seed);
    const schedules = startSchedules({ db, clock: systemClock, log, links });
    t.after(() => schedules.stop());
    await until('it has started', async () => (await campaignOf(db, id)).followed_at !== null);
    const person = await join(db, seed, systemClock.now());
    await until('it has a message', async () => (await followedBy(db, id)).length > 0);
    assert.deepEqual(await followedBy(db, id), [person]);
  });

  test('one of two holds the clock; when it stops, the other takes it', async () => {
    const [first, second] = [
      startSchedules({ db, clock: systemClock, log, links }),
      startSchedules({ db, clock: systemClock, log, links }),
    ];
    await until('one is elected', async () => (await clockLeases()).length === 1);
    const before = await clockLeases();
    await sleep(100);
    assert.deepEqual(await clockLeases(), before);
    await first.stop();
    await until('one is elected', async () => (await clockLeases()).length === 1);
    await second.stop();
    assert.deepEqual(await clockLeases(), []);
  });
});
