// A message was opened: its first open is stamped, every open is a row, both are counted.
import { type CounterDeltas, countInto } from '../campaigns/counters.ts';
import type { Tx } from '../storage/db.ts';
import { firstOfEach, type MessageHit, messageIds } from './hits.ts';
import { insertOpens, stampFirst } from './queries.ts';

/** Records opens at instant `at`; what they change in the counters is added to `deltas`. */
export async function recordOpens(
  tx: Tx,
  hits: readonly MessageHit[],
  at: number,
  deltas: CounterDeltas,
): Promise<void> {
  for (const first of await stampFirst(tx, 'opened_at', messageIds(hits), at)) {
    countInto(deltas, first.campaign_id, 'unique_opens');
  }
  await insertOpens(tx, hits, at);
  for (const { message } of hits) countInto(deltas, message.campaign_id, 'opens');
}

/** Counts an open for each message that was clicked and never opened: images are often off (wire contract, section 6). */
export async function recordOpensBehindClicks(
  tx: Tx,
  clicks: readonly MessageHit[],
  at: number,
  deltas: CounterDeltas,
): Promise<void> {
  const unopened = new Set((await stampFirst(tx, 'opened_at', messageIds(clicks), at)).map((row) => row.id));
  if (unopened.size === 0) return;
  const opens = firstOfEach(clicks).filter(({ message }) => unopened.has(message.id));
  await insertOpens(tx, opens, at);
  for (const { message } of opens) {
    countInto(deltas, message.campaign_id, 'opens');
    countInto(deltas, message.campaign_id, 'unique_opens');
  }
}
