// Removes what an unfinished move has left at its target.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { syncPath } from '../../kernel/files/sync-path.ts';
import { STORE_FILE } from '../../storage/folder.ts';
import { dropTables } from '../../storage/moving/alone.ts';
import { findMoveMarks, type MoveMark } from '../../storage/moving/marks.ts';
import { openTarget } from './open.ts';
import { nameOf, type Place } from './place.ts';

/** Also what a process that was killed had not given its name. */
const BESIDE = /^(?:secret|secret-former|api-key)(?:\.\d+)?$/;
/** With what SQLite keeps beside it. */
const OF_STORE = new RegExp(`^${RegExp.escape(STORE_FILE)}`);

/**
 * Removes a store that only a move has written to, and never was used. Nothing there is nothing to
 * do.
 * @throws AppError `conflict` when it is any other
 */
export async function removeUnfinished(place: Place, began: MoveMark | undefined): Promise<void> {
  if (place.databaseUrl === undefined && !existsSync(join(place.dataDir, STORE_FILE))) return;
  if (began?.state === 'moved') {
    const line = `All of this database is already at ${began.other}: run the move without --start-over to complete it.`;
    throw new AppError('conflict', line);
  }
  const target = await openTarget(place);
  try {
    const { target: mark } = await findMoveMarks(target.store.db);
    if (!mark) throw new AppError('conflict', `${nameOf(place)} holds no unfinished move: nothing was removed.`);
    if (place.databaseUrl !== undefined) await dropTables(target.store.db);
  } finally {
    await target.close();
  }
  if (place.databaseUrl !== undefined) return;
  const names = readdirSync(place.dataDir);
  const remove = (ours: RegExp) => {
    for (const name of names.filter((one) => ours.test(one))) rmSync(join(place.dataDir, name), { force: true });
    syncPath(place.dataDir);
  };
  // As long as the store is there, which says whose it is, this can be cut off and done again.
  remove(BESIDE);
  remove(OF_STORE);
}
