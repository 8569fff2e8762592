import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../kernel/durations.ts';
import { warmUpCeiling } from './warm-up.ts';

const START = Date.UTC(2026, 10, 20, 15, 30);
const PLAN = { startsAt: START, firstDay: 50, growthPercent: 40, until: 1000 };

test('the ceiling grows by the day, in UTC, until the plan is over', () => {
  assert.equal(warmUpCeiling(PLAN, START), 50);
  assert.equal(warmUpCeiling(PLAN, Date.UTC(2026, 10, 20, 23, 59, 59, 999)), 50);
  assert.equal(warmUpCeiling(PLAN, Date.UTC(2026, 10, 21)), 70);
  assert.equal(warmUpCeiling(PLAN, Date.UTC(2026, 10, 22)), 98);
  assert.equal(warmUpCeiling(PLAN, Date.UTC(2026, 10, 28)), 737);
  assert.equal(warmUpCeiling(PLAN, Date.UTC(2026, 10, 29)), undefined, '1033 is more than until');
  assert.equal(warmUpCeiling(PLAN, Date.UTC(2036, 0, 1)), undefined);
});

test('before its first day a plan holds as on it; one that does not grow stays', () => {
  assert.equal(warmUpCeiling(PLAN, START - 10 * DAY_MS), 50);
  assert.equal(warmUpCeiling({ ...PLAN, growthPercent: 0 }, START + 365 * DAY_MS), 50);
  assert.equal(warmUpCeiling({ ...PLAN, firstDay: 1000 }, START), undefined);
});
