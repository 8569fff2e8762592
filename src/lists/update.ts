// Changes the settings of a list.
import { sql } from 'kysely';
import { requireEtag, storedEtag } from '../http/requests/etag.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, List } from '../storage/tables.ts';
import { type ListSettings, settingsColumns, settingsOf } from './list-settings.ts';
import { updateListRow } from './queries.ts';

/** Names the settings of a list, as they are stored. */
export const tagOfSettings = (list: Parameters<typeof settingsOf>[0]) => storedEtag([settingsOf(list)]);

/**
 * Sets all settings of a list.
 * @param before the list, held by the transaction where `ifMatch` is given
 * @param ifMatch what the request was made for, as in `If-Match`; absent: whatever stands
 * @returns the tag of what they are now
 * @throws AppError `stale` when it is another than was asked for
 */
export async function changeList(
  db: Db,
  before: List,
  settings: ListSettings,
  at: number,
  ifMatch?: string,
): Promise<string> {
  const columns = settingsColumns(settings, at);
  // From the row as it is now, so that nobody is notified twice of what was notified meanwhile.
  const noticed_at = columns.noticed_at === null ? null : sql<number>`coalesce(noticed_at, ${at})`;
  requireEtag(ifMatch, tagOfSettings(before), before.updated_at);
  await inTransaction(db, (tx) => updateListRow(tx, before, { ...columns, noticed_at, updated_at: at }));
  return tagOfSettings({ ...before, ...columns });
}
