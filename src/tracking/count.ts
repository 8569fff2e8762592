// Counts hits at instant `at`: adds to `deltas` what they change in the counters of campaigns, and
// stamps the messages whose first one it is.
import { type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { byPeople, firstOfEach, type MessageHit, messagesOf } from './hits.ts';
import type { Stamps } from './stamps.ts';

const STAMPS = { opens: 'opened_at', clicks: 'clicked_at' } as const;

/** Counts opens, or clicks: all of them, and those by people. */
export function countHits(
  kind: keyof typeof STAMPS,
  hits: readonly MessageHit[],
  stamps: Stamps,
  at: number,
  deltas: CounterDeltas,
): void {
  for (const [prefix, some] of [
    ['', hits],
    ['filtered_', byPeople(hits)],
  ] as const) {
    for (const first of stamps.first(`${prefix}${STAMPS[kind]}`, messagesOf(some), at)) {
      countInto(deltas, first, `${prefix}unique_${kind}`);
    }
    for (const { message } of some) countInto(deltas, message, `${prefix}${kind}`);
  }
}

/**
 * An open for each message that is clicked without having been opened: images are often off (wire
 * contract, section 6).
 * @param bursts ids of messages whose clicks are known to be a machine's (bursts/find.ts)
 */
export function impliedOpens(clicks: readonly MessageHit[], stamps: Stamps, bursts: ReadonlySet<string>): MessageHit[] {
  // A person's click after opens by machines is the first sign that a person opened it.
  const people = firstOfEach(byPeople(clicks)).filter(
    ({ message }) => !stamps.has('filtered_opened_at', message) && !bursts.has(message.id),
  );
  const withPeople = new Set(people.map(({ message }) => message.id));
  const machines = firstOfEach(clicks).filter(
    ({ message }) => !stamps.has('opened_at', message) && !withPeople.has(message.id),
  );
  return [...people, ...machines];
}

/**
 * Counts unsubscribes.
 * @returns the first of each message, which is kept
 */
export function countUnsubscribes(
  hits: readonly MessageHit[],
  stamps: Stamps,
  at: number,
  deltas: CounterDeltas,
): MessageHit[] {
  const firsts = stamps.first('unsubscribed_at', messagesOf(hits), at);
  for (const first of firsts) countInto(deltas, first, 'unsubscribes');
  const ids = new Set(firsts.map((row) => row.id));
  return firstOfEach(hits).filter(({ message }) => ids.has(message.id));
}
