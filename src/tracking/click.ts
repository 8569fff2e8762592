// Records clicks: each is a row and counted, and the message's first click is stamped.
import { countInto } from '../campaigns/counters.ts';
import type { Tx } from '../storage/db.ts';
import { findBursts } from './burst.ts';
import { byPeople, type MessageHit, messagesOf } from './hits.ts';
import { type ClickDeltas, countByLink } from './link-counts.ts';
import { recordOpensBehindClicks } from './open.ts';
import { insertClicks, stampFirst } from './queries.ts';
import { tellHits } from './webhooks/told.ts';

/** Records clicks at instant `at`; adds to `changes` what they change in the counters. */
export async function recordClicks(
  tx: Tx,
  hits: readonly MessageHit[],
  at: number,
  changes: ClickDeltas,
): Promise<void> {
  const { campaigns: deltas, links } = changes;
  await recordOpensBehindClicks(tx, hits, at, deltas);
  for (const first of await stampFirst(tx, 'clicked_at', messagesOf(hits), at)) {
    countInto(deltas, first, 'unique_clicks');
  }
  await countByLink(tx, hits, links);
  await insertClicks(tx, hits, at);
  await tellHits(tx, 'message.clicked', hits, at);
  for (const { message } of hits) countInto(deltas, message, 'clicks');
  const people = byPeople(hits);
  for (const first of await stampFirst(tx, 'filtered_clicked_at', messagesOf(people), at)) {
    countInto(deltas, first, 'filtered_unique_clicks');
  }
  for (const { message } of people) countInto(deltas, message, 'filtered_clicks');
  const seen = people.filter(({ visitor }) => !visitor.isVouched);
  await findBursts(tx, seen, at, changes);
}
