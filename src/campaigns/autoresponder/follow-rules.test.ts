import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { TIME_UNITS } from '../options.ts';
import { type Delay, dueAt, dueWindow, LONGEST_REST_MS, restUntil, type Span } from './follow-rules.ts';

const instant = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const wall = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' });
/** Event and due time as the clock on the wall shows them, with the offset. */
const due = (zone: string, event: string, value: number, unit: Delay['unit']) =>
  wall(dueAt(instant(event), { unit, value }, zone), zone);

const BERLIN = 'Europe/Berlin';

test('minutes and hours are exact, whatever the clock does', () => {
  assert.equal(due(BERLIN, '2026-03-29T01:30:00+01:00', 1, 'hour'), '2026-03-29T03:30:00+02:00');
  assert.equal(due(BERLIN, '2026-10-25T02:30:00+02:00', 60, 'minute'), '2026-10-25T02:30:00+01:00');
  assert.equal(due(BERLIN, '2026-03-28T12:00:00+01:00', 24, 'hour'), '2026-03-29T13:00:00+02:00');
});

test('days and weeks keep the time of day over changes of the clock', () => {
  assert.equal(due(BERLIN, '2026-03-28T12:00:00+01:00', 1, 'day'), '2026-03-29T12:00:00+02:00');
  assert.equal(due(BERLIN, '2026-10-24T12:00:00+02:00', 1, 'day'), '2026-10-25T12:00:00+01:00');
  assert.equal(due('America/New_York', '2026-03-01T09:15:00-05:00', 1, 'week'), '2026-03-08T09:15:00-04:00');
  assert.equal(due('Australia/Lord_Howe', '2026-04-04T12:00:00+11:00', 1, 'day'), '2026-04-05T12:00:00+10:30');
  assert.equal(due('Asia/Kathmandu', '2026-03-28T12:00:00+05:45', 2, 'week'), '2026-04-11T12:00:00+05:45');
});

test('a time that is skipped is the first instant after the gap, one that comes twice the earlier', () => {
  assert.equal(due(BERLIN, '2026-03-28T02:30:00+01:00', 1, 'day'), '2026-03-29T03:00:00+02:00');
  assert.equal(due(BERLIN, '2026-03-28T02:00:00+01:00', 1, 'day'), '2026-03-29T03:00:00+02:00');
  assert.equal(due(BERLIN, '2026-03-28T03:00:00+01:00', 1, 'day'), '2026-03-29T03:00:00+02:00');
  assert.equal(due(BERLIN, '2026-10-24T02:30:00+02:00', 1, 'day'), '2026-10-25T02:30:00+02:00');
  assert.equal(due('America/New_York', '2026-02-08T02:30:00-05:00', 1, 'month'), '2026-03-08T03:00:00-04:00');
  assert.equal(due('Australia/Lord_Howe', '2026-10-03T02:15:00+10:30', 1, 'day'), '2026-10-04T02:30:00+11:00');
  assert.equal(due('Australia/Lord_Howe', '2026-04-04T01:45:00+11:00', 1, 'day'), '2026-04-05T01:45:00+11:00');
});

test('months and years: the ends of months, leap days', () => {
  const utc = (event: string, value: number, unit: Delay['unit']) => due('UTC', `${event}Z`, value, unit).slice(0, 16);
  assert.equal(utc('2026-01-31T10:00:00', 1, 'month'), '2026-02-28T10:00');
  assert.equal(utc('2028-01-30T10:00:00', 1, 'month'), '2028-02-29T10:00');
  assert.equal(utc('2026-01-31T10:00:00', 2, 'month'), '2026-03-31T10:00');
  assert.equal(utc('2026-10-31T10:00:00', 1, 'month'), '2026-11-30T10:00');
  assert.equal(utc('2026-12-31T10:00:00', 2, 'month'), '2027-02-28T10:00');
  assert.equal(utc('2028-02-29T10:00:00', 1, 'year'), '2029-02-28T10:00');
  assert.equal(utc('2028-02-29T10:00:00', 4, 'year'), '2032-02-29T10:00');
  assert.equal(utc('2026-02-28T10:00:00', 2, 'year'), '2028-02-28T10:00');
  assert.equal(utc('2026-05-05T10:00:00', 3650, 'year').slice(-16), '5676-05-05T10:00');
});

test('a delay of nothing is no delay, also while an hour comes again', () => {
  const second = instant('2026-10-25T02:30:00+01:00');
  for (const unit of TIME_UNITS) {
    assert.equal(dueAt(second, { unit, value: 0 }, BERLIN), second);
    assert.deepEqual(dueWindow(second, { unit, value: 0 }, BERLIN), { through: second, ahead: [] });
  }
});

test('on the last day of a month, events of several days are due', () => {
  const at = (text: string) => instant(`2026-${text}Z`);
  const { through, ahead } = dueWindow(at('02-28T10:00:00'), { unit: 'month', value: 1 }, 'UTC');
  assert.equal(through, at('01-28T10:00:00'));
  const days = ['29', '30', '31'].map((day) => ({ from: at(`01-${day}T00:00:00`), to: at(`01-${day}T10:00:00`) }));
  assert.deepEqual(ahead, days);
  const next = dueWindow(at('03-01T00:00:00'), { unit: 'month', value: 1 }, 'UTC');
  assert.deepEqual(next, { through: at('02-01T00:00:00'), ahead: [] });
});

const zones = [
  BERLIN,
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
  'Africa/Cairo',
  'Europe/London',
  'Pacific/Chatham',
  'Atlantic/Azores',
  'UTC',
];

/**
 * Instants of twenty-odd years; half of them within a day of a change of the zone's clock or of the
 * end of a month.
 */
function instants(zone: string): fc.Arbitrary<number> {
  const any = fc.integer({ min: instant('2016-01-01T00:00:00Z'), max: instant('2037-01-01T00:00:00Z') });
  const near = fc.tuple(any, fc.integer({ min: -DAY_MS, max: DAY_MS }), fc.boolean()).map(([at, by, isChange]) => {
    const time = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    const month = time.with({ day: 1 }).startOfDay();
    const base = isChange ? (time.getTimeZoneTransition('next') ?? month) : month;
    return base.epochMilliseconds + by;
  });
  return fc.oneof(any, near);
}

const cases = fc.constantFrom(...zones).chain((zone) =>
  fc.record({
    zone: fc.constant(zone),
    now: instants(zone),
    later: fc.oneof(fc.integer({ min: 0, max: 2 * HOUR_MS }), fc.integer({ min: 0, max: 40 * DAY_MS })),
    unit: fc.constantFrom(...TIME_UNITS),
    value: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 40 })),
    offsets: fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5 * DAY_MS, max: 5 * DAY_MS })), {
      minLength: 1,
      maxLength: 8,
    }),
  }),
);

test('the window holds exactly the events that are due', () => {
  fc.assert(
    fc.property(cases, ({ zone, now, unit, value, offsets }) => {
      const delay = { unit, value };
      const { through, ahead } = dueWindow(now, delay, zone);
      const edges = [through, ...ahead.flatMap(({ from, to }) => [from, to])];
      for (const event of edges.flatMap((edge) => [edge, edge + 1, ...offsets.map((by) => edge + by)])) {
        const isIn = event <= through || ahead.some(({ from, to }) => from <= event && event <= to);
        assert.equal(isIn, dueAt(event, delay, zone) <= now, `${wall(event, zone)} at ${wall(now, zone)}`);
      }
      for (const { from, to } of ahead) assert.ok(through < from && from <= to);
    }),
    { numRuns: 3_000 },
  );
});

test('as time goes on, the window only grows', () => {
  fc.assert(
    fc.property(cases, ({ zone, now, later, unit, value, offsets }) => {
      const [first, second] = [now, now + later].map((at) => dueWindow(at, { unit, value }, zone));
      assert.ok(first && second && first.through <= second.through);
      for (const { from, to } of first.ahead) {
        for (const event of [from, to, ...offsets.map((by) => from + by)].filter((at) => from <= at && at <= to)) {
          const isIn = (span: Span) => span.from <= event && event <= span.to;
          assert.ok(event <= second.through || second.ahead.some(isIn), wall(event, zone));
        }
      }
    }),
    { numRuns: 1_500 },
  );
});

test('nothing is due before its event', () => {
  fc.assert(
    fc.property(cases, ({ zone, now, unit, value }) => {
      assert.ok(dueAt(now, { unit, value }, zone) >= now);
    }),
    { numRuns: 1_000 },
  );
});

test('while an autoresponder rests nothing is due: of what comes, what is written late, and what waits', () => {
  fc.assert(
    fc.property(cases, ({ zone, now, unit, value, offsets }) => {
      const delay = { unit, value };
      const { through, ahead } = dueWindow(now, delay, zone);
      const isDue = (event: number) => event <= through || ahead.some(({ from, to }) => from <= event && event <= to);
      const events = offsets.map((by) => now - Math.abs(by)).filter((event) => !isDue(event));
      const first = events.length === 0 ? undefined : Math.min(...events);
      const until = restUntil(now, delay, zone, first);
      assert.ok(until <= now + LONGEST_REST_MS);
      for (const event of [...events, ...offsets.map((by) => now + Math.abs(by)), now, now - 59 * MINUTE_MS]) {
        assert.ok(dueAt(event, delay, zone) >= until, `${wall(event, zone)} ${wall(now, zone)}`);
      }
    }),
    { numRuns: 3_000 },
  );
});
