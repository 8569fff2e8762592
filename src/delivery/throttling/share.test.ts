import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { answer, movedClock, NOON, relayWith, takeAll } from '../../../test/support/pacing.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { createLogger } from '../../kernel/log.ts';
import type { Db } from '../../storage/db.ts';
import { forgetDestination } from './destination-queries.ts';
import { openPacing, type Pacing } from './throttling.ts';

const log = createLogger('silent');
const OK = answer('250 2.0.0 OK');
const SLOW = answer('421 4.7.28 unusual rate of unsolicited mail, bob@example.com');
const BLOCKED = answer('421 4.7.1 [TS03] permanently deferred');

eachEngine('destinations of workers', (engine) => {
  const opened: Pacing[] = [];
  after(async () => {
    for (const pacing of opened) await pacing.stop();
  });
  const store = suiteStore(engine);
  const db = (): Db => store().db;
  let lastRelay = 1000;

  function open(clock = movedClock()) {
    const pacing = openPacing({ db: db(), clock, log });
    opened.push(pacing);
    return { pacing, clock };
  }

  const rowOf = (relayId: number, name: string) =>
    db()
      .selectFrom('destination')
      .selectAll()
      .where('relay_id', '=', relayId)
      .where('name', '=', name)
      .executeTakeFirst();

  test('a destination that is too fast is slowed; others and other relays are not; the store has it', async () => {
    const { pacing, clock } = open();
    const [relay, other] = [relayWith(++lastRelay), relayWith(++lastRelay)];
    pacing.setRelays([relay, other]);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'google.com' };
    for (let i = 0; i < 100; i++) {
      pacing.ask(permit);
      pacing.learn(permit, i < 99 ? OK : SLOW);
      clock.forward(20);
    }
    const refusal = pacing.ask(permit);
    assert.deepEqual([refusal?.scope, refusal?.parked], ['destination', false]);
    assert.match(
      refusal?.reason ?? '',
      /^google\.com is limited to 25 a second after: 421 4\.7\.28 .* …@example\.com$/,
    );
    assert.equal(pacing.ask({ ...permit, destination: 'outlook.com' }), undefined);
    assert.equal(pacing.ask({ ...permit, relayId: other.id }), undefined);
    await pacing.refresh();
    const row = await rowOf(relay.id, 'google.com');
    assert.deepEqual([row?.state, row?.refusals, row?.parked_until], ['slowed', 1, null]);
    assert.ok(Math.abs((row?.per_hour ?? 0) - 25 * 3600) < 3600, `${row?.per_hour}`);
    assert.doesNotMatch(row?.reason ?? '', /bob/);
  });

  test('parked stays parked after a restart; of two workers one sends the trial; what it finds frees both', async () => {
    const clock = movedClock();
    const relay = relayWith(++lastRelay);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'yahoodns.net' };
    const first = open(clock).pacing;
    first.setRelays([relay]);
    await first.refresh();
    first.ask(permit);
    first.learn(permit, BLOCKED);
    assert.match(
      first.ask(permit)?.reason ?? '',
      /^yahoodns\.net is parked until 12:05 UTC after: 421 4\.7\.1 \[TS03\]/,
    );
    await first.stop();

    const workers = [open(clock).pacing, open(clock).pacing];
    for (const pacing of workers) {
      pacing.setRelays([relay]);
      await pacing.refresh();
      const refusal = pacing.ask(permit);
      assert.deepEqual([refusal?.parked, refusal?.until], [true, NOON + 300_000]);
    }
    clock.forward(300_000);
    for (const pacing of workers) assert.ok(pacing.ask(permit), 'the trial has to be claimed');
    await Promise.all(workers.map((pacing) => pacing.refresh()));
    await Promise.all(workers.map((pacing) => pacing.refresh()));
    const granted = workers.filter((pacing) => pacing.ask(permit) === undefined);
    assert.equal(granted.length, 1);
    for (const pacing of workers) assert.ok(pacing.ask(permit), 'one message');
    granted[0]?.learn(permit, OK);
    clock.forward(2000);
    for (const pacing of [...granted, ...workers]) await pacing.refresh();
    clock.forward(10_000);
    for (const pacing of workers) assert.equal(pacing.ask(permit), undefined);
    assert.equal((await rowOf(relay.id, 'yahoodns.net'))?.state, 'slowed');
  });

  test('a trial that is refused parks for twice as long', async () => {
    const { pacing, clock } = open();
    const relay = relayWith(++lastRelay);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    pacing.setRelays([relay]);
    const minutes: number[] = [];
    for (let round = 0; round < 8; round++) {
      for (let tries = 0; pacing.ask(permit) !== undefined; tries++) {
        assert.ok(tries < 10);
        clock.forward(1000);
        await pacing.refresh();
      }
      pacing.learn(permit, BLOCKED);
      const refusal = pacing.ask(permit);
      const ms = (refusal?.until ?? 0) - clock.now();
      minutes.push(ms / 60_000);
      await pacing.refresh();
      clock.forward(ms);
    }
    assert.deepEqual(minutes, [5, 10, 20, 40, 80, 120, 120, 120]);
  });

  test('an operator who forgets a destination frees it in all workers', async () => {
    const { pacing, clock } = open();
    const relay = relayWith(++lastRelay);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    pacing.setRelays([relay]);
    pacing.ask(permit);
    pacing.learn(permit, BLOCKED);
    await pacing.refresh();
    assert.ok(await forgetDestination(db(), relay.id, 'a.com'));
    assert.equal(await forgetDestination(db(), relay.id, 'a.com'), false);
    clock.forward(1000);
    await pacing.refresh();
    assert.equal(takeAll(pacing, permit, 100), 100);
    clock.forward(10_000);
    await pacing.refresh();
    assert.equal(await rowOf(relay.id, 'a.com'), undefined, 'and it does not come back');
  });

  test('what a relay says of us as a whole holds all its destinations', async () => {
    const { pacing, clock } = open();
    const relay = relayWith(++lastRelay);
    pacing.setRelays([relay]);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    pacing.ask(permit);
    pacing.learn(permit, answer('454 Throttling failure: Maximum sending rate exceeded.'));
    const refusal = pacing.ask({ ...permit, destination: 'b.com' });
    assert.equal(refusal?.scope, 'relay');
    assert.match(refusal?.reason ?? '', /^relay \d+ is limited to 30 a minute after: 454 Throttling/);
    clock.forward(1000);
    assert.equal(pacing.ask(permit), undefined, 'one at a time');
    assert.ok(pacing.ask(permit));
    pacing.learn(permit, OK);
    await pacing.refresh();
    assert.equal((await rowOf(relay.id, '*'))?.state, 'slowed');
  });

  test('a row changes at most once a second, and 24 quiet hours forget it', async () => {
    const { pacing, clock } = open();
    const relay = relayWith(++lastRelay);
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    pacing.setRelays([relay]);
    pacing.ask(permit);
    pacing.learn(permit, SLOW);
    await pacing.refresh();
    const before = await rowOf(relay.id, 'a.com');
    clock.forward(999);
    pacing.learn(permit, BLOCKED);
    await pacing.refresh();
    assert.deepEqual(await rowOf(relay.id, 'a.com'), before);
    clock.forward(1);
    await pacing.refresh();
    assert.equal((await rowOf(relay.id, 'a.com'))?.state, 'parked');
    clock.forward(24 * 3_600_000 + 120_000);
    await pacing.refresh();
    await pacing.refresh();
    assert.equal(await rowOf(relay.id, 'a.com'), undefined);
    assert.equal(pacing.ask(permit), undefined);
  });

  test('a clock that goes back a day neither parks for longer nor lets a burst through', async () => {
    const { pacing, clock } = open();
    const relay = relayWith(++lastRelay, { perSecond: 10 });
    const permit = { relayId: relay.id, campaignId: 1, destination: 'a.com' };
    pacing.setRelays([relay]);
    takeAll(pacing, permit);
    const parked = { ...permit, destination: 'b.com' };
    clock.forward(100);
    pacing.ask(parked);
    pacing.learn(parked, BLOCKED);
    await pacing.refresh();
    clock.forward(-86_400_000);
    assert.equal(takeAll(pacing, permit), 0);
    await pacing.refresh();
    assert.equal(pacing.ask(parked)?.until, clock.now() + 300_000);
    clock.forward(100);
    assert.equal(takeAll(pacing, permit), 1);
    const restarted = open(clock).pacing;
    restarted.setRelays([relay]);
    await restarted.refresh();
    assert.ok((restarted.ask(parked)?.until ?? 0) <= clock.now() + 2 * 3_600_000, 'nor after a restart');
  });
});
