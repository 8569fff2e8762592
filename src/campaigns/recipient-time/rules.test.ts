import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import {
  beginsAt,
  beginsEarly,
  beginsEarlyFrom,
  dueAtHour,
  dueInZone,
  EARLIEST_MS,
  parsedRecipientTime,
  readZone,
  toColumn,
} from './rules.ts';

const at = (text: string) => Date.parse(text);
const shown = (instant: number) => new Date(instant).toISOString().slice(0, 16);
const berlin = { field: 'TIMEZONE', last_open: false, time_zone: 'Europe/Berlin' };
/** Tuesday 09:00 in Berlin. */
const TUESDAY = at('2026-11-24T08:00:00Z');
const inZone = (zone: string, sendAt = TUESDAY) => shown(dueInZone(sendAt, zone, berlin));

test('each zone has its own instant: when its clocks show the send time', () => {
  assert.equal(inZone('Europe/Berlin'), '2026-11-24T08:00');
  assert.equal(inZone('America/New_York'), '2026-11-24T14:00');
  assert.equal(inZone('Pacific/Kiritimati'), '2026-11-23T19:00', 'the first clocks of the world');
  assert.equal(inZone('Pacific/Pago_Pago'), '2026-11-24T20:00', 'the last ones where people live');
  assert.equal(inZone('Asia/Kathmandu'), '2026-11-24T03:15');
  assert.equal(inZone('+02:00'), '2026-11-24T07:00');
  assert.equal(inZone('-12:00'), '2026-11-24T21:00');
});

test('a time that clocks skip moves forward; of one that comes twice it is the first', () => {
  // Berlin: 29 March 2026 02:00 → 03:00, 25 October 2026 03:00 → 02:00.
  const utc = { ...berlin, time_zone: 'UTC' };
  assert.equal(shown(dueInZone(at('2026-03-29T02:30:00Z'), 'Europe/Berlin', utc)), '2026-03-29T01:30', '03:30 there');
  assert.equal(shown(dueInZone(at('2026-10-25T02:30:00Z'), 'Europe/Berlin', utc)), '2026-10-25T00:30', 'summer time');
  assert.equal(shown(dueInZone(at('2026-03-29T09:00:00Z'), 'Europe/Berlin', utc)), '2026-03-29T07:00');
  // The second 02:30 of the customer's own clocks is 02:30 elsewhere too.
  assert.equal(inZone('UTC', at('2026-10-25T01:30:00Z')), '2026-10-25T02:30');
});

test('a campaign begins when the first clocks show its send time, which is never after a zone does', () => {
  assert.equal(beginsEarly(TUESDAY, berlin), 13 * HOUR_MS);
  assert.equal(beginsEarly(TUESDAY, { ...berlin, time_zone: 'Pacific/Kiritimati' }), 0);
  assert.equal(beginsEarly(TUESDAY, { ...berlin, time_zone: 'Pacific/Pago_Pago' }), 25 * HOUR_MS);
  assert.equal(beginsEarly(TUESDAY, { ...berlin, field: null, last_open: true }), 0, 'hours come after the send time');
  assert.equal(beginsEarly(TUESDAY, undefined), 0);
  assert.equal(beginsEarly(null, berlin), 0);
  const saved = (at: number) => beginsEarlyFrom(TUESDAY, berlin, at);
  assert.equal(saved(TUESDAY - 40 * HOUR_MS), 13 * HOUR_MS);
  assert.equal(saved(TUESDAY - 10 * HOUR_MS), 10 * HOUR_MS - 30_000, 'half a minute after it was saved');
  assert.equal(saved(TUESDAY - 10_000), 0);
  assert.equal(saved(TUESDAY + HOUR_MS), 0);
  assert.equal(beginsEarlyFrom(null, berlin, 0), 0);
  assert.equal(beginsAt({ send_at: TUESDAY, next_run_at: null, begins_early: HOUR_MS }), TUESDAY - HOUR_MS);
  assert.equal(
    beginsAt({ send_at: TUESDAY, next_run_at: TUESDAY + DAY_MS, begins_early: HOUR_MS }),
    TUESDAY + 23 * HOUR_MS,
  );
  for (const day of ['2026-03-29', '2026-10-25', '2026-06-01', '2026-12-31']) {
    for (const time_zone of ['Europe/Berlin', 'America/Los_Angeles', 'Australia/Lord_Howe', 'UTC']) {
      const sendAt = at(`${day}T12:30:00Z`);
      const begins = sendAt - beginsEarly(sendAt, { ...berlin, time_zone });
      for (const zone of Intl.supportedValuesOf('timeZone')) {
        const due = dueInZone(sendAt, zone, { ...berlin, time_zone });
        assert.ok(due >= begins && due <= begins + EARLIEST_MS, `${zone} at ${shown(due)}`);
      }
    }
  }
});

test('the hour of the last open comes within the 24 hours from the send time on', () => {
  const hour = (opened: string) => shown(dueAtHour(TUESDAY, at(opened), berlin));
  assert.equal(hour('2026-11-20T18:00:00Z'), '2026-11-24T18:00', 'in the evening of the same day');
  assert.equal(hour('2026-11-20T06:00:00Z'), '2026-11-25T06:00', 'who reads before 09:00 gets it the next morning');
  assert.equal(hour('2026-11-20T08:00:00Z'), '2026-11-24T08:00', 'at once');
  assert.equal(hour('2026-07-01T17:00:00Z'), '2026-11-24T18:00', '19:00 there, in summer as in winter');
});

test('the zones that a value can name', () => {
  const zones: Record<string, string | undefined> = {
    'Europe/Berlin': 'Europe/Berlin',
    ' europe/berlin ': 'Europe/Berlin',
    UTC: 'UTC',
    CET: 'CET',
    '+02:00': '+02:00',
    '+2': '+02:00',
    'UTC+2': '+02:00',
    'gmt-0330': '-03:30',
    '+14': '+14:00',
    '-12:00': '-12:00',
    '+14:30': undefined,
    '-13': undefined,
    '+02:60': undefined,
    Berlin: undefined,
    '': undefined,
    'Mars/Olympus': undefined,
    "'; drop": undefined,
    '2': undefined,
    constructor: undefined,
    z: undefined,
    'europe/berlin/': undefined,
  };
  for (const [value, zone] of Object.entries(zones)) assert.equal(readZone(value), zone, `“${value}”`);
});

test('as a column', () => {
  assert.deepEqual(parsedRecipientTime(toColumn(berlin)), berlin);
  assert.equal(parsedRecipientTime(null), undefined);
});
