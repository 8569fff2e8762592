import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../../../test/support/stores.ts';
import { suiteStore } from '../../../../test/support/suite.ts';
import { relayWith } from '../../../../test/support/throttling.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/durations.ts';
import { createLogger } from '../../../kernel/log.ts';
import { inEnglish } from '../../../kernel/sentences/sentence.ts';
import type { UsableRelay } from '../../../relays/usable.ts';
import { openReservations } from '../reservations.ts';
import { periodOf, quotaOf, usedUp } from './periods.ts';
import { openQuotas, type Quotas } from './quotas.ts';
import { reservePermits, usedPermits } from './rows.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('periods', () => {
  test('begin on the minute, hour, day and month, in UTC', () => {
    const at = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
    const begins = (['minute', 'hour', 'day', 'month'] as const).map((name) => periodOf(name, at));
    assert.deepEqual(
      begins.map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16)),
      ['2026-12-31T23:59', '2026-12-31T23:00', '2026-12-31T00:00', '2026-12-01T00:00'],
    );
    for (const { endsAt } of begins) assert.equal(endsAt, Date.UTC(2027, 0, 1));
  });

  test('a day’s quota is the lower one of the quota and the warm-up plan', () => {
    const plan = { startsAt: NOON, firstDay: 100, growthPercent: 100, until: 1000 };
    assert.equal(quotaOf(relayWith(1, {}, plan), 'day', NOON), 100);
    assert.equal(quotaOf(relayWith(1, { perDay: 150 }, plan), 'day', NOON + DAY_MS), 150);
    assert.equal(quotaOf(relayWith(1, { perDay: 5000 }, plan), 'day', NOON + 100 * DAY_MS), 5000);
    assert.equal(quotaOf(relayWith(1, {}, plan), 'day', NOON + 100 * DAY_MS), undefined);
    assert.equal(quotaOf(relayWith(1, {}, plan), 'hour', NOON), undefined);
  });

  test('why a quota holds is one line', () => {
    const relay = relayWith(3, { perHour: 10 }, { startsAt: NOON, firstDay: 7, growthPercent: 10, until: 100 });
    assert.equal(
      inEnglish(usedUp(relay, periodOf('hour', NOON), 10)),
      'relay 3 has used up its quota for this hour (10) and continues at 2026-11-21 13:00 UTC.',
    );
    assert.equal(
      inEnglish(usedUp(relay, periodOf('day', NOON), 7)),
      'relay 3 has used up this day of its warm-up plan (7) and continues at 2026-11-22 00:00 UTC.',
    );
  });
});

eachEngine('quotas', (engine) => {
  const store = suiteStore(engine);
  let lastRelay = 0;
  const newRelay = (quotas: Partial<UsableRelay['quotas']>) => relayWith(++lastRelay, quotas);
  const usedOf = async (relayId: number, period = 'minute') =>
    (
      await store()
        .db.selectFrom('relay_usage')
        .select('used')
        .where('relay_id', '=', relayId)
        .where('period', '=', period)
        .executeTakeFirst()
    )?.used;

  /** Takes what there is, reserving whenever it helps; stops when the quota holds for long. */
  async function takeAll(
    quotas: Quotas,
    at: () => number,
    most = Number.POSITIVE_INFINITY,
    ticks = () => 0,
  ): Promise<number> {
    let taken = 0;
    for (let idle = 0; taken < most && idle < 20; ) {
      const held = quotas.heldUntil(at());
      if (!held) {
        quotas.take(ticks());
        quotas.settle();
        taken += 1;
        idle = 0;
      } else if (held.until - at() > 100) return taken;
      else {
        idle += 1;
        await quotas.reserve(store().db, at());
      }
    }
    return taken;
  }

  test('before the first reservation nothing goes; then the quota and not one more', async () => {
    const quotas = openQuotas(newRelay({ perMinute: 500 }), NOON, () => NOON);
    assert.equal(quotas.heldUntil(NOON)?.until, NOON + 50);
    assert.equal(await takeAll(quotas, () => NOON), 500);
    const held = quotas.heldUntil(NOON);
    assert.equal(held?.until, NOON + MINUTE_MS);
    assert.match(held?.reason ?? '', /has used up its quota for this minute \(500\)/);
    assert.equal(await usedOf(lastRelay), 500);
  });

  test('who sends nothing reserves nothing of the next minute; who sends has it without asking', async () => {
    const { db } = store();
    const [minute, relay] = [NOON + MINUTE_MS, newRelay({ perMinute: 500 })];
    let now = NOON;
    const quotas = openQuotas(relay, NOON, () => now);
    assert.equal(
      await takeAll(
        quotas,
        () => NOON,
        1,
        () => now,
      ),
      1,
    );
    now = minute;
    await quotas.reserve(db, minute);
    assert.equal((await usedPermits(db, relay.id, minute)).get('minute'), undefined);
    assert.equal(
      await takeAll(
        quotas,
        () => minute,
        1,
        () => now,
      ),
      1,
    );
    now += 1_000;
    await quotas.reserve(db, minute + MINUTE_MS);
    assert.equal(quotas.heldUntil(minute + MINUTE_MS), undefined);
  });

  test('a clock that was ahead and is put back: what it used up is of days to come', async () => {
    const quotas = openQuotas(newRelay({ perDay: 500 }), NOON + 48 * HOUR_MS, () => NOON);
    assert.equal(await takeAll(quotas, () => NOON + 48 * HOUR_MS), 500);
    assert.equal(await takeAll(quotas, () => NOON), 500);
    assert.equal(quotas.heldUntil(NOON)?.until, NOON + 12 * HOUR_MS);
  });

  test('where the store fails while permits are given back, only those of that statement stay used', async () => {
    const { db } = store();
    const relays = [newRelay({ perMinute: 500 }), newRelay({ perMinute: 500 })];
    const reservations = openReservations({
      db,
      clock: { now: () => NOON },
      log: createLogger('silent'),
      quotas: () => [],
    });
    for (const relay of relays) {
      const quotas = openQuotas(relay, NOON, () => NOON);
      await quotas.reserve(db, NOON);
      reservations.leave(quotas);
    }
    await sql`alter table relay_usage rename to away`.execute(db);
    await assert.rejects(reservations.giveBack());
    await sql`alter table away rename to relay_usage`.execute(db);
    await reservations.giveBack();
    assert.deepEqual([await usedOf(relays[0]?.id ?? 0), await usedOf(relays[1]?.id ?? 0)], [10, 0]);
  });

  test('many workers at once never take more than the quota, and all of it', async () => {
    const relay = newRelay({ perMinute: 777, perDay: 1000 });
    const workers = Array.from({ length: 8 }, () => openQuotas(relay, NOON, () => NOON));
    const taken = await Promise.all(workers.map((quotas) => takeAll(quotas, () => NOON)));
    const sum = taken.reduce((a, b) => a + b, 0);
    assert.ok(sum <= 777, `${sum}`);
    for (const quotas of workers) await quotas.release(store().db);
    const last = openQuotas(relay, NOON, () => NOON);
    assert.equal(sum + (await takeAll(last, () => NOON)), 777, 'what lay with others and came back can be taken');
    const next = NOON + MINUTE_MS;
    const more = await Promise.all(
      Array.from({ length: 4 }, () =>
        takeAll(
          openQuotas(relay, next, () => next),
          () => next,
        ),
      ),
    );
    assert.ok(more.reduce((a, b) => a + b, 0) <= 1000 - 777, 'the day counts on');
  });

  test('reservations at the same moment share what is left', async () => {
    const period = periodOf('hour', NOON);
    const want = { relayId: ++lastRelay, period, limit: 100, want: 30 };
    const granted = await Promise.all(Array.from({ length: 10 }, () => reservePermits(store().db, want)));
    assert.equal(
      granted.reduce((sum, one) => sum + one.granted, 0),
      100,
    );
    assert.ok((await reservePermits(store().db, want)).isUsedUp);
  });

  test('slices are small: what a killed worker loses is at most 2 % of the quota, or 10, or a second’s use', async () => {
    let now = 0;
    const relay = newRelay({ perDay: 1_000_000 });
    const quotas = openQuotas(relay, NOON, () => now);
    const ticks = () => now;
    assert.equal(await takeAll(quotas, () => NOON, 1, ticks), 1);
    assert.equal(await usedOf(relay.id, 'day'), 10);
    for (; now < 5000; now += 10) {
      await takeAll(quotas, () => NOON, 1, ticks); // 100 a second
      if (now % 50 === 0) await quotas.reserve(store().db, NOON);
      const unused = ((await usedOf(relay.id, 'day')) ?? 0) - (2 + now / 10);
      assert.ok(unused >= 0 && unused <= 110, `${unused}`);
    }
    const small = openQuotas(newRelay({ perDay: 100 }), NOON, () => now);
    await takeAll(small, () => NOON, 1, ticks);
    assert.equal(await usedOf(lastRelay, 'day'), 2);
  });

  test('what lies idle goes back by itself, what is left goes back at the end', async () => {
    let now = 0;
    const relay = newRelay({ perHour: 1000 });
    const quotas = openQuotas(relay, NOON, () => now);
    await takeAll(
      quotas,
      () => NOON,
      3,
      () => now,
    );
    assert.equal(await usedOf(relay.id, 'hour'), 10);
    now += MINUTE_MS;
    await quotas.reserve(store().db, NOON);
    assert.equal(await usedOf(relay.id, 'hour'), 3);
    await takeAll(
      quotas,
      () => NOON,
      1,
      () => now,
    );
    await quotas.release(store().db);
    assert.equal(await usedOf(relay.id, 'hour'), 4);
    assert.ok(quotas.heldUntil(NOON), 'nothing goes after the end');
  });

  test('a permit that was not used is there again, but not in the next period', async () => {
    const quotas = openQuotas(newRelay({ perMinute: 1 }), NOON, () => 0);
    assert.equal(await takeAll(quotas, () => NOON), 1);
    quotas.take(0); // as if it had been one of two
    quotas.putBack();
    const next = NOON + MINUTE_MS;
    quotas.heldUntil(next);
    await quotas.reserve(store().db, next);
    quotas.take(0);
    const after = NOON + 120_000;
    await quotas.reserve(store().db, after);
    quotas.putBack(); // taken in the minute before
    let taken = 0;
    for (; !quotas.heldUntil(after); taken++) quotas.take(0);
    assert.equal(taken, 1);
  });

  test('a used-up quota opens again when others give back or when it is raised', async () => {
    let now = 0;
    const relay = newRelay({ perMonth: 100 });
    const [one, other] = [openQuotas(relay, NOON, () => now), openQuotas(relay, NOON, () => now)];
    await takeAll(other, () => NOON, 1);
    await takeAll(one, () => NOON);
    assert.ok((one.heldUntil(NOON)?.until ?? 0) > NOON + HOUR_MS);
    await other.release(store().db);
    now += 10_000;
    await one.reserve(store().db, NOON);
    assert.equal(
      await takeAll(
        one,
        () => NOON,
        9,
        () => now,
      ),
      1,
    );
    one.setRelay({ ...relay, quotas: { ...relay.quotas, perMonth: 110 } }, NOON);
    assert.equal(await takeAll(one, () => NOON), 10);
  });

  test('a clock that goes back neither freezes a quota nor opens it twice; a row from far ahead is begun anew', async () => {
    const relay = newRelay({ perDay: 50 });
    assert.equal(
      await takeAll(
        openQuotas(relay, NOON, () => 0),
        () => NOON,
      ),
      50,
    );
    const before = NOON - 13 * HOUR_MS; // the day before
    assert.equal(
      await takeAll(
        openQuotas(relay, before, () => 0),
        () => before,
      ),
      0,
    );
    const longAgo = NOON - 30 * DAY_MS;
    assert.equal(
      await takeAll(
        openQuotas(relay, longAgo, () => 0),
        () => longAgo,
      ),
      50,
    );
  });
});
