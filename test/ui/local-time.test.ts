// Days begin in the time zone of the customer, whatever clock the browser has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginOfDay } from '../../ui/src/kit/local-time.ts';

test('days begin where the customer is, also where clocks change', () => {
  const [zone, day] = ['America/New_York', '2026-03-08'];
  assert.equal(beginOfDay(day, 0, zone), '2026-03-08T05:00:00.000Z');
  assert.equal(beginOfDay(day, 1, zone), '2026-03-09T04:00:00.000Z');
  assert.equal(beginOfDay(day, -8, zone), '2026-02-28T05:00:00.000Z');
  assert.equal(beginOfDay('2026-11-22', 0, 'Asia/Tokyo'), '2026-11-21T15:00:00.000Z');
});
