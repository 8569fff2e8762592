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

  test('an A/B test counts as one campaign with all its people, and its own is not compared with itself', async () => {
    const add = async (given: Partial<NewCampaign>, accepted: number, opened: number) => {
      const made = await seedDelivery(app, [], { status: 'sent', ...given });
      await setCounters(app.db, made.id, { audience: accepted, accepted, unique_opens: opened });
      return made;
    };
    const alone = await add({}, 1, 0);
    const first = await add({ name: 'A' }, 10, 5);
    const variant = await add({ name: 'B', test_of: first.id }, 10, 1);
    const test = { share: 20, decided_by: 'opens', wait_minutes: 60, created_at: 1, begun_at: 1 } as const;
    const { customer_id } = await campaignOf(app.db, first.id);
    await app.db
      .insertInto('ab_test')
      .values({ customer_id, campaign_id: first.id, ...test })
      .execute();
    type Compared = { campaign_uid: string; name: string; people: { accepted: number; raw: { opened: number } } };
    const comparedWith = async (uid: string): Promise<Compared[]> =>
      (await app.call('GET', `/campaigns/${uid}/report`)).json.data.record.comparison.each;
    const tested = new Set([first.uid, variant.uid]);
    const seen = async () =>
      (await comparedWith(alone.uid))
        .filter((one) => tested.has(one.campaign_uid))
        .map(({ campaign_uid: uid, people }) => [uid, people.accepted, people.raw.opened]);
    assert.deepEqual(await seen(), [[first.uid, 20, 6]]);
    const rest = await add({ name: 'Rest', test_of: first.id, status: 'sending' }, 80, 30);
    tested.add(rest.uid);
    await app.db.updateTable('ab_test').set({ rest_id: rest.id }).where('campaign_id', '=', first.id).execute();
    assert.deepEqual(await seen(), [], 'most people do not have it yet');
    await app.set(rest.uid, { status: 'sent' });
    assert.deepEqual(await seen(), [[first.uid, 100, 36]]);
    for (const uid of tested) assert.ok(!(await comparedWith(uid)).some((other) => tested.has(other.campaign_uid)));
    await app.set(first.uid, { status: 'pending-delete' });
    const parts = [
      [rest.uid, 80, 30],
      [variant.uid, 10, 1],
    ];
    assert.deepEqual(await seen(), parts, 'what is left stands for itself');
    await app.set(first.uid, { status: 'sent' });
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
