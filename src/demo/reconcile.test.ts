import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconcile, type Statistics, statisticsTable } from './reconcile.ts';

const good: Statistics = {
  campaign_status: 'sent',
  subscribers_count: 4,
  processed_count: 4,
  delivery_success_count: 3,
  delivery_error_count: 0,
  opens_count: 2,
  unique_opens_count: 2,
  clicks_count: 1,
  unique_clicks_count: 1,
  unsubscribes_count: 1,
  bounces_count: 0,
  complaints_count: 0,
  delivery_success_rate: 75,
  unique_opens_rate: 66.67,
  unique_clicks_rate: 33.33,
  unsubscribes_rate: 25,
};
const done = { opened: 2, clicked: 1, unsubscribed: 1 };
const mails = (...addresses: string[]) => addresses.map((to, id) => ({ id, to }));

test('three accepted and one uncertain: three or four mails are right', () => {
  assert.deepEqual(reconcile(good, mails('a@x', 'b@x', 'c@x'), done), []);
  assert.deepEqual(reconcile(good, mails('a@x', 'b@x', 'c@x', 'd@x'), done), []);
});

test('everything that does not add up is named', () => {
  const find = (statistics: Partial<Statistics>, ...to: string[]) =>
    reconcile({ ...good, ...statistics }, mails(...(to.length > 0 ? to : ['a@x', 'b@x', 'c@x'])), done).join(' ');
  assert.match(find({}, 'a@x', 'b@x'), /inbox holds 2/);
  assert.match(find({}, 'a@x', 'b@x', 'c@x', 'd@x', 'e@x'), /inbox holds 5/);
  assert.match(find({}, 'a@x', 'b@x', 'A@x'), /different recipients in the inbox is 2, not 3/, 'somebody got two');
  assert.match(find({ processed_count: 3 }), /processed is 3, not 4/);
  assert.match(find({ delivery_error_count: 1 }), /rejected is 1/);
  assert.match(find({ unique_opens_count: 1 }), /unique opens/);
  assert.match(find({ unique_clicks_count: 0 }), /unique clicks/);
  assert.match(find({ unsubscribes_count: 0 }), /unsubscribes/);
  assert.match(find({ subscribers_count: 0, processed_count: 0 }), /audience is empty/);
});

test('the table shows counts and rates in columns of one width', () => {
  const lines = statisticsTable(good);
  assert.ok(lines.some((line) => /accepted +3 +75 %/.test(line)));
  assert.ok(lines.some((line) => /uncertain +1/.test(line)));
  assert.equal(new Set(lines.map((line) => line.length)).size, 1);
});
