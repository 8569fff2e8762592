import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../test/support/app.ts';
import { seedCampaign, seedList, seedMessages, seedSubscribers } from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { registerWorker, removeLease, renewLease } from '../../coordination/lease.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { noteOfLanes } from '../../metrics/lanes.ts';
import { loopOf, toWireLanes } from './wire.ts';

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
    const id = await seedCampaign(app.db, seed, { status: 'sending', send_at: app.clock.now() - MINUTE_MS });
    await seedMessages(app.db, seed, id);
    await app.db.updateTable('campaign').set({ freeze_until_id: 1_000 }).where('id', '=', id).execute();
    const put = { state: 'deferred', next_attempt_at: app.clock.now() + MINUTE_MS, attempts: 1, lease_id: null };
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
    assert.equal(record.oldest, formatInstant(app.clock.now() - MINUTE_MS));
    const [campaign] = record.campaigns;
    assert.deepEqual([record.campaigns.length, campaign.waiting, campaign.deferred], [1, 30, 4]);
    assert.deepEqual(
      record.destinations.map(({ name, state, relay }: Record<string, unknown>) => [name, state, relay]),
      [
        ['parked.example', 'parked', null],
        ['slow.example', 'slowed', null],
      ],
    );
    assert.deepEqual([record.lanes, record.event_loop], [[], []], 'nobody sends, this process was asked nothing');
  });

  test('has the lanes that workers of all processes told when they renewed their leases', async () => {
    const lanesNow = async () => (await app.call('GET', '/queue')).json.data.record.lanes;
    const lease = await registerWorker(app.db);
    assert.deepEqual(await lanesNow(), [], 'it told nothing yet');
    const note = (connected: number) => noteOfLanes([{ relay: 'Post', connected, limit: 5, isUp: true }]);
    assert.equal(await renewLease(app.db, lease, 10_000, note(2)), true);
    const other = await registerWorker(app.db);
    await renewLease(app.db, other, 10_000, note(1));
    await app.db.updateTable('lease').set({ owner: 'elsewhere x y|7|1' }).where('id', '=', other.id).execute();
    const post = { relay: 'Post', limit: 5, reached: 'yes' };
    assert.deepEqual(
      await lanesNow(),
      [
        { ...post, process: 'elsewhere 7', connected: 1 },
        { ...post, process: `${hostname()} ${process.pid}`, connected: 2 },
      ].sort((a, b) => (a.process < b.process ? -1 : 1)),
    );
    await renewLease(app.db, lease, 10_000);
    assert.equal((await lanesNow()).length, 2, 'who has nothing new to tell says the same');
    await app.db.updateTable('lease').set({ expires_at: 1 }).where('id', '=', other.id).execute();
    assert.deepEqual((await lanesNow()).length, 1, 'of those that live');
    await removeLease(app.db, lease);
  });
});

test('lanes of several threads add up; a relay that one of them does not reach is told', () => {
  const lanes = (connected: number, isUp: boolean, relay = 'Post') => [{ relay, connected, limit: 10, isUp }];
  const told = toWireLanes([
    { process: 'b 2', lanes: lanes(1, true) },
    { process: 'a 1', lanes: [...lanes(3, true), ...lanes(2, true, 'Other')] },
    { process: 'a 1', lanes: lanes(4, false) },
  ]);
  assert.deepEqual(told, [
    { process: 'a 1', relay: 'Other', connected: 2, limit: 10, reached: 'yes' },
    { process: 'a 1', relay: 'Post', connected: 7, limit: 20, reached: 'no' },
    { process: 'b 2', relay: 'Post', connected: 1, limit: 10, reached: 'yes' },
  ]);
});

test('how late loops are is told in milliseconds', () => {
  const late = (quantile: string, value: number) => ({ labels: { thread: 'main', quantile }, value });
  const values = [late('0.5', 0.0004), late('0.99', 0.012), late('1', 0.25)];
  assert.deepEqual(loopOf([{ name: 'mailwright_event_loop_lag_seconds', values }]), [
    { thread: 'main', half_ms: 0.4, most_ms: 12, worst_ms: 250 },
  ]);
});
