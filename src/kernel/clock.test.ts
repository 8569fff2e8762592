import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCalendarTime, formatShortTime, isTimeZone, parseCalendarTime, systemClock } from './clock.ts';

test('a calendar time is read in its zone', () => {
  assert.equal(parseCalendarTime('2026-11-21 12:00:00', 'UTC'), Date.UTC(2026, 10, 21, 12));
  assert.equal(parseCalendarTime('2026-11-21 12:00:00', 'Europe/Bucharest'), Date.UTC(2026, 10, 21, 10));
});

test('a time that DST skips moves forward, one that comes twice is the earlier', () => {
  // New York, 8 March 2026: 02:00 to 03:00 is skipped. 1 November 2026: 01:00 to 02:00 comes twice.
  assert.equal(parseCalendarTime('2026-03-08 02:30:00', 'America/New_York'), Date.UTC(2026, 2, 8, 7, 30));
  assert.equal(parseCalendarTime('2026-11-01 01:30:00', 'America/New_York'), Date.UTC(2026, 10, 1, 5, 30));
});

test('invalid calendar times are refused', () => {
  for (const text of ['2026-02-29 00:00:00', '2026-13-01 00:00:00', '2026-01-01 24:00:00', '2026-01-01 00:60:00']) {
    assert.equal(parseCalendarTime(text, 'UTC'), undefined, text);
  }
  for (const text of [
    '',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-1-1 0:0:0',
    '2026-01-01 00:00:60',
    ' 2026-01-01 00:00:00',
  ]) {
    assert.equal(parseCalendarTime(text, 'UTC'), undefined, text);
  }
});

test('a formatted instant parses to the same one, in zones without repeated hours', () => {
  const instants = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(instants, fc.constantFrom('UTC', 'Asia/Kolkata', 'Asia/Tokyo'), (seconds, zone) => {
      assert.equal(parseCalendarTime(formatCalendarTime(seconds * 1000, zone), zone), seconds * 1000);
    }),
  );
});

test('short texts have ordinary spaces only', () => {
  const at = Date.UTC(2026, 10, 21, 15, 5);
  assert.equal(formatShortTime(at, 'UTC', 'en'), '11/21/26, 3:05 PM');
  assert.equal(formatShortTime(at, 'America/New_York', 'en'), '11/21/26, 10:05 AM');
  for (const locale of ['fr', 'de', 'ar', 'ja', 'en-GB']) {
    assert.doesNotMatch(formatShortTime(at, 'UTC', locale), /[^\S ]/, locale);
  }
});

test('time zones are those the runtime knows', () => {
  assert.ok(isTimeZone('Europe/Berlin'));
  assert.ok(!isTimeZone('Mars/Olympus'));
  assert.ok(Math.abs(systemClock.now() - Date.now()) < 1000);
});
