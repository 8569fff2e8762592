// Bursts: shortly after a message was accepted, several of its links are followed within seconds.
// That is a scanner that checks every link, whatever it calls itself; so the clicks before the one
// that revealed it were the scanner's too.
import { countInto } from '../../campaigns/counters.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Tx } from '../../storage/db.ts';
import { type MessageHit, messagesOf, type TrackedMessage } from '../hits.ts';
import { type ClickDeltas, takeOutByLink } from '../link-counts.ts';
import type { Stamps } from '../stamps.ts';
import { countLinks, linksSince, markBurst, restampFiltered } from './queries.ts';

/** Scanners check mail on arrival; later clicks are not examined. */
const ARRIVAL_MS = 5 * MINUTE_MS;
const WINDOW_MS = 10_000;
/** This many different links; or all of them, when a mail has fewer. */
const LINKS = 3;

/** Whether the message is so new that clicks on it may be a burst. */
function mayBurst(message: TrackedMessage, at: number): boolean {
  return message.finishedAt === null || at - message.finishedAt < ARRIVAL_MS;
}

/**
 * Checks whether clicks just recorded at instant `at` are part of a burst, and takes the burst out
 * of the filtered counts: its clicks, and the opens that came with them from the same address.
 */
export async function findBursts(tx: Tx, hits: readonly MessageHit[], at: number, changes: ClickDeltas): Promise<void> {
  const fresh = messagesOf(hits).filter((message) => mayBurst(message, at));
  const since = at - WINDOW_MS;
  const followed = await linksSince(tx, fresh, since);
  for (const message of fresh) {
    if (await isBurst(tx, message, followed.get(message.id))) await takeOut(tx, message, since, changes);
  }
}

/** @param links that were followed from the message within the window */
async function isBurst(tx: Tx, message: TrackedMessage, links: ReadonlySet<number> | undefined): Promise<boolean> {
  if (!links || links.size < 2) return false;
  return links.size >= LINKS || links.size >= (await countLinks(tx, message));
}

/**
 * The ids of messages that only machines have opened and whose clicks, which are still to be
 * recorded at instant `at`, go on with a burst: those are no sign that a person has opened it.
 */
export async function burstsThatGoOn(
  tx: Tx,
  clicks: readonly MessageHit[],
  stamps: Stamps,
  at: number,
): Promise<ReadonlySet<string>> {
  const going = new Set<string>();
  const isOpenedByMachine = ({ message }: MessageHit) =>
    stamps.has('opened_at', message) && !stamps.has('filtered_opened_at', message);
  const some = clicks.filter((hit) => isOpenedByMachine(hit) && mayBurst(hit.message, at));
  const messages = messagesOf(some);
  const followed = await linksSince(tx, messages, at - WINDOW_MS);
  for (const message of messages) {
    const now = some.filter((hit) => hit.message.id === message.id).map(({ linkId }) => linkId);
    if (await isBurst(tx, message, new Set([...(followed.get(message.id) ?? []), ...now]))) going.add(message.id);
  }
  return going;
}

async function takeOut(tx: Tx, message: TrackedMessage, since: number, changes: ClickDeltas): Promise<void> {
  const { campaigns: deltas, links } = changes;
  const { clicked, opens } = await markBurst(tx, message, since);
  await takeOutByLink(tx, message, clicked, links);
  countInto(deltas, message, 'filtered_clicks', -clicked.length);
  countInto(deltas, message, 'filtered_opens', -opens);
  const gone = await restampFiltered(tx, message);
  if (gone.opened) countInto(deltas, message, 'filtered_unique_opens', -1);
  if (gone.clicked) countInto(deltas, message, 'filtered_unique_clicks', -1);
}
