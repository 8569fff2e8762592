// Which subscribers autoresponders reach, and when: with a clock set by the test.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { followedBy, join, look, lookAt, seedAutoresponder } from '../../test/support/autoresponders.ts';
import {
  assertCountersAreRows,
  campaignOf,
  type Seed,
  seedCampaign,
  seedList,
} from '../../test/support/delivery-rows.ts';
import { type LedgerRow, putMessage } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import type { TIME_UNITS } from '../campaigns/options.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import type { Db } from '../storage/db.ts';
import { inTransaction } from '../storage/db.ts';
import { suppress } from '../suppression/suppress.ts';
import { followAgain, followEvents } from './autoresponders.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const after = (value: number, unit: (typeof TIME_UNITS)[number]) => ({
  autoresponder_time_value: value,
  autoresponder_time_unit: unit,
});

eachEngine('autoresponders', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });
  const inZone = async (zone: string): Promise<Seed> => {
    const seed = await seedList(db);
    await db.updateTable('customer').set({ time_zone: zone }).where('id', '=', seed.customerId).execute();
    return seed;
  };

  test('due by the customer’s calendar: changes of the clock, ends of months, leap days', async () => {
    const cases: [zone: string, event: string, value: number, unit: (typeof TIME_UNITS)[number], due: string][] = [
      ['Europe/Berlin', '2026-03-28T12:00:00+01:00', 1, 'day', '2026-03-29T12:00:00+02:00'],
      ['Europe/Berlin', '2026-03-28T02:30:00+01:00', 1, 'day', '2026-03-29T03:00:00+02:00'],
      ['Europe/Berlin', '2026-10-24T02:30:00+02:00', 1, 'day', '2026-10-25T02:30:00+02:00'],
      ['Europe/Berlin', '2026-03-28T12:00:00+01:00', 24, 'hour', '2026-03-29T13:00:00+02:00'],
      ['America/New_York', '2026-10-25T01:30:00-04:00', 1, 'week', '2026-11-01T01:30:00-04:00'],
      ['Australia/Lord_Howe', '2026-10-03T02:15:00+10:30', 1, 'day', '2026-10-04T02:30:00+11:00'],
      ['Asia/Kathmandu', '2026-01-31T23:59:00+05:45', 1, 'month', '2026-02-28T23:59:00+05:45'],
      ['Asia/Kathmandu', '2026-02-28T00:10:00+05:45', 90, 'minute', '2026-02-28T01:40:00+05:45'],
      ['Europe/Berlin', '2028-01-31T09:00:00+01:00', 1, 'month', '2028-02-29T09:00:00+01:00'],
      ['America/New_York', '2028-02-29T10:00:00-05:00', 1, 'year', '2029-02-28T10:00:00-05:00'],
    ];
    for (const [zone, event, value, unit, due] of cases) {
      const seed = await inZone(zone);
      const id = await seedAutoresponder(db, seed, after(value, unit));
      const person = await join(db, seed, instant(event));
      await look(db, instant(due) - 1);
      assert.deepEqual(await followedBy(db, id), [], `${due} minus a millisecond`);
      await look(db, instant(due));
      assert.deepEqual(await followedBy(db, id), [person], due);
      await look(db, instant(due) + 400 * DAY_MS);
      assert.deepEqual(await followedBy(db, id), [person], 'once');
      await assertCountersAreRows(db, id);
      await db.updateTable('campaign').set({ status: 'paused' }).where('id', '=', id).execute();
    }
  });

  test('on the last day of February those of four days are due, each at its time of day', async () => {
    const seed = await inZone('Europe/Berlin');
    const id = await seedAutoresponder(db, seed, after(1, 'month'));
    const at = (text: string) => instant(`2026-${text}:00+01:00`);
    const people = new Map<string, number>();
    for (const text of ['01-28T10:00', '01-28T10:01', '01-29T09:00', '01-30T23:00', '01-31T08:00', '02-01T00:00'])
      people.set(text, await join(db, seed, at(text)));
    const reached = async () => {
      const got = new Set(await followedBy(db, id));
      return [...people].flatMap(([text, person]) => (got.has(person) ? [text] : []));
    };
    await look(db, at('02-28T08:59'));
    assert.deepEqual(await reached(), ['01-31T08:00']);
    await look(db, at('02-28T10:00'));
    assert.deepEqual(await reached(), ['01-28T10:00', '01-29T09:00', '01-31T08:00']);
    await look(db, at('03-01T00:00') - 1);
    assert.deepEqual(await reached(), [...people.keys()].slice(0, 5));
    await look(db, at('03-01T00:00'));
    assert.deepEqual(await reached(), [...people.keys()]);
    assert.equal((await followedBy(db, id)).length, people.size);
  });

  test('a clock that was ahead by days and is put back: whoever joins from then on is followed, nobody twice', async () => {
    const seed = await inZone('UTC');
    const day = DAY_MS;
    const id = await seedAutoresponder(db, seed, after(1, 'hour'));
    const [early, ahead] = [await join(db, seed, 10 * day), await join(db, seed, 12 * day)];
    await look(db, 12 * day + HOUR_MS);
    assert.deepEqual(await followedBy(db, id), [early, ahead]);
    await look(db, 10 * day + 5 * MINUTE_MS);
    const next = await join(db, seed, 10 * day + 6 * MINUTE_MS);
    await look(db, 10 * day + 66 * MINUTE_MS - 1);
    assert.deepEqual(await followedBy(db, id), [early, ahead]);
    await look(db, 10 * day + 66 * MINUTE_MS);
    assert.deepEqual(
      (await followedBy(db, id)).toSorted((a, b) => a - b),
      [early, ahead, next],
    );
    await look(db, 13 * day);
    assert.equal((await followedBy(db, id)).length, 3);
    await assertCountersAreRows(db, id);
    await db.updateTable('campaign').set({ status: 'paused' }).where('id', '=', id).execute();
  });

  test('imported and current subscribers only when enabled', async () => {
    const seed = await inZone('UTC');
    const early = await join(db, seed, 500);
    const [now, imported] = [await join(db, seed, 1_000), await join(db, seed, 2_000, { source: 'import' })];
    const late = await join(db, seed, 3_000);
    const include = async (current: 'yes' | 'no', files: 'yes' | 'no') => {
      const id = await seedAutoresponder(db, seed, {
        autoresponder_include_current: current,
        autoresponder_include_imported: files,
      });
      await look(db, 4_000);
      return followedBy(db, id);
    };
    assert.deepEqual(await include('no', 'no'), [now, late]);
    assert.deepEqual(await include('yes', 'no'), [early, now, late]);
    assert.deepEqual(await include('no', 'yes'), [now, imported, late]);
    assert.deepEqual(await include('yes', 'yes'), [early, now, imported, late]);
  });

  test('it starts with its send time, or when it was started later', async () => {
    const seed = await inZone('UTC');
    const [first, second, third] = [
      await join(db, seed, 4_000),
      await join(db, seed, 6_000),
      await join(db, seed, 9_000),
    ];
    const planned = await seedAutoresponder(db, seed, {}, { send_at: 6_000, updated_at: 2_000 });
    const resumed = await seedAutoresponder(db, seed, {}, { send_at: 2_000, updated_at: 7_000 });
    const later = await seedAutoresponder(db, seed, {}, { send_at: 10_001, updated_at: 2_000 });
    await look(db, 10_000);
    assert.deepEqual(await followedBy(db, planned), [second, third]);
    assert.deepEqual(await followedBy(db, resumed), [third]);
    assert.deepEqual(await followedBy(db, later), []);
    const started = async (id: number) => (await campaignOf(db, id)).started_at;
    assert.deepEqual([await started(planned), await started(resumed), await started(later)], [6_000, 7_000, null]);
    assert.ok(first);
  });

  test('those unsubscribed, suppressed or outside the segment when it is due get nothing', async () => {
    const seed = await inZone('UTC');
    const id = await seedAutoresponder(db, seed, after(1, 'hour'));
    const nobody = await seedAutoresponder(db, seed, {}, { segment_id: 999_999 });
    const [stays, leaves, goes] = [
      await join(db, seed, 2_000),
      await join(db, seed, 2_000),
      await join(db, seed, 2_000),
    ];
    await join(db, seed, 2_000, { email: 'blocked@example.com' });
    const other = await inZone('UTC');
    await join(db, other, 2_000);
    await db.updateTable('subscriber').set({ status: 'unsubscribed' }).where('id', '=', leaves).execute();
    await db.deleteFrom('subscriber').where('id', '=', goes).execute();
    const entry = { customerId: seed.customerId, email: 'blocked@example.com', reason: 'manual' as const, detail: '' };
    await inTransaction(db, (tx) => suppress(tx, [entry], 2_500));
    await look(db, 61 * MINUTE_MS);
    assert.deepEqual(await followedBy(db, id), [stays]);
    assert.deepEqual(await followedBy(db, nobody), []);

    const back = { status: 'confirmed', confirmed_at: 62 * MINUTE_MS };
    await db.updateTable('subscriber').set(back).where('id', 'in', [leaves, stays]).execute();
    await look(db, 125 * MINUTE_MS);
    assert.deepEqual(await followedBy(db, id), [stays, leaves], 'who comes back has it already, or gets it');
    await assertCountersAreRows(db, id);
  });

  test('after a message of another campaign was opened, or accepted', async () => {
    const seed = await inZone('UTC');
    const elsewhere = { ...seed, listId: (await seedList(db, 1_000, seed.customerId)).listId };
    const named = await seedCampaign(db, elsewhere, { status: 'sent' });
    const email = (name: string) => ({ email: `${name}@example.com`, confirmed_at: 10 });
    const there = await Promise.all(['a', 'b', 'c', 'd'].map((name) => join(db, elsewhere, 10, email(name))));
    // Imported: what they got or opened counts all the same.
    const ours = (name: string) => join(db, seed, 10, { ...email(name), source: 'import' });
    const here = await Promise.all(['a', 'b', 'c'].map(ours));
    const [a = 0, b = 0, c = 0] = here;
    await db.updateTable('subscriber').set({ status: 'unsubscribed' }).where('id', '=', c).execute();
    const rows: [Partial<LedgerRow>, Partial<LedgerRow>, Partial<LedgerRow>, Partial<LedgerRow>] = [
      { state: 'accepted', finished_at: 2_000, opened_at: 7_000 },
      { state: 'accepted', finished_at: 3_000 },
      { state: 'accepted', finished_at: 3_000, opened_at: 4_000 },
      { state: 'rejected', finished_at: 2_000 },
    ];
    for (const [i, row] of rows.entries()) {
      const message = { customer_id: seed.customerId, campaign_id: named, subscriber_id: there[i] ?? 0, attempts: 1 };
      await putMessage(db, { ...message, state: 'accepted', ...row });
    }
    const { number } = await campaignOf(db, named);
    const following = (event: 'OPEN' | 'SENT', on = seed) =>
      seedAutoresponder(db, on, {
        autoresponder_event: `AFTER-CAMPAIGN-${event}`,
        autoresponder_open_campaign_id: number,
        autoresponder_sent_campaign_id: number,
        ...after(1, 'minute'),
      });
    const [opens, sent] = [await following('OPEN'), await following('SENT')];
    const same = await following('OPEN', elsewhere);
    const foreign = await following('SENT', await inZone('UTC'));
    await look(db, 62_000);
    assert.deepEqual([await followedBy(db, opens), await followedBy(db, sent)], [[], [a]]);
    await look(db, 67_000);
    assert.deepEqual(
      [await followedBy(db, opens), await followedBy(db, sent)],
      [[a], [a, b]],
      'by address in its own list',
    );
    assert.deepEqual(await followedBy(db, same), [there[2], there[0]]);
    assert.deepEqual(await followedBy(db, foreign), []);
  });

  test('an event that is written late is found for ten minutes', async () => {
    const seed = await inZone('UTC');
    const id = await seedAutoresponder(db, seed);
    const T = HOUR_MS;
    const first = await join(db, seed, T);
    await look(db, T);
    const [late, older] = [await join(db, seed, T - 9 * MINUTE_MS), await join(db, seed, T - 11 * MINUTE_MS)];
    const soon = await join(db, seed, T - 2_000);
    await followEvents(lookAt(db, T + 1));
    assert.deepEqual(await followedBy(db, id), [soon, first], 'those of the last seconds at once');
    await followAgain(lookAt(db, T + 1));
    assert.deepEqual(await followedBy(db, id), [late, soon, first]);
    assert.ok(older);

    const waiting = await seedAutoresponder(db, seed, after(1, 'day'));
    await look(db, T + 2);
    assert.deepEqual(await followedBy(db, waiting), [], 'what is written late is not due before its time');
  });

  test('a customer that is switched off, a list that is removed: it is paused', async () => {
    for (const table of ['customer', 'list'] as const) {
      const seed = await inZone('UTC');
      const id = await seedAutoresponder(db, seed);
      await join(db, seed, 2_000);
      const [rowId, status] = table === 'list' ? [seed.listId, 'pending-delete'] : [seed.customerId, 'inactive'];
      await db.updateTable(table).set({ status }).where('id', '=', rowId).execute();
      await look(db, 3_000);
      assert.deepEqual([(await campaignOf(db, id)).status, await followedBy(db, id)], ['paused', []]);
    }
  });
});
