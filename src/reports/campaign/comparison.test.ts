// A campaign beside the others of its customer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';

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
