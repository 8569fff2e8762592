import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { closedText, DAYS, opensAt, type SendingWindow, timeWithin, toColumn, windowAt } from './rules.ts';

const working: SendingWindow = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:00',
  time_zone: 'Europe/Berlin',
};
const at = (text: string) => Date.parse(text);
const shown = (window: SendingWindow, text: string) => {
  const { isOpen, until } = windowAt(window, at(text));
  return `${isOpen ? 'open until' : 'closed until'} ${new Date(until).toISOString().slice(0, 16)}`;
};

test('it is open from its first minute to before its last, on its days, on the clocks of its zone', () => {
  assert.equal(shown(working, '2026-11-23T07:59:59.999Z'), 'closed until 2026-11-23T08:00');
  assert.equal(shown(working, '2026-11-23T08:00:00Z'), 'open until 2026-11-23T16:00');
  assert.equal(shown(working, '2026-11-23T15:59:59.999Z'), 'open until 2026-11-23T16:00');
  assert.equal(shown(working, '2026-11-23T16:00:00Z'), 'closed until 2026-11-24T08:00');
  assert.equal(shown(working, '2026-11-27T16:00:00Z'), 'closed until 2026-11-30T08:00', 'over the weekend');
  const tokyo: SendingWindow = { days: ['mon'], from: '00:00', to: '24:00', time_zone: 'Asia/Tokyo' };
  assert.equal(shown(tokyo, '2026-11-22T15:00:00Z'), 'open until 2026-11-23T15:00', 'Monday there is Sunday here');
  assert.equal(shown(tokyo, '2026-11-23T15:00:00Z'), 'closed until 2026-11-29T15:00');
});

test('clocks that are changed', () => {
  // Berlin: 29 March 2026 02:00 → 03:00, 25 October 2026 03:00 → 02:00.
  assert.equal(
    shown({ ...working, days: ['sat', 'sun', 'mon'] }, '2026-03-28T16:00:00Z'),
    'closed until 2026-03-29T07:00',
  );
  assert.equal(
    shown({ ...working, days: ['sat', 'sun', 'mon'] }, '2026-10-24T16:00:00Z'),
    'closed until 2026-10-25T08:00',
  );
  const night: SendingWindow = { days: ['sun'], from: '02:00', to: '03:00', time_zone: 'Europe/Berlin' };
  assert.equal(shown(night, '2026-03-28T12:00:00Z'), 'closed until 2026-04-05T00:00', 'an hour that does not exist');
  assert.equal(shown(night, '2026-10-25T00:30:00Z'), 'open until 2026-10-25T02:00', 'an hour that comes twice');
  assert.equal(
    shown({ ...night, from: '02:30', to: '04:00' }, '2026-03-28T12:00:00Z'),
    'closed until 2026-03-29T01:30',
  );
});

test('at each instant of a year it is what the clocks there say', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']) {
    const window = { ...working, time_zone: zone };
    for (let now = at('2026-01-01T00:07:00Z'); now < at('2027-01-01T00:00:00Z'); now += 11 * HOUR_MS) {
      const there = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
      const isDay = window.days.includes(DAYS[there.dayOfWeek - 1] ?? 'mon');
      const { isOpen, until } = windowAt(window, now);
      assert.equal(isOpen, isDay && there.hour >= 9 && there.hour < 17, there.toString());
      assert.ok(until > now);
      assert.notEqual(windowAt(window, until).isOpen, isOpen, `until ${until}`);
    }
  }
});

test('from when on a campaign may send, and why it waits', () => {
  const night = at('2026-11-27T20:00:00Z');
  assert.equal(opensAt(null, night), night);
  assert.equal(opensAt(toColumn(working), night), at('2026-11-30T08:00:00Z'));
  assert.equal(opensAt(toColumn(working), at('2026-11-27T10:00:00Z')), at('2026-11-27T10:00:00Z'));
  assert.equal(
    closedText(toColumn(working), night),
    'The campaign waits for 09:00 Mon (Europe/Berlin): its sending window is closed.',
  );
  assert.equal(closedText(toColumn(working), at('2026-11-27T10:00:00Z')), undefined);
  assert.equal(closedText(null, night), undefined);
});

test('the time that is left has the closed hours in it', () => {
  const monday = at('2026-11-23T08:00:00Z');
  assert.equal(timeWithin(working, monday, 3 * HOUR_MS), 3 * HOUR_MS);
  assert.equal(timeWithin(working, monday, 8 * HOUR_MS), 8 * HOUR_MS);
  assert.equal(timeWithin(working, monday, 9 * HOUR_MS), 25 * HOUR_MS);
  assert.equal(timeWithin(working, monday, 41 * HOUR_MS), 7 * DAY_MS + HOUR_MS);
  assert.equal(timeWithin(working, monday, 10_000_000 * HOUR_MS), undefined);
});
