// Changes the settings of a list.
import { inTransaction } from '../storage/db.ts';
import type { Db, List } from '../storage/tables.ts';
import { type ListSettings, settingsColumns } from './list-settings.ts';
import { updateListRow } from './queries.ts';

/** Sets a list to these settings. */
export async function changeList(db: Db, list: List, settings: ListSettings, at: number): Promise<void> {
  await inTransaction(db, (tx) => updateListRow(tx, list, { ...settingsColumns(settings, list, at), updated_at: at }));
}
