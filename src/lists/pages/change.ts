// Changes the look and texts of a list's public pages.
import { hashesIn } from '../../mail/html/file-addresses.ts';
import { noteUsed } from '../../media/queries.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Db, List } from '../../storage/tables.ts';
import { updateListRow } from '../queries.ts';
import { type PageSettings, pagesColumn } from './settings.ts';

/** Sets the page settings of a list. `at`: now, ms. */
export async function changePages(db: Db, list: List, settings: PageSettings, at: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await noteUsed(tx, list.customer_id, hashesIn(settings.logoUrl));
    await updateListRow(tx, list, { ...pagesColumn(settings), updated_at: at });
  });
}
