import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { answer, movedClock, NOON, relayWith, takeAll } from '../../../test/support/throttling.ts';
import { registerWorker, removeLease } from '../../coordination/lease.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import type { UsableRelay } from '../../relays/usable.ts';
import type { Db } from '../../storage/db.ts';
import { openThrottling, type Throttling } from './throttling.ts';

const log = createLogger('silent');
const OK = answer('250 2.0.0 OK');
const SLOW = answer('421 4.7.28 unusual rate of unsolicited mail, bob@example.com');

/** Bytes that are still in use: what could be collected has been. */
function heldMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

eachEngine('throttling', (engine) => {
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

  test('what has no limit is never refused', () => {
    const { throttling } = open();
    const permit = { relayId: 0, campaignId: 1, destination: 'example.com' };
    assert.equal(takeAll(throttling, permit), 10_000);
    assert.equal(throttling.destinationOf('Example.COM'), 'example.com');
  });

  test('a relay’s messages a second', async () => {
    const { throttling, clock } = open();
    const relay = relayWith(++lastRelay, { perSecond: 50 });
    throttling.setRelays([relay]);
    await throttling.refresh();
    const permit = { relayId: relay.id, campaignId: 1, destination: 'example.com' };
    let taken = 0;
    for (let ms = 0; ms < 10_000; ms += 10) {
      taken += takeAll(throttling, permit);
      clock.forward(10);
    }
    assert.ok(taken >= 499 && taken <= 506, `${taken}`);
    takeAll(throttling, permit);
    const refusal = throttling.ask(permit);
    assert.equal(refusal?.scope, 'relay');
    assert.equal(refusal.until, clock.now() + 20);
    assert.match(refusal.reason, /^relay \d+ is limited to 50 a second$/);
    throttling.giveBack(permit);
    assert.equal(throttling.ask(permit), undefined);
    throttling.setRelays([{ ...relay, quotas: { ...relay.quotas, perSecond: null } }]);
    assert.equal(takeAll(throttling, permit), 10_000);
  });

  test('a campaign’s messages a minute; others are not held', () => {
    const { throttling, clock } = open();
    throttling.setCampaigns(new Map([[7, 600]]));
    const permit = { relayId: 0, campaignId: 7, destination: 'example.com' };
    let taken = 0;
    for (let second = 0; second < 60; second += 1) {
      for (let tenth = 0; tenth < 10; tenth++) {
        taken += takeAll(throttling, permit);
        clock.forward(100);
      }
    }
    assert.ok(taken >= 599 && taken <= 602, `${taken}`);
    takeAll(throttling, permit);
    assert.equal(throttling.ask(permit)?.reason, 'the campaign is limited to 600 a minute');
    assert.equal(throttling.ask({ ...permit, campaignId: 8 }), undefined);
    throttling.setCampaigns(new Map());
    assert.equal(takeAll(throttling, permit), 10_000);
  });

  test('per-second limits are divided by the live workers', async () => {
    const leases = await Promise.all([1, 2, 3, 4].map(() => registerWorker(db())));
    const { throttling, clock } = open();
    const relay = relayWith(++lastRelay, { perSecond: 40 });
    throttling.setRelays([relay]);
    await throttling.refresh();
    const permit = { relayId: relay.id, campaignId: 1, destination: 'example.com' };
    const perSecond = () => {
      takeAll(throttling, permit);
      let taken = 0;
      for (let ms = 0; ms < 10_000; ms += 10) {
        clock.forward(10);
        taken += takeAll(throttling, permit);
      }
      return taken / 10;
    };
    assert.ok(Math.abs(perSecond() - 10) < 0.5);
    for (const lease of leases.slice(1)) await removeLease(db(), lease);
    await throttling.refresh();
    assert.ok(Math.abs(perSecond() - 40) < 1);
    for (const lease of leases) await removeLease(db(), lease);
  });

  test('a quota holds over all workers, with its reason; stopping gives back', async () => {
    const relay = relayWith(++lastRelay, { perHour: 300 });
    const clock = movedClock();
    const workers = [open(clock).throttling, open(clock).throttling, open(clock).throttling];
    const permit = { relayId: relay.id, campaignId: 1, destination: 'example.com' };
    for (const throttling of workers) throttling.setRelays([relay]);
    let taken = 0;
    for (let round = 0; round < 100; round++) {
      await Promise.all(workers.map((throttling) => throttling.refresh()));
      for (const throttling of workers) taken += takeAll(throttling, permit);
    }
    assert.equal(taken, 300);
    const refusal = workers[0]?.ask(permit);
    assert.deepEqual([refusal?.scope, refusal?.until, refusal?.parked], ['relay', NOON + HOUR_MS, false]);
    assert.match(refusal?.reason ?? '', /has used up its quota for this hour \(300\)/);
    const last = workers[2] ?? assert.fail();
    for (const other of workers.slice(0, 2)) await other.stop(); // they would ask for more soon
    clock.forward(HOUR_MS);
    last.ask(permit);
    await last.refresh();
    assert.equal(last.ask(permit), undefined);
    await last.stop();
    const usage = await db().selectFrom('relay_usage').selectAll().where('relay_id', '=', relay.id).executeTakeFirst();
    assert.equal(usage?.used, 1);
  });

  test('what a relay used is forgotten when no period of it can go on, also of one that is removed', async () => {
    const [gone, kept] = [relayWith(++lastRelay, { perMonth: 9 }), relayWith(++lastRelay, { perMonth: 9 })];
    const { throttling, clock } = open();
    throttling.setRelays([gone, kept]);
    const use = ({ id: relayId }: UsableRelay) =>
      takeAll(throttling, { relayId, campaignId: 1, destination: 'example.com' });
    const counted = async () => {
      const relays = [gone.id, kept.id];
      const rows = await db().selectFrom('relay_usage').select('relay_id').where('relay_id', 'in', relays).execute();
      return rows.map(({ relay_id }) => relay_id).sort((a, b) => a - b);
    };
    const send = async (relays: readonly UsableRelay[]) => {
      await throttling.refresh();
      for (const relay of relays) use(relay);
      await throttling.refresh();
    };
    await send([gone, kept]);
    throttling.setRelays([kept]);
    clock.forward(15 * DAY_MS);
    await send([kept]);
    assert.deepEqual(await counted(), [gone.id, kept.id]);
    clock.forward(10 * DAY_MS);
    await send([kept]);
    assert.deepEqual(await counted(), [kept.id]);
  });

  test('of a long reply whole characters are told', () => {
    const { throttling } = open();
    const permit = { relayId: ++lastRelay, campaignId: 1, destination: 'example.com' };
    const said = `421 4.7.28 rate limit ${'x'.repeat(177)}`;
    throttling.learn(permit, answer(`${said}🦊🦊`));
    assert.match(throttling.ask(permit)?.reason ?? '', new RegExp(`after: ${said}…$`));
  });

  test('memory is bounded: a hundred thousand destinations come and go', () => {
    const { throttling } = open();
    const before = heldMemory();
    for (let i = 0; i < 100_000; i++) {
      const permit = { relayId: 0, campaignId: 1, destination: `d${i}.com` };
      throttling.ask(permit);
      throttling.learn(permit, i % 3 === 0 ? SLOW : OK);
    }
    assert.ok(heldMemory() - before < 60e6);
  });
});
