// Changes the look and texts of a list's public pages.
import { requireEtag, storedEtag } from '../../http/requests/etag.ts';
import { hashesIn } from '../../mail/html/file-addresses.ts';
import { noteUsed } from '../../media/queries.ts';
import type { List, Tx } from '../../storage/tables.ts';
import { updateListRow } from '../queries.ts';
import { type PageSettings, pageSettingsOf, pagesColumn } from './settings.ts';

/** Names the page settings of a list. */
export const tagOfPages = (settings: PageSettings) => storedEtag([settings]);

/**
 * Sets the page settings of a list.
 * @param before the list, held by the transaction
 * @param at now, ms
 * @param ifMatch what the request was made for, as in `If-Match`; absent: whatever stands
 * @throws AppError `stale` when they are others than were asked for
 */
export async function changePages(
  tx: Tx,
  before: List,
  settings: PageSettings,
  at: number,
  ifMatch?: string,
): Promise<void> {
  requireEtag(ifMatch, tagOfPages(pageSettingsOf(before)), before.updated_at);
  await noteUsed(tx, before.customer_id, hashesIn(settings.logoUrl));
  await updateListRow(tx, before, { ...pagesColumn(settings), updated_at: at });
}
