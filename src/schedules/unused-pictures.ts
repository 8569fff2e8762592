// Removes pictures that nothing has ever had, when their time is over. What a mail, a template, a
// saved block, the brand or the pages of a list had once stays for ever: mails that left are still
// read. Each goes in a transaction of its own, with its files.

import type { Clock } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import { nextWithUnused, unusedBefore } from '../media/queries.ts';
import { removeUnused } from '../media/remove.ts';
import type { Db } from '../storage/db.ts';

const PICTURES = 50;

type Options = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Undefined: for ever. */
  keepPicturesDays?: number | undefined;
  mayGoOn(): boolean;
};

/** One round through the customers who have some. */
export async function removeUnusedPictures({ db, clock, log, keepPicturesDays, mayGoOn }: Options): Promise<void> {
  if (keepPicturesDays === undefined) return;
  const before = clock.now() - keepPicturesDays * DAY_MS;
  let removed = 0;
  for (let after = 0; mayGoOn(); ) {
    const customerId = await nextWithUnused(db, after, before);
    if (customerId === undefined) break;
    removed += await ofCustomer(db, customerId, { before, mayGoOn });
    after = customerId;
  }
  if (removed > 0) log.info({ event: 'pictures.unused-removed', count: removed });
}

type Round = { before: number; mayGoOn(): boolean };

async function ofCustomer(db: Db, customerId: number, { before, mayGoOn }: Round): Promise<number> {
  for (let removed = 0; ; ) {
    const some = mayGoOn() ? await unusedBefore(db, customerId, before, PICTURES) : [];
    let gone = 0;
    for (const media of some) if (mayGoOn() && (await removeUnused(db, media, before))) gone += 1;
    removed += gone;
    if (gone === 0) return removed; // what was used meanwhile is not found again
  }
}
