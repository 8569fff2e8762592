// Records opens: each is a row and counted, and the message's first open is stamped.
import { type CounterDeltas, countInto } from '../campaigns/counters.ts';
import type { Tx } from '../storage/db.ts';
import { byPeople, firstOfEach, type MessageHit, messagesOf } from './hits.ts';
import { insertOpens, stampFirst, unopenedOf } from './queries.ts';
import { tellHits } from './webhooks/told.ts';

/** Records opens at instant `at`; adds to `deltas` what they change in the counters. */
export async function recordOpens(
  tx: Tx,
  hits: readonly MessageHit[],
  at: number,
  deltas: CounterDeltas,
): Promise<void> {
  await insertOpens(tx, hits, at);
  await tellHits(tx, 'message.opened', hits, at);
  await countOpens(tx, hits, at, deltas);
}

/**
 * Counts an open for each message that was clicked without having been opened: images are often off
 * (wire contract, section 6).
 */
export async function recordOpensBehindClicks(
  tx: Tx,
  clicks: readonly MessageHit[],
  at: number,
  deltas: CounterDeltas,
): Promise<void> {
  // A person's click after opens by machines is the first sign that a person opened it.
  const unopened = await unopenedOf(tx, messagesOf(clicks));
  const people = firstOfEach(byPeople(clicks)).filter(({ message }) => unopened.has(message.id));
  const withPeople = new Set(people.map(({ message }) => message.id));
  const machines = firstOfEach(clicks).filter(
    ({ message }) => unopened.get(message.id) === 'by nobody' && !withPeople.has(message.id),
  );
  await recordOpens(tx, [...people, ...machines], at, deltas);
}

async function countOpens(tx: Tx, hits: readonly MessageHit[], at: number, deltas: CounterDeltas): Promise<void> {
  if (hits.length === 0) return;
  for (const first of await stampFirst(tx, 'opened_at', messagesOf(hits), at)) {
    countInto(deltas, first, 'unique_opens');
  }
  for (const { message } of hits) countInto(deltas, message, 'opens');
  const people = byPeople(hits);
  for (const first of await stampFirst(tx, 'filtered_opened_at', messagesOf(people), at)) {
    countInto(deltas, first, 'filtered_unique_opens');
  }
  for (const { message } of people) countInto(deltas, message, 'filtered_opens');
}
