// A campaign beside the others of its customer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { campaignOf } from '../../../test/support/delivery-rows.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import type { NewCampaign } from '../../storage/tables.ts';

eachEngine('what a report is compared with', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('the mean of others is rounded once', async () => {
    const { uid } = await seedDelivery(app, [], { status: 'sent' });
    // 0.625, 0.625 and 0.62 in percent: rounded each and then again, 0.63 instead of 0.62.
    for (const [opened, accepted] of [
      [1, 160],
      [1, 160],
      [31, 5_000],
    ] as const) {
      const other = await seedDelivery(app, [], { status: 'sent' });
      await setCounters(app.db, other.id, { audience: accepted, accepted, unique_opens: opened });
    }
    const { comparison } = (await app.call('GET', `/campaigns/${uid}/report`)).json.data.record;
    assert.deepEqual(
      [comparison.campaigns, comparison.raw.opened_rate, comparison.each[1].raw.opened_rate],
      [3, 0.62, 0.63],
    );
  });

  test('an A/B test counts as one campaign, and its own is not compared with itself', async () => {
    const add = async (given: Partial<NewCampaign> = {}) => {
      const made = await seedDelivery(app, [], { status: 'sent', ...given });
      await setCounters(app.db, made.id, { audience: 1, accepted: 1 });
      return made;
    };
    const alone = await add();
    const first = await add({ name: 'A' });
    const variant = await add({ name: 'B', test_of: first.id });
    const rest = await add({ name: 'Rest', test_of: first.id });
    const test = { share: 50, decided_by: 'opens', wait_minutes: 60, created_at: 1, begun_at: 1 } as const;
    const { customer_id } = await campaignOf(app.db, first.id);
    await app.db
      .insertInto('ab_test')
      .values({ customer_id, campaign_id: first.id, ...test })
      .execute();
    const comparedWith = async (uid: string) => {
      const { comparison } = (await app.call('GET', `/campaigns/${uid}/report`)).json.data.record;
      return comparison.each.map((one: { campaign_uid: string }) => one.campaign_uid);
    };
    const seen = async () => (await comparedWith(alone.uid)).filter((uid: string) => tested.has(uid));
    const tested = new Set([first.uid, variant.uid, rest.uid]);
    assert.deepEqual(await seen(), [first.uid]);
    await app.db.updateTable('ab_test').set({ rest_id: rest.id }).where('campaign_id', '=', first.id).execute();
    assert.deepEqual(await seen(), [rest.uid]);
    for (const uid of tested) assert.ok(!(await comparedWith(uid)).some((other: string) => tested.has(other)));
  });

  test('those that began last, whenever they were made', async () => {
    const { uid } = await seedDelivery(app, [], { status: 'sent' });
    const started = [11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((day) => Date.UTC(2027, 0, 1 + day));
    for (const started_at of started) {
      const other = await seedDelivery(app, [], { status: 'sent', started_at });
      await setCounters(app.db, other.id, { audience: 1, accepted: 1 });
    }
    const { comparison } = (await app.call('GET', `/campaigns/${uid}/report`)).json.data.record;
    assert.deepEqual(
      comparison.each.map((one: { started_at: string }) => Date.parse(one.started_at)),
      started.toSorted((a, b) => b - a).slice(0, 10),
    );
  });
});
