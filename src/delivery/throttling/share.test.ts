import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { answer, movedClock, NOON, relayWith, takeAll } from '../../../test/support/throttling.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import type { Db } from '../../storage/db.ts';
import { forgetDestination } from './destination-queries.ts';
import { openThrottling, type Throttling } from './throttling.ts';

const log = createLogger('silent');
const OK = answer('250 2.0.0 OK');
const SLOW = answer('421 4.7.28 unusual rate of unsolicited mail, bob@example.com');
const BLOCKED = answer('421 4.7.1 [TS03] permanently deferred');

eachEngine('destinations of workers', (engine) => {
  const opened: Throttling[] = [];
  after(async () => {
    for (const throttling of opened) await throttling.stop();
  });
  const store = suiteStore(engine);
  const db = (): Db => store().db;
  let lastRelay = 1000;

  function open(clock = movedClock()) {
    const throttling = openThrottling({ db: db(), clock, log });
    opened.push(throttling);
    return { throttling, clock };
  }

  const rowOf = (relayId: number, name: string) =>
    db()
      .selectFrom('destination')
      .selectAll()
      .where('relay_id', '=', relayId)
      .where('name', '=', name)
      .executeTakeFirst();

  test('a destination that is too fast is slowed; others and other relays are not; the store has it', async () => {
    const { throttling, clock } = open();
    const [relay, other] = [relayWith(++lastRelay), relayWith(++lastRelay)];
    throttling.setRelays([relay, other]);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'google.com' };
    for (let i = 0; i < 100; i++) {
      throttling.ask(permit);
      throttling.learn(permit, i < 99 ? OK : SLOW);
      clock.forward(20);
    }
    const refusal = throttling.ask(permit);
    assert.deepEqual([refusal?.scope, refusal?.parked], ['destination', false]);
    assert.match(
      refusal?.reason ?? '',
      /^google\.com is limited to 25 a second after: 421 4\.7\.28 .* …@example\.com$/,
    );
    assert.equal(throttling.ask({ ...permit, destination: 'outlook.com' }), undefined);
    assert.equal(throttling.ask({ ...permit, relayId: other.id }), undefined);
    await throttling.refresh();
    const row = await rowOf(relay.id, 'google.com');
    assert.deepEqual([row?.state, row?.refusals, row?.parked_until], ['slowed', 1, null]);
    assert.ok(Math.abs((row?.per_hour ?? 0) - 25 * 3600) < 3600, `${row?.per_hour}`);
    assert.doesNotMatch(row?.reason ?? '', /bob/);
  });

  test('parked stays parked after a restart; of two workers one sends the trial; what it finds frees both', async () => {
    const clock = movedClock();
    const relay = relayWith(++lastRelay);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'yahoodns.net' };
    const first = open(clock).throttling;
    first.setRelays([relay]);
    await first.refresh();
    first.ask(permit);
    first.learn(permit, BLOCKED);
    assert.match(
      first.ask(permit)?.reason ?? '',
      /^yahoodns\.net is parked until 12:05 UTC after: 421 4\.7\.1 \[TS03\]/,
    );
    await first.stop();

    const workers = [open(clock).throttling, open(clock).throttling];
    for (const throttling of workers) {
      throttling.setRelays([relay]);
      await throttling.refresh();
      const refusal = throttling.ask(permit);
      assert.deepEqual([refusal?.parked, refusal?.until], [true, NOON + 300_000]);
    }
    clock.forward(300_000);
    for (const throttling of workers) assert.ok(throttling.ask(permit), 'the trial has to be claimed');
    await Promise.all(workers.map((throttling) => throttling.refresh()));
    await Promise.all(workers.map((throttling) => throttling.refresh()));
    const granted = workers.filter((throttling) => throttling.ask(permit) === undefined);
    assert.equal(granted.length, 1);
    for (const throttling of workers) assert.ok(throttling.ask(permit), 'one message');
    granted[0]?.learn(permit, OK);
    clock.forward(2000);
    for (const throttling of [...granted, ...workers]) await throttling.refresh();
    clock.forward(10_000);
    for (const throttling of workers) assert.equal(throttling.ask(permit), undefined);
    assert.equal((await rowOf(relay.id, 'yahoodns.net'))?.state, 'slowed');
  });

  test('a trial that is refused parks for twice as long', async () => {
    const { throttling, clock } = open();
    const relay = relayWith(++lastRelay);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    throttling.setRelays([relay]);
    const minutes: number[] = [];
    for (let round = 0; round < 8; round++) {
      for (let tries = 0; throttling.ask(permit) !== undefined; tries++) {
        assert.ok(tries < 10);
        clock.forward(1000);
        await throttling.refresh();
      }
      throttling.learn(permit, BLOCKED);
      const refusal = throttling.ask(permit);
      const ms = (refusal?.until ?? 0) - clock.now();
      minutes.push(ms / MINUTE_MS);
      await throttling.refresh();
      clock.forward(ms);
    }
    assert.deepEqual(minutes, [5, 10, 20, 40, 80, 120, 120, 120]);
  });

  test('an operator who forgets a destination frees it in all workers', async () => {
    const { throttling, clock } = open();
    const relay = relayWith(++lastRelay);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    throttling.setRelays([relay]);
    throttling.ask(permit);
    throttling.learn(permit, BLOCKED);
    await throttling.refresh();
    assert.ok(await forgetDestination(db(), relay.id, 'a.com'));
    assert.equal(await forgetDestination(db(), relay.id, 'a.com'), false);
    clock.forward(1000);
    await throttling.refresh();
    assert.equal(takeAll(throttling, permit, 100), 100);
    clock.forward(10_000);
    await throttling.refresh();
    assert.equal(await rowOf(relay.id, 'a.com'), undefined, 'and it does not come back');
  });

  test('what a relay says of us as a whole holds all its destinations', async () => {
    const { throttling, clock } = open();
    const relay = relayWith(++lastRelay);
    throttling.setRelays([relay]);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    throttling.ask(permit);
    throttling.learn(permit, answer('454 Throttling failure: Maximum sending rate exceeded.'));
    const refusal = throttling.ask({ ...permit, destination: 'b.com' });
    assert.equal(refusal?.scope, 'relay');
    assert.match(refusal?.reason ?? '', /^relay \d+ is limited to 30 a minute after: 454 Throttling/);
    clock.forward(1000);
    assert.equal(throttling.ask(permit), undefined, 'one at a time');
    assert.ok(throttling.ask(permit));
    throttling.learn(permit, OK);
    await throttling.refresh();
    assert.equal((await rowOf(relay.id, '*'))?.state, 'slowed');
  });

  test('a row changes at most once a second, and 24 quiet hours forget it', async () => {
    const { throttling, clock } = open();
    const relay = relayWith(++lastRelay);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    throttling.setRelays([relay]);
    throttling.ask(permit);
    throttling.learn(permit, SLOW);
    await throttling.refresh();
    const before = await rowOf(relay.id, 'a.com');
    clock.forward(999);
    throttling.learn(permit, BLOCKED);
    await throttling.refresh();
    assert.deepEqual(await rowOf(relay.id, 'a.com'), before);
    clock.forward(1);
    await throttling.refresh();
    assert.equal((await rowOf(relay.id, 'a.com'))?.state, 'parked');
    clock.forward(DAY_MS + 120_000);
    await throttling.refresh();
    await throttling.refresh();
    assert.equal(await rowOf(relay.id, 'a.com'), undefined);
    assert.equal(throttling.ask(permit), undefined);
  });

  test('a clock that goes back a day neither parks for longer nor lets a burst through', async () => {
    const { throttling, clock } = open();
    const relay = relayWith(++lastRelay, { perSecond: 10 });
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    throttling.setRelays([relay]);
    takeAll(throttling, permit);
    const parked = { ...permit, destination: 'b.com' };
    clock.forward(100);
    throttling.ask(parked);
    throttling.learn(parked, BLOCKED);
    await throttling.refresh();
    clock.forward(-DAY_MS);
    assert.equal(takeAll(throttling, permit), 0);
    await throttling.refresh();
    assert.equal(throttling.ask(parked)?.until, clock.now() + 300_000);
    clock.forward(100);
    assert.equal(takeAll(throttling, permit), 1);
    const restarted = open(clock).throttling;
    restarted.setRelays([relay]);
    await restarted.refresh();
    assert.ok((restarted.ask(parked)?.until ?? 0) <= clock.now() + 2 * HOUR_MS, 'nor after a restart');
  });
});
