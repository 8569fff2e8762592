// How a list changed, as it is told by day and week, on both engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suppressRejected } from '../../bounces/suppress-returned.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { inTransaction } from '../../storage/db.ts';
import { createSubscriber } from '../create.ts';
import { findByEmail } from '../queries.ts';
import { setStatus } from '../status.ts';
import { removeSubscriber } from '../update.ts';
import { beginningsOf, growthBetween } from './read.ts';

const BY = { way: 'api' } as const;

eachEngine('the growth of a list', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  let path = '';
  const get = async (query: string, status = 200) => {
    const answer = await app.call('GET', `${path}?${query}`);
    assertStatus(answer, status);
    return answer.json.data ?? answer.json.error;
  };
  const listOf = async () => {
    const row = app.db.selectFrom('list').selectAll().where('uid', '=', app.listUid);
    return row.executeTakeFirstOrThrow();
  };
  const monday = Date.UTC(2026, 0, 5);

  before(async () => {
    path = `/lists/${app.listUid}/growth`;
    const { db } = app;
    const list = await listOf();
    const add = (name: string, status: 'confirmed' | 'unconfirmed', at: number) =>
      createSubscriber(
        db,
        { list, fields: [] },
        { email: `${name}@example.com`, sent: {}, status, source: 'api', ipAddress: '203.0.113.1' },
        at,
      );
    const becomes = async (name: string, status: 'confirmed' | 'unsubscribed', at: number) => {
      const found = await findByEmail(db, list.customer_id, list.id, `${name}@example.com`);
      if (found) await inTransaction(db, (tx) => setStatus(tx, found, { status, at, evidence: BY }));
    };
    await add('ann', 'confirmed', monday + 1);
    await add('ben', 'unconfirmed', monday + 2);
    await add('cid', 'confirmed', monday + DAY_MS - 1);
    await becomes('ben', 'confirmed', monday + DAY_MS);
    await becomes('ann', 'unsubscribed', monday + 2 * DAY_MS);
    const ben = await findByEmail(db, list.customer_id, list.id, 'ben@example.com');
    await removeSubscriber(db, list, ben?.uid ?? '', monday + 7 * DAY_MS);
    const cid = await findByEmail(db, list.customer_id, list.id, 'cid@example.com');
    const message = { customerId: list.customer_id, campaignId: 1, subscriberId: cid?.id ?? 0, reply: '550 unknown' };
    // The second time the address is on the list of suppressed ones already.
    for (const at of [monday + 8 * DAY_MS, monday + 9 * DAY_MS]) {
      await inTransaction(db, (tx) => suppressRejected(tx, [message], at));
    }
  });

  const nothing = { added: 0, confirmed: 0, unsubscribed: 0, removed: 0, bounced: 0 };

  test('is told day by day, those without a change too', async () => {
    const told = await get('from=2026-01-05T00:00:00Z&until=2026-01-08T00:00:01Z');
    assert.deepEqual(told, {
      by: 'day',
      time_zone: 'UTC',
      records: [
        { at: '2026-01-05T00:00:00.000Z', ...nothing, added: 3, confirmed: 2, subscribed: 2 },
        { at: '2026-01-06T00:00:00.000Z', ...nothing, confirmed: 1, subscribed: 3 },
        { at: '2026-01-07T00:00:00.000Z', ...nothing, unsubscribed: 1, subscribed: 2 },
        { at: '2026-01-08T00:00:00.000Z', ...nothing, subscribed: 2 },
      ],
    });
  });

  test('is told by weeks from Monday on', async () => {
    const { records } = await get('by=week&from=2026-01-07T12:00:00Z&until=2026-01-19T00:00:00Z');
    assert.deepEqual(records, [
      { at: '2026-01-05T00:00:00.000Z', ...nothing, added: 3, confirmed: 3, unsubscribed: 1, subscribed: 2 },
      { at: '2026-01-12T00:00:00.000Z', ...nothing, removed: 1, bounced: 1, subscribed: 1 },
    ]);
  });

  test('of an hour that a day begins within, only what is of the day', async () => {
    const { db } = app;
    const list = await listOf();
    const midnight = Date.UTC(2026, 1, 1, 18, 15); // in Nepal, 5:45 ahead
    for (const [name, at] of [
      ['dan', midnight - 1],
      ['eve', midnight],
    ] as const) {
      const input = { email: `${name}@example.com`, sent: {}, status: 'confirmed', source: 'api' } as const;
      await createSubscriber(db, { list, fields: [] }, { ...input, ipAddress: '203.0.113.1' }, at);
    }
    const days = beginningsOf('day', midnight - 1, midnight + 1, 'Asia/Kathmandu');
    const points = await growthBetween(db, list, days);
    assert.deepEqual(
      points.map(({ at, added }) => [at, added]),
      [
        [midnight - DAY_MS, 1],
        [midnight, 1],
      ],
    );
  });

  test('without a period it is the last thirty days or twenty-six weeks', async () => {
    const days = (await get('')).records;
    assert.equal(days.length, 30);
    assert.equal(days.at(-1).at, new Date(Math.floor(app.clock.now() / DAY_MS) * DAY_MS).toISOString());
    assert.equal((await get('by=week')).records.length, 26);
  });

  test('what is wrong with a period is said', async () => {
    assert.deepEqual(await get('from=2026-01-05T00:00:00Z&until=2026-01-05T00:00:00Z', 422), {
      from: 'From must be earlier than until.',
    });
    assert.deepEqual(await get('from=2020-01-05T00:00:00Z&until=2026-01-05T00:00:00Z', 422), {
      from: 'From must be at most 400 days before until.',
    });
    assert.deepEqual(await get('by=month&from=yesterday', 422), {
      by: 'By must be one of: day, week.',
      from: 'From must be a time like 2026-11-21T15:05:00Z.',
    });
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', path, { key }), 404);
  });
});

test('days begin at midnight where the customer is, also when the clocks change', () => {
  const from = Date.parse('2026-03-28T12:00:00Z');
  const starts = beginningsOf('day', from, from + 2 * DAY_MS, 'Europe/Berlin');
  assert.deepEqual(
    starts.map((at) => new Date(at).toISOString()),
    ['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
  );
  const weeks = beginningsOf('week', from, from + DAY_MS, 'Asia/Kolkata');
  assert.deepEqual(
    weeks.map((at) => new Date(at).toISOString()),
    ['2026-03-22T18:30:00.000Z', '2026-03-29T18:30:00.000Z'],
  );
});
