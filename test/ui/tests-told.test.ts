// What events tell of the parts of an A/B test is put together as the server does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUSES } from '../../src/campaigns/rules.ts';
import { statusOf } from '../../src/reports/overview/status-order.ts';
import { percent } from '../../src/reports/percent.ts';
import { partOf } from '../../ui/src/api/events/figures.ts';
import type { CampaignNow } from '../../ui/src/api/events/messages.ts';
import { patchedTest } from '../../ui/src/api/events/whole.ts';

type Overview = Parameters<typeof patchedTest>[0];

const part = (campaign_uid: string, status: string, accepted: number, audience: number) => ({
  campaign_uid,
  status,
  accepted,
  audience,
  rejected: 0,
  uncertain: 0,
  skipped: 0,
  raw: figures(accepted),
  filtered: figures(accepted),
  unsubscribed: none,
  bounced: none,
});
const none = { people: 0, rate: 0 };
const figures = (people: number) => ({ opened: { people, rate: 100 }, clicked: none });
const told = (campaign_uid: string, status: string, accepted: number, audience: number) =>
  ({
    campaign_uid,
    status,
    accepted,
    audience,
    rejected: 2,
    uncertain: 0,
    skipped: 0,
    deferred: 3,
    unique_opens: 1,
    unique_clicks: 0,
    filtered_unique_opens: 1,
    filtered_unique_clicks: 0,
    unsubscribes: 0,
    bounces: 0,
    notice: null,
    sentences: [],
  }) as unknown as CampaignNow;

test('a test is on its way while one part is, and done with the last of them', () => {
  const parts = [part('a', 'sent', 10, 10), part('b', 'sent', 10, 10), part('rest', 'pending-sending', 0, 0)];
  const record = { status: 'sent', progress: null, ab_test: { parts } } as unknown as Overview;
  const going = patchedTest(record, told('rest', 'sending', 18, 80));
  assert.deepEqual([going.status, going.audience, going.accepted], ['sending', 100, 38]);
  const { per_second: _, seconds_left: __, ...progress } = going.progress ?? assert.fail('none');
  assert.deepEqual(progress, { done: 40, left: 60, failed: 2, deferred: 3 });
  assert.deepEqual(going.filtered.opened, { people: 21, rate: 55.26 });
  const paused = patchedTest(going, told('rest', 'paused', 18, 80));
  assert.deepEqual([paused.status, paused.progress?.seconds_left], ['paused', null]);
  const done = patchedTest(paused, told('rest', 'sent', 78, 80));
  assert.deepEqual([done.status, done.progress, done.accepted], ['sent', null, 98]);
});

test('a share is that of the server, also where more opened than is known to be accepted', () => {
  for (const [people, accepted] of [
    [0, 0],
    [1, 0],
    [1, 3],
    [2, 3],
    [1, 30_000],
    [29_999, 30_000],
    [5, 4],
  ] as const) {
    assert.deepEqual(partOf(people, accepted), { people, rate: percent(people, accepted) });
  }
});

test('a test in parts has the status that the server gives it', () => {
  for (const one of STATUSES) {
    for (const other of STATUSES) {
      const record = { ab_test: { parts: [part('a', one, 0, 0), part('b', 'draft', 0, 0)] } } as unknown as Overview;
      assert.equal(patchedTest(record, told('b', other, 0, 0)).status, statusOf([one, other]), `${one}, ${other}`);
    }
  }
});
