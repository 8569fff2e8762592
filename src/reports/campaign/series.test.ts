// The series of a campaign: days that do not begin at midnight, and messages that come meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KyselyPlugin, sql } from 'kysely';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { LIGHT_PIECE } from './pieces.ts';
import { pointsOf, summingSeries } from './series.ts';

const QUARTER = 15 * MINUTE_MS;

test('days begin at midnight again after one that begins at one o’clock', () => {
  const timeZone = 'Africa/Cairo'; // clocks go from 00:00 to 01:00 on 24 April 2026
  const nights = [0, 1, 2].map((n) => Date.UTC(2026, 3, 24 + n, 21, 30) / QUARTER); // half past midnight
  const by = new Map([['opens', new Map(nights.map((quarter) => [quarter, 1]))]] as const);
  for (const from of [Date.UTC(2026, 3, 23, 12), Date.UTC(2026, 3, 24, 12)]) {
    const range = { from, begun: null, unit: 'day', timeZone, limit: 100 } as const;
    const { points } = pointsOf({ by, source: 0, after: [] }, range);
    const shown = points.map(({ at, counts }) => [new Date(at).toISOString(), counts.get('opens') ?? 0]);
    assert.deepEqual(shown.slice(-4), [
      ['2026-04-23T22:00:00.000Z', 0],
      ['2026-04-24T21:00:00.000Z', 1],
      ['2026-04-25T21:00:00.000Z', 1],
      ['2026-04-26T21:00:00.000Z', 1],
    ]);
  }
});

test('what happened before the beginning, by another clock, is shown too', () => {
  const begun = Date.UTC(2026, 10, 1, 9);
  const by = new Map([['opens', new Map([[begun / QUARTER - 1, 1]])]] as const);
  const range = { from: undefined, begun, unit: 'hour', timeZone: 'UTC', limit: 100 } as const;
  const { points } = pointsOf({ by, source: 0, after: [] }, range);
  assert.deepEqual(
    points.map(({ at, counts }) => [new Date(at).toISOString(), counts.get('opens')]),
    [['2026-11-01T08:00:00.000Z', 1]],
  );
});

eachEngine('the series of a campaign', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('no message counts twice, whatever is accepted between two statements', async () => {
    const { id } = await seedDelivery(app, []);
    const of = { id, customer_id: app.customer.id };
    const began = Date.UTC(2026, 10, 1, 10);
    const all = LIGHT_PIECE + 5;
    const accept = (from: number, count: number) =>
      sql`
      insert into message (customer_id, campaign_id, subscriber_id, state, attempts, finished_at)
      with recursive row (n) as (select 1 union all select n + 1 from row where n < ${sql.lit(count)})
      select ${of.customer_id}, ${id}, ${sql.lit(from)} + n, 'accepted', 1,
        cast(${began} as bigint) + (${sql.lit(from)} + n) / 10 from row`.execute(app.db);
    await accept(1_000_000, all);
    let meanwhile = 0;
    const others: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        meanwhile += 1;
        await accept(meanwhile * 1_000, 20);
        return result;
      },
    };
    const summing = summingSeries(app.db.withPlugin(others), of);
    const sums = { ...summing.begin(), source: 4 };
    while (await summing.piece(sums));
    const counted = [...(sums.by.get('accepted')?.values() ?? [])].reduce((sum, n) => sum + n, 0);
    assert.equal(counted, all);
  });
});
