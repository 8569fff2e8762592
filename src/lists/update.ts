// Changes the settings of a list.
import { sql } from 'kysely';
import { inTransaction } from '../storage/db.ts';
import type { Db, List } from '../storage/tables.ts';
import { type ListSettings, settingsColumns } from './list-settings.ts';
import { updateListRow } from './queries.ts';

/** Sets all settings of a list. */
export async function changeList(db: Db, list: List, settings: ListSettings, at: number): Promise<void> {
  const columns = settingsColumns(settings, at);
  // From the row as it is now, so that nobody is notified twice of what was notified meanwhile.
  const noticed_at = columns.noticed_at === null ? null : sql<number>`coalesce(noticed_at, ${at})`;
  await inTransaction(db, (tx) => updateListRow(tx, list, { ...columns, noticed_at, updated_at: at }));
}
