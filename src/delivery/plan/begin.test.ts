// A campaign that fails to begin, or to go on, keeps no other from its turn.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deliver } from '../../../test/support/delivery.ts';
import { campaignOf, seedCampaign, seedList, seedSubscribers } from '../../../test/support/delivery-rows.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import type { Db } from '../../storage/db.ts';
import type { NewCampaign } from '../../storage/tables.ts';

eachEngine('a campaign that fails', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function campaignFor(given: Partial<NewCampaign> = {}): Promise<number> {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 2);
    return seedCampaign(db, seed, given);
  }
  const sent = (id: number) => until('it is sent', async () => (await campaignOf(db, id)).status === 'sent');

  test('others begin and are sent; it says so, and begins when it can', async (t) => {
    const sink = await openSink(t);
    const broken = await campaignFor({ options: '{', send_at: 1 });
    const { customer_id } = await campaignOf(db, broken);
    await db
      .insertInto('ab_test')
      .values({ customer_id, campaign_id: broken, share: 50, decided_by: 'opens', wait_minutes: 60, created_at: 1 })
      .execute();
    const running = await campaignFor({ sending_window: '{', status: 'sending', freeze_done: 1, freeze_until_id: 1e9 });
    const good = await campaignFor({ send_at: 2 });
    const { named } = deliver(t, db, sink);
    await sent(good);
    const { status, notice, waits_until } = await campaignOf(db, broken);
    assert.equal(status, 'pending-sending');
    assert.match(notice ?? '', /notice-begin-failed/);
    assert.ok((waits_until ?? 0) > Date.now());
    const failed = named('campaign.look-failed').map(({ campaign_id, customer }) => [campaign_id, customer]);
    const other = (await campaignOf(db, running)).customer_id;
    assert.deepEqual(
      failed,
      [
        [broken, customer_id],
        [running, other],
      ],
      'each is told once, with whose it is',
    );

    await db.deleteFrom('ab_test').where('campaign_id', '=', broken).execute();
    await db.updateTable('campaign').set({ options: '{}', waits_until: null }).where('id', '=', broken).execute();
    await sent(broken);
    assert.equal((await campaignOf(db, broken)).notice, null);
    await db.updateTable('campaign').set({ status: 'paused' }).where('id', '=', running).execute();
  });
});
