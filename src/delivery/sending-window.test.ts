// Campaigns with a sending window: outside of it nothing goes out, and nobody has to do anything.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliver } from '../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  countersOf,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
} from '../../test/support/delivery-rows.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { toColumn } from '../campaigns/window/rules.ts';
import { DAY_MS, HOUR_MS } from '../kernel/durations.ts';
import { findDelivery } from '../messages/explain/delivery-state.ts';
import type { Db } from '../storage/db.ts';
import { quietUntil } from './plan/resting.ts';

const working = toColumn({ days: ['mon', 'tue'], from: '09:00', to: '17:00', time_zone: 'Europe/Berlin' });
const MONDAY = Date.parse('2026-11-23T08:00:00Z');

eachEngine('sending windows', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  /** A clock that goes on from where it is set. */
  function clockAt(instant: number) {
    let ahead = instant - Date.now();
    return {
      now: () => Date.now() + ahead,
      set(next: number) {
        ahead = next - Date.now();
      },
    };
  }

  async function campaignFor(people: number, members: Record<string, unknown> = {}) {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, people);
    const id = await seedCampaign(db, seed, { sending_window: working, send_at: MONDAY - 100 * HOUR_MS, ...members });
    return { id, customerId: seed.customerId };
  }

  test('a campaign waits for it by itself, pauses at its end by itself, and everybody gets it once', async (t) => {
    const closes = Promise.withResolvers<undefined>();
    let taken = 0;
    const sink = await openSink(t, (phase) => {
      if (phase === 'data_done') taken += 1;
      return phase === 'data_done' && taken > 10 ? closes.promise : undefined;
    });
    const { id } = await campaignFor(40);
    const clock = clockAt(MONDAY - HOUR_MS);
    deliver(t, db, sink, { clock });
    await until('it is frozen', async () => (await campaignOf(db, id)).freeze_done === 1);
    await sleep(1_200); // some looks of the worker
    assert.deepEqual(sink.recipients(), [], 'nothing before it opens');
    assert.equal((await campaignOf(db, id)).status, 'sending', 'it is not paused');
    const known = { isKnown: async () => true };
    assert.equal(await quietUntil(db, known, clock), MONDAY, 'the worker sleeps until it opens');
    const waiting = await findDelivery(db, await campaignOf(db, id), clock.now());
    assert.equal(waiting.windowOpensAt, MONDAY);
    assert.match(waiting.waits ?? '', /^The campaign waits for 09:00 Mon \(Europe\/Berlin\)/);

    clock.set(MONDAY);
    await until('some are sent', () => sink.recipients().length > 5);
    assert.equal((await findDelivery(db, await campaignOf(db, id), clock.now())).windowOpensAt, null);
    clock.set(MONDAY + 8 * HOUR_MS);
    closes.resolve(undefined);
    await until('what was in flight is written down', async () => {
      const { accepted = 0, pending = 0 } = await statesOf(db, id);
      return accepted === sink.recipients().length && accepted + pending === 40;
    });
    const before = sink.recipients().length;
    assert.ok(before < 40, 'it closed in the middle');
    await sleep(900);
    assert.equal(sink.recipients().length, before, 'nothing after it closed');
    const { accepted } = await countersOf(db, id);
    const states = await statesOf(db, id);
    assert.deepEqual([accepted, states['pending']], [before, 40 - before], 'what was claimed was given back');

    clock.set(MONDAY + DAY_MS);
    await until('it is sent', async () => (await campaignOf(db, id)).status === 'sent');
    const expected = Array.from({ length: 40 }, (_, n) => `u${n}@example.com`);
    assert.deepEqual(sink.recipients().sort(), expected.sort());
    await assertCountersAreRows(db, id);
  });

  test('another campaign is not held up, and a window that is taken away lets it go', async (t) => {
    const sink = await openSink(t);
    const waits = await campaignFor(5);
    const goes = await campaignFor(7, { sending_window: null });
    const clock = clockAt(MONDAY - HOUR_MS);
    deliver(t, db, sink, { clock });
    await until('the other is sent', async () => (await campaignOf(db, goes.id)).status === 'sent');
    assert.equal((await countersOf(db, waits.id)).accepted, 0);
    await db.updateTable('campaign').set({ sending_window: null }).where('id', '=', waits.id).execute();
    await until('it is sent too', async () => (await campaignOf(db, waits.id)).status === 'sent');
    assert.equal(sink.recipients().length, 12);
  });
});
