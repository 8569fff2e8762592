import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedCampaign, seedList } from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import { campaignsDue } from '../../campaigns/delivery/progress.ts';
import { findCampaignById } from '../../campaigns/queries.ts';
import { systemClock } from '../../kernel/clock.ts';
import { sweep } from '../../schedules/sweep.ts';
import type { Db } from '../db.ts';
import { isSpread } from '../dialect/spread.ts';
import { announceChange, customersToPoll, type Poller, reachableCustomers } from './customers-to-poll.ts';

const POLLERS: readonly Poller[] = ['delivery', 'clock', 'upkeep', 'follow', 'webhooks'];
const rowsIn = async (db: Db, table: 'look' | 'named_owner') =>
  (await db.selectFrom(table).selectAll().execute()).length;

eachEngine('pollers of all customers', ({ open }) => {
  let db: Db;
  const closing: (() => unknown)[] = [];
  before(async () => {
    ({ db } = await open({ after: (close) => void closing.push(close as () => unknown) }));
  });
  after(async () => {
    for (const close of closing) await close();
  });

  test('ask for everybody, and write nothing down, where the store is one', async () => {
    if (isSpread(db)) return;
    const seed = await seedList(db);
    const campaignId = await seedCampaign(db, seed);
    await announceChange(db, seed.customerId);
    await sweep({ db, clock: systemClock });
    assert.equal((await findCampaignById(db, campaignId))?.customer_id, seed.customerId);
    for (const poller of POLLERS) assert.equal(await customersToPoll(db, poller), undefined);
    assert.equal(await reachableCustomers(db), undefined);
    assert.deepEqual([await rowsIn(db, 'look'), await rowsIn(db, 'named_owner')], [0, 0]);
  });

  test('where it is spread ask for whom something was changed, and for whom the sweep found', async () => {
    if (!isSpread(db)) return;
    const [busy, idle, changed] = [await seedList(db), await seedList(db), await seedList(db)];
    assert.equal(await customersToPoll(db, 'delivery'), undefined); // nobody has swept yet
    const campaignId = await seedCampaign(db, busy, { send_at: 1 });
    await sweep({ db, clock: systemClock });
    await until('nobody has webhooks: one is asked', async () => (await customersToPoll(db, 'webhooks'))?.length === 1);
    await announceChange(db, changed.customerId);
    const [delivery, webhooks] = [await customersToPoll(db, 'delivery'), await customersToPoll(db, 'webhooks')];
    assert.deepEqual(new Set(delivery), new Set([busy.customerId, changed.customerId]));
    assert.deepEqual(webhooks, [changed.customerId]);
    assert.ok(!delivery?.includes(idle.customerId));
    assert.deepEqual(
      (await campaignsDue(db, Date.now())).map(({ id }) => id),
      [campaignId],
    );
    assert.equal((await findCampaignById(db, campaignId))?.customer_id, busy.customerId);
    const names = await db.selectFrom('named_owner').selectAll().execute();
    assert.deepEqual(names, [{ name: `campaign ${campaignId}`, customer_id: busy.customerId }]);
  });
});
