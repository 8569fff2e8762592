import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconcile, type Statistics, statisticsTable } from './reconcile.ts';

const good: Statistics = {
  campaign_status: 'sent',
  subscribers_count: 3,
  processed_count: 3,
  delivery_success_count: 3,
  delivery_error_count: 0,
  uncertain_count: 0,
  skipped_count: 0,
  deferred_count: 0,
  waiting_count: 0,
  in_flight_count: 0,
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

test('everybody in one state, and a mail for each message that was accepted', () => {
  assert.deepEqual(reconcile(good, mails('a@x', 'b@x', 'c@x'), done), []);
});

test('everything that does not add up is named', () => {
  const find = (statistics: Partial<Statistics>, ...to: string[]) =>
    reconcile({ ...good, ...statistics }, mails(...(to.length > 0 ? to : ['a@x', 'b@x', 'c@x'])), done).join(' ');
  assert.match(find({}, 'a@x', 'b@x'), /mails in the inbox is 2, not 3/);
  assert.match(find({}, 'a@x', 'b@x', 'c@x', 'd@x'), /mails in the inbox is 4, not 3/);
  assert.match(find({}, 'a@x', 'b@x', 'A@x'), /different recipients in the inbox is 2, not 3/, 'somebody got two');
  assert.match(find({ subscribers_count: 4 }), /sum of all states is 3, not 4/, 'somebody is nowhere');
  const held = find({ subscribers_count: 14, uncertain_count: 11 });
  assert.equal(held, 'uncertain is 11, not 0.', 'people without mail are no success');
  assert.match(find({ delivery_error_count: 1 }), /rejected is 1/);
  assert.match(find({ skipped_count: 1 }), /skipped is 1/);
  assert.match(find({ deferred_count: 1, in_flight_count: 2 }), /deferred is 1.* waiting is 2/);
  assert.match(find({ unique_opens_count: 1 }), /unique opens/);
  assert.match(find({ unique_clicks_count: 0 }), /unique clicks/);
  assert.match(find({ unsubscribes_count: 0 }), /unsubscribes/);
  assert.match(find({ subscribers_count: 0, delivery_success_count: 0 }), /audience is empty/);
});

test('the table shows counts and rates in columns of one width', () => {
  const lines = statisticsTable(good);
  assert.ok(lines.some((line) => /accepted +3 /.test(line)));
  assert.ok(lines.some((line) => /uncertain +0/.test(line)));
  assert.ok(lines.some((line) => /unsubscribes +1 +25 %/.test(line)));
  assert.equal(new Set(lines.map((line) => line.length)).size, 1);
});
