// What a clock shows and the instant that is meant, in the time zone of the customer whatever clock
// the browser has, also where clocks are changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from '../../ui/src/kit/format.ts';
import { beginOfDay, instantOfLocal, localOfInstant, whichOfTwo } from '../../ui/src/kit/local-time.ts';

test('days begin where the customer is, also where clocks change', () => {
  const [zone, day] = ['America/New_York', '2026-03-08'];
  assert.equal(beginOfDay(day, 0, zone), '2026-03-08T05:00:00.000Z');
  assert.equal(beginOfDay(day, 1, zone), '2026-03-09T04:00:00.000Z');
  assert.equal(beginOfDay(day, -8, zone), '2026-02-28T05:00:00.000Z');
  assert.equal(beginOfDay('2026-11-22', 0, 'Asia/Tokyo'), '2026-11-21T15:00:00.000Z');
});

test('a time that is left out lies after the change, one that is repeated is the first', () => {
  for (const [zone, local] of [
    ['Europe/Berlin', '2026-03-29T02:30'],
    ['Europe/Berlin', '2026-10-25T02:30'],
    ['America/New_York', '2026-03-08T02:30'],
    ['America/New_York', '2026-11-01T01:30'],
    ['Australia/Lord_Howe', '2026-04-05T01:45'],
    ['Australia/Lord_Howe', '2026-10-04T02:15'],
    ['Africa/Cairo', '2026-04-24T00:00'],
    ['Pacific/Apia', '2026-01-01T09:00'],
    ['Asia/Kolkata', '2026-01-01T09:00'],
    ['UTC', '2026-01-01T09:00'],
  ] as const) {
    const meant = Temporal.PlainDateTime.from(local).toZonedDateTime(zone);
    assert.equal(Date.parse(instantOfLocal(local, zone)), meant.epochMilliseconds, `${local} in ${zone}`);
    assert.equal(localOfInstant(meant.toInstant().toString(), zone), meant.toPlainDateTime().toString().slice(0, 16));
  }
});

test('of two instants with the same time on the clocks it is known which one it is', () => {
  const berlin = (iso: string) => whichOfTwo(iso, 'Europe/Berlin');
  assert.equal(berlin('2027-10-30T23:59:00Z'), undefined);
  assert.equal(berlin('2027-10-31T00:00:00Z'), 'first');
  assert.equal(berlin('2027-10-31T00:59:59Z'), 'first');
  assert.equal(berlin('2027-10-31T01:00:00Z'), 'second');
  assert.equal(berlin('2027-10-31T01:59:00Z'), 'second');
  assert.equal(berlin('2027-10-31T02:00:00Z'), undefined);
  for (const hour of ['00', '01', '02'])
    assert.equal(berlin(`2027-03-28T${hour}:30:00Z`), undefined, 'left out, not repeated');
  assert.equal(whichOfTwo('2026-04-04T14:45:00Z', 'Australia/Lord_Howe'), 'first');
  assert.equal(whichOfTwo('2026-04-04T15:15:00Z', 'Australia/Lord_Howe'), 'second');
  assert.equal(whichOfTwo('2027-10-31T00:30:00Z', 'UTC'), undefined);
});

test('a time that clocks show twice is written with its zone, in tables as in sentences', () => {
  const berlin = formatFor({ language: 'en', locale: 'en-US', timeZone: 'Europe/Berlin' });
  const [first, second] = [Date.parse('2026-10-25T00:30Z'), Date.parse('2026-10-25T01:30Z')];
  assert.deepEqual(
    [berlin.instant(first), berlin.instant(second)].map((text) => text.replaceAll('\u202f', ' ')),
    ['Oct 25, 2026, 2:30 AM GMT+2', 'Oct 25, 2026, 2:30 AM GMT+1'],
  );
  assert.deepEqual(
    [berlin.time(first), berlin.time(second), berlin.time(second + 1_800_000)].map((text) =>
      text.replaceAll('\u202f', ' '),
    ),
    ['2:30 AM GMT+2', '2:30 AM GMT+1', '3:00 AM'],
  );
  const german = formatFor({ language: 'de', locale: 'de', timeZone: 'Europe/Berlin' });
  assert.deepEqual([german.time(first), german.time(second)], ['02:30 MESZ', '02:30 MEZ']);
  const howe = formatFor({ language: 'en', locale: 'en-GB', timeZone: 'Australia/Lord_Howe' }); // by half an hour
  assert.equal(howe.time(Date.parse('2026-04-04T14:45Z')) === howe.time(Date.parse('2026-04-04T15:15Z')), false);
  assert.equal(howe.time(Date.parse('2026-04-04T15:45Z')), '02:15');
  assert.equal(berlin.instant(Date.parse('2026-03-29T01:30Z')).includes('GMT'), false); // left out, not repeated
});
