// What the reference says of days and times, compared with what the readers take.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCalendarTime, parseInstant } from '../../kernel/clock.ts';
import { DAY_ALONE, DAY_AND_TIME, INSTANT } from './time-patterns.ts';

const DAYS = ['2026-01-31', '2026-12-01', '2026-00-10', '2026-13-01', '2026-01-00', '2026-01-32', '26-01-01'];
const TIMES = ['00:00:00', '23:59:59', '24:00:00', '12:60:00', '12:00:61', '1:00:00', '99:99:99'];
const ZONES = ['Z', 'z', '+01:00', '-0930', '+24:00', '+01:60', ''];

test('times that there are not are called wrong, where the readers refuse them', () => {
  const says = ({ pattern }: { pattern: string }, text: string) => new RegExp(pattern, 'u').test(text);
  for (const day of DAYS) {
    assert.equal(says(DAY_ALONE, day), parseCalendarTime(`${day} 00:00:00`, 'UTC') !== undefined, day);
    for (const time of TIMES) {
      const text = `${day} ${time}`;
      assert.equal(says(DAY_AND_TIME, text), parseCalendarTime(text, 'UTC') !== undefined, text);
      for (const zone of ZONES) {
        const instant = `${day}T${time}${zone}`;
        assert.equal(says(INSTANT, instant), parseInstant(instant) !== undefined, instant);
      }
    }
  }
});
