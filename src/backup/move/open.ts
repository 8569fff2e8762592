// Opens both stores of a move, and keeps everybody else out of them.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { livingLeases } from '../../coordination/lease.ts';
import { holdServing } from '../../coordination/serving.ts';
import { AppError } from '../../kernel/errors.ts';
import { newUid } from '../../kernel/ids.ts';
import { counted } from '../../kernel/text/counted.ts';
import { openStore, type Store, type Tx } from '../../storage/db.ts';
import { hasStore, makeDataFolder, STORE_FILE } from '../../storage/folder.ts';
import { filledTable, otherSessions, urlAs } from '../../storage/moving/alone.ts';
import { nameOf, type Place } from './place.ts';

/** A store that nobody else uses, until it is closed. */
export type HeldStore = { store: Store; name: string; close(): Promise<void> };

const ROLES = ['web', 'worker', 'clock'];
/** What servers, commands and disks leave in a folder without a store. */
const NOTHING = /^(?:server-\w+\.(?:lock|pid)|lost\+found)$/;

/** @throws AppError when there is none, or a server uses it */
export async function openSource(place: Place): Promise<HeldStore> {
  const held = await hold(place, { isThere: true });
  try {
    await requireNobody(held.store.db, held.name);
    return held;
  } catch (error) {
    await held.close();
    throw error;
  }
}

/** @throws AppError `conflict` when somebody uses the store */
export async function requireNobody(db: Store['db'] | Tx, name: string): Promise<void> {
  const [lease] = await livingLeases(db);
  if (lease) {
    const line = `A server uses ${name} (${lease.name}). Stop all servers first; one that was killed counts as gone after 10 seconds.`;
    throw new AppError('conflict', line);
  }
  const others = await otherSessions(db);
  if (others === 0) return;
  const line = `${counted(others, 'other connection')} of the same user to ${name}: stop all servers and commands first, and close what else looks at it.`;
  throw new AppError('conflict', line);
}

/** @throws AppError when something is there that is not ours, or somebody uses it */
export async function openTarget(place: Place): Promise<HeldStore> {
  if (place.databaseUrl === undefined) requireFolderOfOurs(place.dataDir);
  const held = await hold(place, { isThere: false });
  try {
    const others = await otherSessions(held.store.db);
    if (others === 0) return held;
    throw new AppError(
      'conflict',
      `${held.name} is in use: ${counted(others, 'other connection')} of the same user. Close ${others === 1 ? 'it' : 'them'}.`,
    );
  } catch (error) {
    await held.close();
    throw error;
  }
}

function requireFolderOfOurs(dataDir: string): void {
  const folder = resolve(dataDir);
  if (!existsSync(folder) || existsSync(join(folder, STORE_FILE))) return;
  const [name] = readdirSync(folder).filter((one) => !NOTHING.test(one));
  if (name !== undefined)
    throw new AppError('conflict', `The folder ${folder} is not empty (${name}). Name an empty one.`);
}

/** @throws AppError `conflict` when a store has any rows */
export async function requireEmpty(db: Store['db'] | Tx, name: string): Promise<void> {
  const table = await filledTable(db);
  if (table === undefined) return;
  throw new AppError(
    'conflict',
    `${name} already contains a database (table ${table} has rows). Choose an empty target.`,
  );
}

async function hold(place: Place, { isThere }: { isThere: boolean }): Promise<HeldStore> {
  const name = nameOf(place);
  const { databaseUrl, dataDir } = place;
  if (databaseUrl === undefined && isThere && !hasStore(dataDir)) {
    throw new AppError('unavailable', `The folder ${resolve(dataDir)} contains no database.`);
  }
  if (databaseUrl === undefined) makeDataFolder(dataDir);
  const release = databaseUrl === undefined ? await holdServing(dataDir, ROLES) : undefined;
  try {
    const store = await openStore({
      databaseUrl: databaseUrl && urlAs(databaseUrl, `mailwright-move-${newUid()}`),
      dataDir,
      isThere,
      called: name,
      whileMoving: true,
      silenceMs: 0,
      waitsForDisk: isThere,
    });
    const close = async () => {
      await store.close();
      release?.();
    };
    return { store, name, close };
  } catch (error) {
    release?.();
    throw error;
  }
}
