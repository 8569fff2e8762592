import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { setCounters } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { updateCustomer } from '../accounts/update.ts';
import type { CampaignCounter } from '../storage/tables.ts';
import { followTimeZone } from './autoresponder/follow-time-zone.ts';
import { countersIn } from './counters.ts';
import { toWireStats } from './wire/stats.ts';

const ZERO = countersIn(undefined, { customerId: 1, campaignId: 1 });

const COUNTS = [
  'subscribers_count',
  'processed_count',
  ...['delivery_success', 'delivery_error', 'opens', 'unique_opens', 'clicks', 'unique_clicks', 'unsubscribes'],
  ...['complaints', 'bounces', 'hard_bounces', 'soft_bounces', 'internal_bounces'],
].flatMap((name) => (name.endsWith('_count') ? [name] : [`${name}_count`, `${name}_rate`]));

test('counts and rates follow from the counters, with hits of machines and without', () => {
  const counters = {
    ...ZERO,
    audience: 100,
    accepted: 60,
    rejected: 9,
    uncertain: 1,
    skipped: 10,
    opens: 50,
    unique_opens: 33,
    clicks: 80,
    unique_clicks: 7,
    unsubscribes: 3,
    complaints: 1,
    hard_bounces: 2,
    soft_bounces: 3,
    internal_bounces: 1,
    filtered_opens: 27,
    filtered_unique_opens: 20,
    filtered_clicks: 9,
    filtered_unique_clicks: 5,
  };
  const shown = toWireStats({ ...counters, status: 'sending' }, 'filtered');
  assert.deepEqual([shown.opens_count, shown.opens_rate, shown.unique_opens_count], [27, 50, 20]);
  assert.deepEqual([shown.clicks_count, shown.clicks_rate, shown.unique_clicks_rate], [9, 16.67, 9.26]);
  assert.deepEqual(toWireStats({ ...counters, status: 'sending' }), {
    campaign_status: 'sending',
    subscribers_count: 100,
    processed_count: 70,
    delivery_success_count: 60,
    delivery_success_rate: 85.71,
    delivery_error_count: 9,
    delivery_error_rate: 12.86,
    opens_count: 50,
    opens_rate: 92.59,
    unique_opens_count: 33,
    unique_opens_rate: 61.11,
    clicks_count: 80,
    clicks_rate: 100,
    unique_clicks_count: 7,
    unique_clicks_rate: 12.96,
    unsubscribes_count: 3,
    unsubscribes_rate: 4.29,
    complaints_count: 1,
    complaints_rate: 1.43,
    bounces_count: 6,
    bounces_rate: 8.57,
    hard_bounces_count: 2,
    hard_bounces_rate: 33.33,
    soft_bounces_count: 3,
    soft_bounces_rate: 50,
    internal_bounces_count: 1,
    internal_bounces_rate: 16.67,
  });
});

test('property: every count and rate is there, rates are 0 to 100 with two decimals', () => {
  const count = fc.nat(1_000_000);
  const counters = fc.record(
    Object.fromEntries(Object.keys(ZERO).map((name) => [name, count])) as Record<keyof CampaignCounter, typeof count>,
  );
  fc.assert(
    fc.property(counters, (values) => {
      const stats: Record<string, unknown> = toWireStats({ ...values, status: 'sent' });
      assert.deepEqual(Object.keys(stats).sort(), ['campaign_status', ...COUNTS].sort());
      for (const [name, value] of Object.entries(stats)) {
        if (name === 'campaign_status') continue;
        assert.ok(typeof value === 'number' && value >= 0, name);
        if (name.endsWith('_count')) assert.ok(Number.isInteger(value), name);
        else assert.ok(value <= 100 && Number(value.toFixed(2)) === value, name);
      }
    }),
  );
});

eachEngine('statistics', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('are zeros before the campaign begins, then what the counters say', async () => {
    const uid = await app.make();
    const stats = async () => (await app.call('GET', `/campaigns/${uid}/stats`)).json.data;
    assert.deepEqual(await stats(), toWireStats({ ...ZERO, status: 'pending-sending' }));
    const { id } = await app.row(uid);
    await app.set(uid, { status: 'sent' });
    await setCounters(app.db, id, { audience: 3, accepted: 2, opens: 1 });
    assert.deepEqual(await stats(), toWireStats({ ...ZERO, audience: 3, accepted: 2, opens: 1, status: 'sent' }));
  });

  test('show the opens and clicks that the customer, or else the request, chooses', async () => {
    const uid = await app.make();
    const { id } = await app.row(uid);
    await setCounters(app.db, id, { opens: 5, filtered_opens: 2 });
    const opens = async (query = '') =>
      (await app.call('GET', `/campaigns/${uid}/stats${query}`)).json.data.opens_count;
    assert.deepEqual([await opens(), await opens('?counts=filtered'), await opens('?counts=')], [5, 2, 5]);
    const refused = await app.call('GET', `/campaigns/${uid}/stats?counts=all`);
    assert.equal(refused.status, 422);
    assert.deepEqual(refused.json.error, { counts: 'Counts must be one of: raw, filtered.' });
    await updateCustomer(app.db, app.customer, { statistics: 'filtered' }, followTimeZone);
    assert.deepEqual([await opens(), await opens('?counts=raw')], [2, 5]);
    await assert.rejects(updateCustomer(app.db, app.customer, { statistics: 'some' }, followTimeZone), /statistics/);
  });
});
