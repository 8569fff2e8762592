import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type LogLine, relayTo } from '../../test/support/delivery.ts';
import { campaignOf, seedCampaign, seedList, seedSubscribers, statesOf } from '../../test/support/delivery-rows.ts';
import { openSink } from '../../test/support/sink.ts';
import { engines } from '../../test/support/stores.ts';
import { until } from '../../test/support/until.ts';
import { livingWorkers } from '../coordination/lease.ts';
import { newRestMemory } from '../coordination/rest.ts';
import { systemClock } from '../kernel/clock.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { createLogger } from '../kernel/log.ts';
import { textOf } from '../metrics/registry.ts';
import { ALLOW_NOTHING } from '../network/fetch-allow.ts';
import { startDeliveryThreads } from './threads.ts';

/** Threads on a store of one file (with a server they stay), which sleep as soon as they may. */
async function openSleepers(t: TestContext, workers: number) {
  const sqlite = engines.find(({ name }) => name === 'sqlite');
  const store = await sqlite?.open(t);
  if (!store?.place) return undefined;
  const { db, place } = store;
  const sink = await openSink(t);
  const events: LogLine[] = [];
  const log = createLogger('info', { write: (line) => void events.push(JSON.parse(line) as LogLine) });
  let from = 0;
  const count = (event: string) => events.slice(from).filter((line) => line.event === event).length;
  const rest = newRestMemory();
  new Int32Array(rest)[0] = 200;
  const delivery = startDeliveryThreads(
    {
      db,
      clock: systemClock,
      store: place,
      workers,
      rest,
      sleepMs: 300,
      baseUrl: 'http://mail.example.com',
      isBaseUrlDefault: false,
      secret: 'a secret of tests',
      relay: relayTo(sink.port),
      expireHours: 72,
      stopMs: 10_000,
      fetchAllow: ALLOW_NOTHING,
      unknownTags: 'send',
      logLevel: 'silent',
    },
    log,
  );
  t.after(() => delivery.stop());
  await until('they are awake', async () => (await livingWorkers(db)).length === workers);
  const awake = await livingWorkers(db);
  await until('they sleep, and one stands in', async () => {
    const alive = await livingWorkers(db);
    // Who stood still on a busy machine for longer than a lease is looked after: that wakes them.
    const sleeps = count('delivery.asleep') > count('delivery.woken');
    return sleeps && alive.length === 1 && !awake.some(({ id }) => id === alive[0]?.id);
  });
  from = events.length;
  return { db, sink, delivery, count };
}

test('threads without work end, one stands in for them, and they wake for a campaign', async (t) => {
  const sleepers = await openSleepers(t, 2);
  if (!sleepers) return t.skip('a server keeps its threads');
  const { db, sink, delivery, count } = sleepers;
  const seed = await seedList(db);
  await seedSubscribers(db, seed, 3);
  assert.equal(delivery.trouble(), undefined);
  const later = await seedCampaign(db, seed, { send_at: Date.now() + HOUR_MS });
  delivery.nudge();
  const due = await seedCampaign(db, seed, { send_at: Date.now() + 2_000 });
  delivery.nudge();
  await until('they are woken', () => count('delivery.woken') === 1);
  await until('it is sent', async () => (await campaignOf(db, due)).status === 'sent');
  assert.equal(sink.received.length, 3);
  assert.deepEqual(await statesOf(db, due), { accepted: 3 });
  assert.deepEqual(await statesOf(db, later), {});
  assert.equal(count('delivery.woken'), 1);
  await until('nobody stands in any more', async () => (await livingWorkers(db)).length === 2);
  assert.match(await textOf(await delivery.measure()), /mailwright_messages_total\{outcome="accepted"\} 3/);

  assert.equal(await delivery.stop(), 0);
  assert.deepEqual(await livingWorkers(db), []);
  const counted = await textOf(await delivery.measure());
  assert.match(counted, /mailwright_messages_total\{outcome="accepted"\} 3/, 'counts of threads that ended stay');
  assert.doesNotMatch(counted, /mailwright_lanes/);
});

test('threads that are expected to have work wake, and those that sleep can be stopped', async (t) => {
  const sleepers = await openSleepers(t, 1);
  if (!sleepers) return t.skip('a server keeps its threads');
  const { db, delivery, count } = sleepers;
  delivery.expect();
  await until('they are woken', () => count('delivery.woken') === 1);
  await until('they sleep again', () => count('delivery.asleep') === 1);
  assert.equal(await delivery.stop(), 0);
  assert.deepEqual(await livingWorkers(db), []);
  delivery.expect();
  delivery.nudge();
  assert.equal(count('delivery.woken'), 1, 'they stay stopped');
});
