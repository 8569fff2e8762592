// Several relays: fail-over, weights, who may use which, and what a relay's faults do.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliver, relayTo } from '../../../test/support/delivery.ts';
import { campaignOf, seedCampaign, seedList, seedSubscribers, statesOf } from '../../../test/support/delivery-rows.ts';
import { addRelayRow, type RelayColumns } from '../../../test/support/relays.ts';
import { openSink, type Sink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { relayRow } from '../../../test/support/throttling.ts';
import { until } from '../../../test/support/until.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { findDelivery } from '../../messages/explain/delivery-state.ts';
import { findRelay } from '../../relays/queries.ts';
import { recordRelayFault } from '../../relays/usable.ts';
import type { Db } from '../../storage/db.ts';

eachEngine('several relays', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  const addRelay = async (sink: Sink, given: Partial<RelayColumns> = {}): Promise<number> => {
    const here = { name: 'Test', host: '127.0.0.1', port: sink.port, tls: 'none', lanes: 2, priority: 10 } as const;
    const row: RelayColumns = { ...relayRow(null), ...here, ...given };
    return (await addRelayRow(db, row)).id;
  };
  const hourNow = () => Math.floor(Date.now() / HOUR_MS);
  const forgetRelays = () => db.deleteFrom('relay').execute();
  const campaignFor = async (
    people: number,
    given: Parameters<typeof seedCampaign>[2] = {},
    seed?: Awaited<ReturnType<typeof seedList>>,
  ): Promise<number> => {
    const list = seed ?? (await seedList(db));
    await seedSubscribers(db, list, people);
    return seedCampaign(db, list, given);
  };
  const sent = (campaignId: number) =>
    until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
  const relaysOf = async (campaignId: number) => {
    const rows = await db.selectFrom('message').select('relay_id').where('campaign_id', '=', campaignId).execute();
    return new Set(rows.map((row) => row.relay_id));
  };

  test('the first tier takes all; the next one steps in when it is down, and is left again', async (t) => {
    const [first, second] = [await openSink(t), await openSink(t)];
    const [one, two] = [await addRelay(first), await addRelay(second, { priority: 20 })];
    t.after(forgetRelays);
    const delivery = deliver(t, db, first, { relay: undefined });
    const before = await campaignFor(30);
    await sent(before);
    assert.deepEqual([first.received.length, second.received.length], [30, 0]);
    assert.deepEqual(await relaysOf(before), new Set([one]));

    await first.down();
    const during = await campaignFor(30);
    await sent(during);
    assert.equal(second.received.length, 30);
    assert.deepEqual(await relaysOf(during), new Set([two]));
    assert.equal(delivery.named('relay.down').length, 1);
    const fault = await db.selectFrom('relay').select(['fault', 'fault_at']).where('id', '=', one).executeTakeFirst();
    assert.match(fault?.fault ?? '', /refused/i);

    await first.up();
    await until('it is up', () => delivery.named('relay.up').length === 1);
    const after = await campaignFor(30);
    await sent(after);
    assert.deepEqual(await relaysOf(after), new Set([one]));
    await until('the fault is forgotten', async () => {
      const row = await db.selectFrom('relay').select('fault').where('id', '=', one).executeTakeFirst();
      return row?.fault === null;
    });
  });

  test('a fault that a former process noted is forgotten with the first connection', async (t) => {
    const sink = await openSink(t);
    const id = await addRelay(sink);
    t.after(forgetRelays);
    await recordRelayFault(db, id, say('server-says', { words: 'TCP: no' }), 1);
    deliver(t, db, sink, { relay: undefined });
    await sent(await campaignFor(1));
    await until('the fault is forgotten', async () => {
      const row = await db.selectFrom('relay').select('fault').where('id', '=', id).executeTakeFirst();
      return row?.fault === null;
    });
  });

  test('a campaign that is pinned goes over its relays only, whatever their priority, and waits for them', async (t) => {
    const [first, second] = [await openSink(t), await openSink(t)];
    const [one, two] = [await addRelay(first), await addRelay(second, { priority: 20 })];
    t.after(forgetRelays);
    const list = await seedList(db);
    await seedSubscribers(db, list, 20);
    const numberOf = async (id: number) => (await findRelay(db, id))?.number ?? 99_999;
    const pin = async (campaignId: number, relayId: number) =>
      db
        .updateTable('campaign')
        .set({ relay_numbers: JSON.stringify([await numberOf(relayId)]) })
        .where('id', '=', campaignId)
        .execute();
    const seeded = async (relayId: number) => {
      const id = await seedCampaign(db, list, { status: 'paused' });
      await pin(id, relayId);
      await db.updateTable('campaign').set({ status: 'pending-sending' }).where('id', '=', id).execute();
      return id;
    };
    const [pinned, free] = [await seeded(two), await seedCampaign(db, list)];
    const gone = await seeded(99_999);
    deliver(t, db, first, { relay: undefined });
    await sent(pinned);
    await sent(free);
    assert.deepEqual(await relaysOf(pinned), new Set([two]));
    assert.deepEqual(await relaysOf(free), new Set([one]));
    assert.deepEqual([first.received.length, second.received.length], [20, 20]);
    await until('it says what it waits for', async () => {
      const { waits } = await findDelivery(db, await campaignOf(db, gone), Date.now());
      return /delivery servers \(99999\) were removed/.test(waits ?? '');
    });
    await pin(gone, one);
    await sent(gone);
    assert.deepEqual(await relaysOf(gone), new Set([one]));
  });

  test('a customer’s own relay takes what is his; what others have is not touched', async (t) => {
    const [own, shared] = [await openSink(t), await openSink(t)];
    const [mine, theirs] = [await seedList(db), await seedList(db)];
    await addRelay(own, { customer_id: mine.customerId, priority: 90 });
    await addRelay(shared);
    t.after(forgetRelays);
    deliver(t, db, shared, { relay: undefined });
    const [first, second] = [await campaignFor(10, {}, mine), await campaignFor(10, {}, theirs)];
    await sent(first);
    await sent(second);
    assert.deepEqual([own.received.length, shared.received.length], [10, 10]);
  });

  test('relays of one tier share by weight', async (t) => {
    const [light, heavy] = [await openSink(t), await openSink(t)];
    // Messages come so slowly, and lanes are so many, that one of each waits on any machine.
    await addRelay(light, { lanes: 60 });
    await addRelay(heavy, { lanes: 60, weight: 3 });
    t.after(forgetRelays);
    deliver(t, db, light, { relay: undefined });
    await sent(await campaignFor(120, { max_per_minute: 6_000 }));
    assert.equal(light.received.length + heavy.received.length, 120);
    assert.ok(heavy.received.length > light.received.length, `${heavy.received.length} of 120 over the heavy one`);
  });

  test('a relay that wants a login takes no message with it: another one sends it', async (t) => {
    const [closed, open] = [await openSink(t), await openSink(t)];
    closed.answer((phase) => (phase === 'mail' ? { code: 530, text: '5.7.0 Authentication required' } : undefined));
    const one = await addRelay(closed);
    await addRelay(open, { priority: 20 });
    t.after(forgetRelays);
    const delivery = deliver(t, db, open, { relay: undefined, relayDelayMs: () => 5_000 });
    const campaignId = await campaignFor(40);
    await sent(campaignId);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 40 });
    assert.equal(open.received.length, 40);
    assert.ok(delivery.named('relay.down').length >= 1);
    const row = await db.selectFrom('relay').select('fault').where('id', '=', one).executeTakeFirst();
    assert.match(row?.fault ?? '', /530 5\.7\.0 Authentication required/);
    const attempts = await db.selectFrom('message').select('attempts').where('campaign_id', '=', campaignId).execute();
    assert.ok(
      attempts.every((message) => message.attempts === 1),
      'the refusals are no attempts',
    );
  });

  test('a connection is closed after as many messages as it may carry', async (t) => {
    const sink = await openSink(t);
    let connections = 0;
    sink.answer((phase) => {
      if (phase === 'connect') connections += 1;
      return undefined;
    });
    await addRelay(sink, { lanes: 1, messages_per_connection: 5 });
    t.after(forgetRelays);
    deliver(t, db, sink, { relay: undefined });
    await sent(await campaignFor(20));
    assert.equal(sink.received.length, 20);
    assert.ok(connections >= 4, `${connections} connections`);
  });

  test('a relay that is switched off loses its lanes; its quota holds over all messages', async (t) => {
    const [first, second] = [await openSink(t), await openSink(t)];
    const one = await addRelay(first, { per_hour: 12 });
    await addRelay(second, { priority: 20 });
    t.after(forgetRelays);
    deliver(t, db, first, { relay: undefined });
    const begunIn = hourNow();
    await sent(await campaignFor(40));
    const quota = 12 * (1 + hourNow() - begunIn); // the next hour has its own
    assert.ok(first.received.length <= quota, `${first.received.length} over a relay with a quota of ${quota}`);
    assert.equal(first.received.length + second.received.length, 40);
    await db.updateTable('relay').set({ status: 'inactive', updated_at: 2 }).where('id', '=', one).execute();
    await until('its lanes are closed', () => first.connections() === 0);
  });

  test('a relay that is changed finishes what is under way, however long its server takes, and no more', async (t) => {
    const sink = await openSink(t);
    const answered = Promise.withResolvers<undefined>();
    let slow: string | undefined;
    sink.answer((phase, to) => {
      if (phase !== 'data_done' || (slow !== undefined && slow !== to)) return undefined;
      slow = to;
      return answered.promise;
    });
    const one = await addRelay(sink, { lanes: 1 });
    t.after(forgetRelays);
    deliver(t, db, sink, { relay: undefined });
    const campaignId = await campaignFor(30);
    await until('one waits for its answer', () => slow !== undefined);
    await db.updateTable('relay').set({ weight: 2, updated_at: 2 }).where('id', '=', one).execute();
    await until('the others go by the changed one', () => sink.received.length === 29);
    await sleep(6_500); // so long lanes had once
    answered.resolve(undefined);
    await sent(campaignId);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 30 });
    assert.equal(sink.received.length, 30);
    await until('its lane is closed', () => sink.connections() <= 1);
  });

  test('without any relay messages wait; the configuration’s is one of the shared', async (t) => {
    const sink = await openSink(t);
    const delivery = deliver(t, db, sink, { relay: undefined });
    const campaignId = await campaignFor(5);
    await until('the audience is there', async () => ((await statesOf(db, campaignId))['pending'] ?? 0) === 5);
    await delivery.stop();
    deliver(t, db, sink, { relay: relayTo(sink.port) });
    await sent(campaignId);
    assert.deepEqual(await relaysOf(campaignId), new Set([0]));
  });
});
