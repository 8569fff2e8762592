// Rates that are compared are reckoned from people, so that they are rounded once: where they
// stand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedRates, meanRates } from '../../ui/src/reports/compare/rates.ts';

const none = { opened: 0, clicked: 0 };
const one = (opened: number, accepted: number) => ({
  people: {
    audience: accepted,
    accepted,
    unsubscribed: 0,
    complained: 0,
    bounced: 0,
    raw: none,
    filtered: { opened, clicked: 0 },
  },
});

test('a share is not rounded before it is shown', () => {
  // 24.446 %: with two decimals 24.45, and that with one 24.5.
  const { opened } = comparedRates(one(12_223, 50_000), 'filtered');
  assert.equal(opened.toFixed(1), '24.4');
});

test('nor is a mean', () => {
  const { opened } = meanRates({ each: [one(1, 160), one(1, 160), one(31, 5_000)] }, 'filtered');
  assert.ok(Math.abs(opened - 1.87 / 3) < 1e-9);
});
