// Counts opens: each is counted, and the message's first open is stamped.
import { type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { byPeople, firstOfEach, type MessageHit, messagesOf } from './hits.ts';
import type { Stamps } from './stamps.ts';

/** Counts opens at instant `at`: adds to `deltas` what they change in the counters. */
export function countOpens(hits: readonly MessageHit[], stamps: Stamps, at: number, deltas: CounterDeltas): void {
  for (const first of stamps.first('opened_at', messagesOf(hits), at)) countInto(deltas, first, 'unique_opens');
  for (const { message } of hits) countInto(deltas, message, 'opens');
  const people = byPeople(hits);
  for (const first of stamps.first('filtered_opened_at', messagesOf(people), at)) {
    countInto(deltas, first, 'filtered_unique_opens');
  }
  for (const { message } of people) countInto(deltas, message, 'filtered_opens');
}

/**
 * An open for each message that is clicked without having been opened: images are often off (wire
 * contract, section 6).
 */
export function opensBehind(clicks: readonly MessageHit[], stamps: Stamps): MessageHit[] {
  // A person's click after opens by machines is the first sign that a person opened it.
  const people = firstOfEach(byPeople(clicks)).filter(({ message }) => !stamps.has('filtered_opened_at', message));
  const withPeople = new Set(people.map(({ message }) => message.id));
  const machines = firstOfEach(clicks).filter(
    ({ message }) => !stamps.has('opened_at', message) && !withPeople.has(message.id),
  );
  return [...people, ...machines];
}
