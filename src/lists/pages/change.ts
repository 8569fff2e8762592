// Changes the look and texts of a list's public pages.
import { inTransaction } from '../../storage/db.ts';
import type { Db, List } from '../../storage/tables.ts';
import { updateListRow } from '../queries.ts';
import { type PageSettings, pagesColumn } from './settings.ts';

/** Sets the page settings of a list. `at`: now, ms. */
export async function changePages(db: Db, list: List, settings: PageSettings, at: number): Promise<void> {
  await inTransaction(db, (tx) => updateListRow(tx, list, { ...pagesColumn(settings), updated_at: at }));
}
