// Changes how the public pages of a list look and speak.
import { inTransaction } from '../../storage/db.ts';
import type { Db, List } from '../../storage/tables.ts';
import { updateListRow } from '../queries.ts';
import { type PageSettings, pagesColumn } from './settings.ts';

/** Sets the pages of a list to these settings. `at`: now, ms. */
export async function changePages(db: Db, list: List, settings: PageSettings, at: number): Promise<void> {
  await inTransaction(db, (tx) => updateListRow(tx, list, { ...pagesColumn(settings), updated_at: at }));
}
