// Reads events to tell them. Lanes of a webhook, and webhooks of a customer, are about the same
// events at about the same time: a page is unpacked once for all of them. Erasing somebody changes
// pages, at any node: the one that is read is looked at again after a moment.
import { crc32 } from 'node:zlib';
import { newRecent } from '../kernel/recent.ts';
import type { Db } from '../storage/db.ts';
import { eventId, type KeptEvent, unpackEvents } from '../webhooks/log/pages.ts';
import { findPage } from '../webhooks/log/queries.ts';

/** An event with its number among those of its customer. */
export type NumberedEvent = KeptEvent & { n: number; id: string };
/** Events in a row, from number `first` on, and the number after the last. */
type Page = { first: number; end: number; events: readonly NumberedEvent[] };

export type EventReader = {
  /** The page with the event of a number, or the next that is kept; undefined: there is none. */
  pageOf(customerId: number, n: number): Promise<Page | undefined>;
};

const PAGES = 40;
const KNOWN_MS = 200;

/** A reader of a store's events. */
export function newEventReader(db: Db): EventReader {
  const pages = newRecent<string, Promise<Page>>(PAGES);
  const begun = new Map<string, Promise<Page | undefined>>();
  const known = newRecent<number, Page & { until: number }>(PAGES);
  const read = async (customerId: number, n: number): Promise<Page | undefined> => {
    const row = await findPage(db, customerId, n);
    if (!row) return undefined;
    const key = `${customerId} ${row.first_n} ${crc32(row.content)}`;
    const before = pages.get(key);
    if (await before) return before;
    const unpacked = unpackEvents(row.content).then((events) => ({
      first: row.first_n,
      end: row.first_n + row.size,
      events: events.map((event, place) => ({ ...event, n: row.first_n + place, id: eventId(row.uid, place) })),
    }));
    pages.set(key, unpacked);
    return unpacked;
  };
  return {
    async pageOf(customerId, n) {
      const last = known.get(customerId);
      if (last && n >= last.first && n < last.end && performance.now() < last.until) return last;
      const key = `${customerId} ${n}`;
      const under = begun.get(key) ?? read(customerId, n).finally(() => begun.delete(key));
      begun.set(key, under);
      const until = performance.now() + KNOWN_MS; // as of before the store is asked
      const page = await under;
      if (page) known.set(customerId, { ...page, until });
      return page;
    },
  };
}
