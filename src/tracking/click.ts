// Counts clicks: each is counted, and the message's first click is stamped.
import { type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { byPeople, type MessageHit, messagesOf } from './hits.ts';
import type { Stamps } from './stamps.ts';

/** Counts clicks at instant `at`: adds to `deltas` what they change in the counters. */
export function countClicks(hits: readonly MessageHit[], stamps: Stamps, at: number, deltas: CounterDeltas): void {
  for (const first of stamps.first('clicked_at', messagesOf(hits), at)) countInto(deltas, first, 'unique_clicks');
  for (const { message } of hits) countInto(deltas, message, 'clicks');
  const people = byPeople(hits);
  for (const first of stamps.first('filtered_clicked_at', messagesOf(people), at)) {
    countInto(deltas, first, 'filtered_unique_clicks');
  }
  for (const { message } of people) countInto(deltas, message, 'filtered_clicks');
}
