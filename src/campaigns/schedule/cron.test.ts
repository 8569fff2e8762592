// When recurring campaigns run: changes of the clock, ends of months, leap days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { dueInZone, lastInstants, nextInstants } from './cron.ts';

const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const text = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toString({
    smallestUnit: 'minute',
    timeZoneName: 'never',
  });

/** The instants after `from` (UTC), as local times with their offset. */
const next = (cron: string, timeZone: string, from: string, count = 3) =>
  nextInstants({ cron, timeZone }, ms(from), count).map((at) => text(at, timeZone));

test('a time that is skipped runs at the first instant after the gap', () => {
  assert.deepEqual(next('30 2 * * *', 'Europe/Berlin', '2026-03-27T12:00Z'), [
    '2026-03-28T02:30+01:00',
    '2026-03-29T03:00+02:00',
    '2026-03-30T02:30+02:00',
  ]);
  assert.deepEqual(next('15 2 * * *', 'America/New_York', '2026-03-07T12:00Z', 2), [
    '2026-03-08T03:00-04:00',
    '2026-03-09T02:15-04:00',
  ]);
  // Half an hour is skipped there, and two days later nothing is.
  assert.deepEqual(next('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', 2), [
    '2026-10-04T02:30+11:00',
    '2026-10-05T02:15+11:00',
  ]);
  // Several times of one gap are one run; the one at its end is the same.
  assert.deepEqual(next('0,30 2,3 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 3), [
    '2026-03-29T03:00+02:00',
    '2026-03-29T03:30+02:00',
    '2026-03-30T02:00+02:00',
  ]);
  // Samoa skipped a day.
  assert.deepEqual(next('0 9 * * *', 'Pacific/Apia', '2011-12-29T12:00Z', 3), [
    '2011-12-29T09:00-10:00',
    '2011-12-31T00:00+14:00',
    '2011-12-31T09:00+14:00',
  ]);
});

test('a time that comes twice runs once, at the earlier', () => {
  assert.deepEqual(next('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 2), [
    '2026-10-25T02:30+02:00',
    '2026-10-26T02:30+01:00',
  ]);
  assert.deepEqual(next('30 1,13 * * *', 'America/New_York', '2026-11-01T00:00Z', 3), [
    '2026-11-01T01:30-04:00',
    '2026-11-01T13:30-05:00',
    '2026-11-02T01:30-05:00',
  ]);
  assert.deepEqual(next('45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00Z', 2), [
    '2026-04-05T01:45+11:00',
    '2026-04-06T01:45+10:30',
  ]);
  // Asked for between the two, it is past.
  assert.deepEqual(next('30 2 * * *', 'Europe/Berlin', '2026-10-25T01:10Z', 1), ['2026-10-26T02:30+01:00']);
  const berlin = { cron: '30 * * * *', timeZone: 'Europe/Berlin' };
  const range = { from: ms('2026-10-24T23:00Z'), until: ms('2026-10-25T01:10Z'), count: 9 };
  assert.deepEqual(
    lastInstants(berlin, range).map((at) => text(at, berlin.timeZone)),
    ['2026-10-25T02:30+02:00', '2026-10-25T01:30+02:00'],
  );
});

test('ends of months and leap days', () => {
  const days = (cron: string, from: string, count: number) =>
    next(cron, 'America/New_York', from, count).map((at) => at.slice(0, 10));
  assert.deepEqual(days('0 9 31 * *', '2026-01-31T20:00Z', 4), [
    '2026-03-31',
    '2026-05-31',
    '2026-07-31',
    '2026-08-31',
  ]);
  assert.deepEqual(days('0 9 30 * *', '2026-01-30T20:00Z', 2), ['2026-03-30', '2026-04-30']);
  assert.deepEqual(days('0 9 L * *', '2028-01-31T20:00Z', 2), ['2028-02-29', '2028-03-31']);
  assert.deepEqual(days('0 9 29 2 *', '2026-01-01T00:00Z', 2), ['2028-02-29', '2032-02-29']);
  assert.deepEqual(days('0 9 29 2 *', '2096-03-01T00:00Z', 1), ['2104-02-29']);
  assert.deepEqual(days('0 0 1 1 *', '2026-12-31T20:00Z', 1), ['2027-01-01']);
});

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'];
// Days on which the clocks of one of them change, and days on which none does.
const DAYS = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2026-06-30'];

test('property: each local time that the text names has one instant, forwards and backwards', () => {
  const field = (max: number) =>
    fc.oneof(
      fc.constant('*'),
      fc.uniqueArray(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 4 }).map((values) => values.join(',')),
    );
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.constantFrom(...DAYS),
      minutes,
      field(23),
      (timeZone, day, minute, hour) => {
        const schedule = { cron: `${minute.join(',')} ${hour} * * *`, timeZone };
        const start = ms(`${day}T00:00Z`) - 13 * HOUR_MS;
        const end = start + 50 * HOUR_MS;
        const expected = byLookingAtTheClock(schedule, { minute, hour, start, end });
        const forwards = nextInstants(schedule, start, expected.length + 1).filter((at) => at <= end);
        assert.deepEqual(forwards, expected);
        const range = { from: start + 1, until: end, count: expected.length + 1 };
        assert.deepEqual(lastInstants(schedule, range), expected.toReversed());
        // From any moment on the same ones follow, and come before: nothing is forgotten or made
        // twice over a restart.
        for (let at = start; at < end; at += 47 * MINUTE_MS + 1) {
          const later = expected.filter((instant) => instant > at).slice(0, 2);
          assert.deepEqual(nextInstants(schedule, at, later.length), later);
          const earlier = expected.findLast((instant) => instant <= at);
          assert.deepEqual(lastInstants(schedule, { from: start + 1, until: at, count: 1 })[0], earlier);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a clock that is set to another zone', () => {
  const moved = (due: string, from: string, to: string) => text(dueInZone(ms(due), { from, to }), to);
  assert.equal(moved('2026-12-02T14:00Z', 'America/New_York', 'Europe/Berlin'), '2026-12-02T09:00+01:00');
  assert.equal(moved('2026-12-02T08:00Z', 'Europe/Berlin', 'America/New_York'), '2026-12-02T09:00-05:00');
  // Half past two is skipped in Berlin, so it is due at three; where it is not skipped it is still
  // to come.
  assert.equal(moved('2026-03-29T01:00Z', 'Europe/Berlin', 'Asia/Kathmandu'), '2026-03-29T02:00+05:45');
});

test('property: with a clock that is set to another zone, each local time runs once', () => {
  const zone = fc.constantFrom(...ZONES);
  const hours = fc.integer({ min: 1, max: 4 * 24 });
  const cron = fc.constantFrom('30 9 * * *', '0 */6 * * *', '15 0,23 * * *'); // none is skipped by a clock of these zones
  fc.assert(
    fc.property(cron, zone, zone, fc.constantFrom(...DAYS), hours, (cron, from, to, day, after) => {
      const start = ms(`${day}T00:00Z`) - 2 * DAY_MS;
      const change = start + after * HOUR_MS;
      const before = nextInstants({ cron, timeZone: from }, start, 20).filter((at) => at <= change);
      const [due = 0] = nextInstants({ cron, timeZone: from }, change, 1);
      const later = nextInstants({ cron, timeZone: to }, dueInZone(due, { from, to }) - 1, 6);
      const local = [...before.map((at) => text(at, from)), ...later.map((at) => text(at, to))];
      const times = local.map((time) => ms(`${time.slice(0, 16)}Z`));
      const [first = 0] = times;
      assert.deepEqual(times, nextInstants({ cron, timeZone: 'UTC' }, first - 1, times.length));
    }),
    { numRuns: 60 },
  );
});

/**
 * Minute by minute: an instant is one at which the clock shows a named time, or something later,
 * for the first time.
 */
function byLookingAtTheClock(
  { timeZone }: { timeZone: string },
  { minute, hour, start, end }: { minute: number[]; hour: string; start: number; end: number },
): number[] {
  const hours = hour === '*' ? undefined : new Set(hour.split(',').map(Number));
  const isNamed = (local: number) => {
    const date = new Date(local);
    return minute.includes(date.getUTCMinutes()) && (hours?.has(date.getUTCHours()) ?? true);
  };
  const localAt = (at: number) =>
    at + Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
  const instants: number[] = [];
  let reached = localAt(start - 180 * MINUTE_MS);
  for (let at = start - 180 * MINUTE_MS; at <= end; at += MINUTE_MS) {
    const shown = localAt(at);
    let isDue = false;
    for (; reached < shown; reached += MINUTE_MS) isDue ||= isNamed(reached + MINUTE_MS);
    if (isDue && at > start) instants.push(at);
  }
  return instants;
}

test('nothing costs more the longer it was down', () => {
  const schedule = { cron: '0 * * * *', timeZone: 'Europe/Berlin' };
  const until = ms('2026-11-21T12:00Z');
  const found = lastInstants(schedule, { from: ms('1990-01-01T00:00Z'), until, count: 10 });
  assert.deepEqual(
    found,
    Array.from({ length: 10 }, (_, hours) => until - hours * HOUR_MS),
  );
});
