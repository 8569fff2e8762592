// When a feed is fetched again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../kernel/durations.ts';
import type { Campaign } from '../storage/tables.ts';
import { type FeedState, freshUntil, readinessOf } from './rules.ts';

test('what a clock put off that was ahead by days is fetched when it is put back', () => {
  const autoresponder = { type: 'autoresponder', started_at: 1 } as Campaign;
  const now = Date.UTC(2026, 10, 28);
  const fetchedAt = (at: number) =>
    ({ fetched_at: at, next_attempt_at: freshUntil(autoresponder, at), fault: null }) as FeedState;
  assert.equal(readinessOf(fetchedAt(now), autoresponder, now), 'ready');
  assert.equal(readinessOf(fetchedAt(now + 2 * DAY_MS), autoresponder, now), 'due');
});
