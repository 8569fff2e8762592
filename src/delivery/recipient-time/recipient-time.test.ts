// Campaigns that each recipient gets at their own time: nobody before it, everybody once.
import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { deliver } from '../../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  countersOf,
  type Seed,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
  subscribersOf,
} from '../../../test/support/delivery-rows.ts';
import { claimSome } from '../../../test/support/delivery-turns.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import { campaignsDue, nextCampaignAt, startCampaign } from '../../campaigns/delivery/progress.ts';
import { beginsEarly, type RecipientTime, toColumn } from '../../campaigns/recipient-time/rules.ts';
import { registerWorker } from '../../coordination/lease.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { findDelivery } from '../../messages/explain/delivery-state.ts';
import { explainAddress } from '../../messages/explain/explain.ts';
import { recoverLease } from '../../messages/recover.ts';
import type { Db } from '../../storage/db.ts';
import { idsIn } from '../../storage/id-lists.ts';
import { openSlices } from '../../storage/slices.ts';
import { freezeChunk } from '../freeze.ts';
import { quietUntil } from '../plan/resting.ts';
import { commitTurn } from '../record.ts';

/** Tuesday 09:00 in Berlin, and when it is 09:00 in UTC+14. */
const TUESDAY = Date.parse('2026-11-24T08:00:00Z');
const BEGINS = TUESDAY - 13 * HOUR_MS;
const OWN: RecipientTime = { field: 'FNAME', last_open: false, time_zone: 'Europe/Berlin' };
const known = { isKnown: async () => true };

eachEngine('recipients’ own time', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  // The next test's worker sends nothing of it.
  afterEach(async () => {
    await db.updateTable('campaign').set({ status: 'draft' }).execute();
    await db.deleteFrom('batch').execute();
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

  /** People whose field FNAME says these in turn; null: it is empty. */
  async function people(seed: Seed, count: number, zones: readonly (string | null)[], from = 0): Promise<void> {
    await seedSubscribers(db, seed, count, { from });
    const rows = await db
      .selectFrom('subscriber')
      .select(['id', 'email'])
      .where('list_id', '=', seed.listId)
      .orderBy('id')
      .execute();
    for (const [n, { id, email }] of rows.entries()) {
      if (n < from) continue;
      const zone = zones[n % zones.length] ?? null;
      const said = zone === null ? {} : { [seed.nameFieldId]: zone.toLowerCase() };
      const folded = JSON.stringify({ [seed.emailFieldId]: email, ...said });
      await db.updateTable('subscriber').set({ folded }).where('id', '=', id).execute();
    }
  }

  async function campaignFor(seed: Seed, own = OWN, given: Record<string, unknown> = {}): Promise<number> {
    const begins_early = beginsEarly(TUESDAY, own);
    return seedCampaign(db, seed, { recipient_time_zone: toColumn(own), send_at: TUESDAY, begins_early, ...given });
  }

  async function freeze(campaignId: number, size: number): Promise<void> {
    const { customer_id } = await campaignOf(db, campaignId);
    assert.ok(await startCampaign(db, { id: campaignId, customer_id }, TUESDAY));
    for (let done = false; !done; ) {
      const chunks = openSlices({ least: size, first: size, most: size });
      const frozen = await freezeChunk(db, await campaignOf(db, campaignId), chunks);
      assert.ok(frozen);
      done = frozen.done;
    }
  }

  /** When each recipient is due, by the numbers of their addresses. */
  async function dueOf(campaignId: number): Promise<Map<number, number>> {
    const { rows } = await sql<{ email: string; due_at: number }>`select subscriber.email, batch.due_at
      from batch join subscriber on subscriber.customer_id = batch.customer_id, ${idsIn(db, 'batch.ids')}
      where batch.campaign_id = ${campaignId} and subscriber.id = listed.value`.execute(db);
    return new Map(rows.map(({ email, due_at }) => [Number(/\d+/.exec(email)?.[0]), Number(due_at)]));
  }

  test('it begins when the first clocks show the time, and each zone gets it when its own do', async (t) => {
    const sink = await openSink(t);
    const seed = await seedList(db);
    const zones = ['Pacific/Kiritimati', 'Europe/Berlin', 'America/New_York', '+05:30', null, 'nowhere'];
    await people(seed, 30, zones);
    const id = await campaignFor(seed);
    const clock = clockAt(BEGINS - MINUTE_MS);
    assert.equal(await nextCampaignAt(db, clock.now()), BEGINS);
    deliver(t, db, sink, { clock });
    await sleep(900);
    assert.equal((await campaignOf(db, id)).status, 'pending-sending');
    const came = () => sink.recipients().map((email) => Number(/\d+/.exec(email)?.[0]));
    const expect = async (what: string, at: number, places: readonly number[]) => {
      const before = came().length;
      clock.set(at - MINUTE_MS / 2);
      await sleep(700); // some looks of the worker
      assert.equal(came().length, before, `nobody before ${what}`);
      assert.equal(await quietUntil(db, known, clock), at, `the worker sleeps until ${what}`);
      clock.set(at);
      await until(what, () => came().length >= before + places.length * 5);
      const now = new Set(came().slice(before));
      for (const n of now) assert.ok(places.includes(n % zones.length), `${n} at ${what}`);
    };
    clock.set(BEGINS);
    await until('the first zone has it', () => came().length === 5);
    assert.ok(came().every((n) => n % zones.length === 0));
    const delivery = async () => findDelivery(db, await campaignOf(db, id), clock.now());
    await until('they are written down', async () => (await delivery()).states.accepted === 5);
    const waiting = await delivery();
    assert.deepEqual(waiting.later, [
      { at: TUESDAY - 4.5 * HOUR_MS, people: 5 },
      { at: TUESDAY, people: 15 },
      { at: TUESDAY + 6 * HOUR_MS, people: 5 },
    ]);
    assert.equal(
      waiting.waits,
      '25 recipients wait for their own time, at 3 times; the next 5 get it at 2026-11-24 03:30:00 UTC.',
    );
    const { text } = await explainAddress(db, await campaignOf(db, id), 'u2@example.com', clock.now());
    assert.equal(
      text,
      'The message to u2@example.com is pending: its send time in the recipient’s time zone is 2026-11-24 14:00:00 UTC.',
    );
    await expect('India', TUESDAY - 4.5 * HOUR_MS, [3]);
    await expect('Berlin and those without a zone', TUESDAY, [1, 4, 5]);
    await expect('New York', TUESDAY + 6 * HOUR_MS, [2]);
    await until('it is sent', async () => (await campaignOf(db, id)).status === 'sent');
    assert.deepEqual(
      came().sort((a, b) => a - b),
      Array.from({ length: 30 }, (_, n) => n),
    );
    await assertCountersAreRows(db, id);
  });

  test('batches have one instant each, whatever the pieces of the freeze', async () => {
    const seed = await seedList(db);
    const zones = ['Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'UTC+9', 'x', 'Asia/Tokyo', 'Asia/Tokyo'];
    await people(seed, 2_400, zones);
    const ofZones = [-8, 0, 6, -8, 0, -8, -8];
    for (const size of [7_000, 500]) {
      const id = await campaignFor(seed);
      await freeze(id, size);
      const due = await dueOf(id);
      assert.equal(due.size, 2_400);
      for (const [n, at] of due) assert.equal(at, TUESDAY + (ofZones[n % 7] ?? 0) * HOUR_MS, `${n}`);
      const batches = await db.selectFrom('batch').selectAll().where('campaign_id', '=', id).execute();
      assert.ok(batches.every(({ size: n }) => Number(n) <= 500));
      if (size === 7_000) assert.equal(batches.length, 3 + 2 + 1, '1372 in Tokyo, 685 in Berlin, 343 in New York');
      assert.equal((await countersOf(db, id)).audience, 2_400);
      assert.deepEqual(await statesOf(db, id), { pending: 2_400 });
    }
  });

  test('small batches are claimed together, eight at a time, and none before its instant', async () => {
    const seed = await seedList(db);
    const zones = Array.from({ length: 20 }, (_, n) => `UTC${n < 10 ? '+' : '-'}${(n % 10) + 1}`);
    await people(seed, 40, zones);
    const id = await campaignFor(seed);
    await freeze(id, 500);
    const lease = await registerWorker(db);
    const sizes: number[] = [];
    for (const now of [TUESDAY, TUESDAY, TUESDAY, TUESDAY + 2 * HOUR_MS]) {
      const claimed = await claimSome(db, lease.id, id, { now });
      sizes.push((await commitTurn(db, lease.id, { outcomes: [], starts: claimed }, now)).size);
    }
    assert.deepEqual(sizes, [16, 4, 0, 2]);
    assert.deepEqual(await recoverLease(db, lease, TUESDAY), { released: 0, inFlight: 22 });
  });

  test('who has no zone gets it at the hour of the last open, within a day', async () => {
    const seed = await seedList(db);
    await people(seed, 6, ['Asia/Tokyo', null, null, null, null, null]);
    const ids = (await subscribersOf(db, seed)).map(({ id }) => id);
    const [older, newer] = [await seedCampaign(db, seed), await seedCampaign(db, seed)];
    for (const mail of [older, newer])
      await db.updateTable('campaign').set({ status: 'sent', freeze_until_id: 1 }).where('id', '=', mail).execute();
    const never = { unsubscribed_at: null, clicked_at: null, filtered_opened_at: null, filtered_clicked_at: null };
    const opened = (campaign_id: number, n: number, times: Record<string, number>) => {
      const of = { customer_id: seed.customerId, campaign_id, subscriber_id: ids[n] ?? 0 };
      return db
        .insertInto('response')
        .values({ ...of, ...never, opened_at: 1, ...times })
        .execute();
    };
    const days = (n: number) => TUESDAY - n * DAY_MS;
    await opened(older, 0, { filtered_opened_at: days(9) + 2 * HOUR_MS }); // whose zone is known
    await opened(older, 1, { filtered_opened_at: days(9) + 11 * HOUR_MS + 59 });
    await opened(older, 2, { filtered_opened_at: days(9) + 3 * HOUR_MS });
    await opened(newer, 2, { filtered_opened_at: days(2) - 2 * HOUR_MS });
    await opened(newer, 3, { filtered_clicked_at: days(2) + 5 * HOUR_MS });
    await opened(newer, 4, {}); // a machine did
    const id = await campaignFor(seed, { ...OWN, last_open: true });
    await freeze(id, 500);
    const hours = [...(await dueOf(id))].sort(([a], [b]) => a - b).map(([, at]) => (at - TUESDAY) / HOUR_MS);
    assert.deepEqual(hours, [-8, 11, 22, 5, 0, 0]);
    const onlyHours = await campaignFor(seed, { field: null, last_open: true, time_zone: 'Europe/Berlin' });
    assert.equal((await campaignOf(db, onlyHours)).begins_early, 0);
    await freeze(onlyHours, 500);
    const all = [...(await dueOf(onlyHours))].sort(([a], [b]) => a - b).map(([, at]) => (at - TUESDAY) / HOUR_MS);
    assert.deepEqual(all, [2, 11, 22, 5, 0, 0]);
  });

  test('of several lists each has its own field, and one without it the zone of the campaign', async () => {
    const first = await seedList(db);
    const second = await seedList(db, 1_000, first.customerId);
    await db.updateTable('list_field').set({ tag: 'CITY' }).where('id', '=', second.nameFieldId).execute();
    const third = await seedList(db, 1_000, first.customerId);
    await people(first, 3, ['Asia/Tokyo']);
    await people(second, 3, ['Asia/Tokyo']);
    await people(third, 2, ['America/New_York']);
    for (const [n, seed] of [second, third].entries())
      await sql`update subscriber set email = 'o' || ${`${n}`} || email, email_key = 'o' || ${`${n}`} || email_key
        where list_id = ${seed.listId}`.execute(db);
    const id = await campaignFor(first, OWN, { further_lists: `${second.listId},${third.listId}` });
    await freeze(id, 2);
    const rows = await db.selectFrom('batch').select(['due_at', 'size']).where('campaign_id', '=', id).execute();
    const byDue = Map.groupBy(rows, ({ due_at }) => (Number(due_at) - TUESDAY) / HOUR_MS);
    const sums = [...byDue].map(([hours, some]) => [hours, some.reduce((sum, { size }) => sum + Number(size), 0)]);
    assert.deepEqual(
      sums.sort(([a = 0], [b = 0]) => a - b),
      [
        [-8, 3],
        [0, 3],
        [6, 2],
      ],
    );
  });

  test('one that is paused goes on; those whose time has passed get it at once; who leaves is skipped', async (t) => {
    const sink = await openSink(t);
    const seed = await seedList(db);
    await people(seed, 8, ['Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'America/New_York']);
    const id = await campaignFor(seed);
    const clock = clockAt(TUESDAY); // sent now: in Tokyo it is 17:00
    assert.deepEqual((await campaignsDue(db, clock.now())).map((one) => one.id).includes(id), true);
    deliver(t, db, sink, { clock });
    await until('Tokyo and Berlin', () => sink.recipients().length === 4);
    await db.updateTable('campaign').set({ status: 'paused' }).where('id', '=', id).execute();
    const left = await db
      .updateTable('subscriber')
      .set({ status: 'unsubscribed' })
      .where('email', '=', 'u6@example.com')
      .where('list_id', '=', seed.listId)
      .executeTakeFirst();
    assert.equal(left.numUpdatedRows, 1n);
    clock.set(TUESDAY + 7 * HOUR_MS);
    await sleep(900);
    assert.equal(sink.recipients().length, 4, 'nothing while it is paused');
    await db.updateTable('campaign').set({ status: 'sending' }).where('id', '=', id).execute();
    await until('it is sent', async () => (await campaignOf(db, id)).status === 'sent');
    assert.equal(sink.recipients().length, 7);
    assert.deepEqual(await statesOf(db, id), { accepted: 7, skipped: 1 });
    await assertCountersAreRows(db, id);
  });

  test('another campaign is not held up by one that waits', async (t) => {
    const sink = await openSink(t);
    const seed = await seedList(db);
    await people(seed, 4, ['America/New_York']);
    const waits = await campaignFor(seed);
    const clock = clockAt(TUESDAY);
    deliver(t, db, sink, { clock });
    await until('it is frozen', async () => (await campaignOf(db, waits)).freeze_done === 1);
    const goes = await seedCampaign(db, seed);
    await until('the other is sent', async () => (await campaignOf(db, goes)).status === 'sent');
    assert.equal((await countersOf(db, waits)).accepted, 0);
    assert.equal((await campaignOf(db, waits)).status, 'sending');
  });
});
