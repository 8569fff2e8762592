import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { seedCampaign, seedList, seedMessages, seedSubscribers } from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { lanesOf, loopOf } from './wire.ts';

eachEngine('the queue', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  test('what waits and since when, destinations parked first; for operators', async () => {
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', '/queue', { key }), 403);
    const none = await app.call('GET', '/queue');
    assertStatus(none, 200);
    assert.deepEqual([none.json.data.record.waiting, none.json.data.record.oldest], [0, null]);

    const seed = await seedList(app.db);
    await seedSubscribers(app.db, seed, 30);
    const id = await seedCampaign(app.db, seed, { status: 'sending', send_at: app.clock.now() - 60_000 });
    await seedMessages(app.db, seed, id);
    await app.db.updateTable('campaign').set({ freeze_until_id: 1_000 }).where('id', '=', id).execute();
    const put = { state: 'deferred', next_attempt_at: app.clock.now() + 60_000, attempts: 1, lease_id: null };
    const people = await app.db
      .selectFrom('subscriber')
      .select('id')
      .where('list_id', '=', seed.listId)
      .limit(4)
      .execute();
    for (const person of people) {
      const row = { customer_id: seed.customerId, campaign_id: id, subscriber_id: person.id, ...put };
      await app.db
        .insertInto('work')
        .values(row as never)
        .execute();
    }
    const paced = { relay_id: 0, per_hour: 120, reason: '421 too many', refusals: 3, updated_at: app.clock.now() };
    await app.db
      .insertInto('destination')
      .values([
        { ...paced, name: 'slow.example', state: 'slowed', parked_until: null },
        { ...paced, name: 'parked.example', state: 'parked', parked_until: app.clock.now() + 600_000 },
      ])
      .execute();
    const { record } = (await app.call('GET', '/queue')).json.data;
    assert.deepEqual([record.waiting, record.slowed, record.parked, record.workers], [30, 1, 1, 0]);
    assert.equal(record.oldest, formatInstant(app.clock.now() - 60_000));
    const [campaign] = record.campaigns;
    assert.deepEqual([record.campaigns.length, campaign.waiting, campaign.deferred], [1, 30, 4]);
    assert.deepEqual(
      record.destinations.map(({ name, state, relay }: Record<string, unknown>) => [name, state, relay]),
      [
        ['parked.example', 'parked', null],
        ['slow.example', 'slowed', null],
      ],
    );
    assert.deepEqual([record.lanes, record.event_loop], [[], []], 'this process sends nothing and was asked nothing');
  });
});

test('lanes of several threads add up; a relay that one of them does not reach is told', () => {
  const lanes = (connected: number, up: number) => [
    {
      name: 'mailwright_lanes',
      values: [
        { labels: { relay: 'Post', state: 'connected' }, value: connected },
        { labels: { relay: 'Post', state: 'limit' }, value: 10 },
      ],
    },
    { name: 'mailwright_relay_up', values: [{ labels: { relay: 'Post' }, value: up }] },
  ];
  const told = lanesOf([...lanes(3, 1), ...lanes(4, 0)]);
  assert.deepEqual(told, [{ relay: 'Post', connected: 7, limit: 20, reached: 'no' }]);
  const late = (quantile: string, value: number) => ({ labels: { thread: 'main', quantile }, value });
  const values = [late('0.5', 0.0004), late('0.99', 0.012), late('1', 0.25)];
  assert.deepEqual(loopOf([{ name: 'mailwright_event_loop_lag_seconds', values }]), [
    { thread: 'main', half_ms: 0.4, most_ms: 12, worst_ms: 250 },
  ]);
});
