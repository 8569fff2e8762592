// Removes what an unfinished move has left at its target.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { STORE_FILE } from '../../storage/folder.ts';
import { dropTables } from '../../storage/moving/alone.ts';
import { findMoveMarks, type MoveMark } from '../../storage/moving/marks.ts';
import { openTarget } from './open.ts';
import { nameOf, type Place } from './place.ts';

/**
 * Removes a store that only a move has written to, and never was used. Nothing there is nothing to
 * do.
 * @throws AppError `conflict` when it is any other
 */
export async function removeUnfinished(place: Place, began: MoveMark | undefined): Promise<void> {
  if (place.databaseUrl === undefined && !existsSync(join(place.dataDir, STORE_FILE))) return;
  if (began?.state === 'moved') {
    const line = `All of this store is at ${began.other}: without --start-over the move is brought to its end.`;
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
  const own = (name: string) => name.startsWith(STORE_FILE) || ['secret', 'secret-former', 'api-key'].includes(name);
  for (const name of readdirSync(place.dataDir).filter(own)) rmSync(join(place.dataDir, name));
}
