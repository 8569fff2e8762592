// Changes the look and texts of a list's public pages.
import { requireEtag, storedEtag } from '../../http/requests/etag.ts';
import { hashesIn } from '../../mail/html/file-addresses.ts';
import { noteUsed } from '../../media/queries.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Db, List } from '../../storage/tables.ts';
import { getLockedList, updateListRow } from '../queries.ts';
import { type PageSettings, pageSettingsOf, pagesColumn } from './settings.ts';

/** Names the page settings of a list. */
export const tagOfPages = (settings: PageSettings) => storedEtag([settings]);

/**
 * Sets the page settings of a list.
 * @param at now, ms
 * @param ifMatch what the request was made for, as in `If-Match`; absent: whatever stands
 * @throws AppError `stale` when they are others than were asked for, `not_found`
 */
export async function changePages(
  db: Db,
  list: List,
  settings: PageSettings,
  at: number,
  ifMatch?: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await getLockedList(tx, list);
    requireEtag(ifMatch, tagOfPages(pageSettingsOf(before)), before.updated_at);
    await noteUsed(tx, list.customer_id, hashesIn(settings.logoUrl));
    await updateListRow(tx, list, { ...pagesColumn(settings), updated_at: at });
  });
}
