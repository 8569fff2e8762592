// Keeps a second server with the same role out of a data folder: on SQLite both would send and
// answer without knowing of each other. Each role is a lock on a file of its own, which the kernel
// releases when the process ends, however it ends. Commands need none: they may run beside a
// server, unless the file that it has open was replaced. Its log is still there under its name: it
// would be read as a part of the new file, and be written into it.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '../kernel/errors.ts';
import { hasStore, makeDataFolder, STORE_FILE } from '../storage/folder.ts';
import { sqliteFault } from '../storage/sqlite/fault.ts';
import { isBusy, openTurnstile, patiently, type Turnstile } from '../storage/sqlite/lock.ts';

/** A process that is ending may need a moment. */
const PATIENCE_MS = 1_000;

/**
 * Acquires the roles of a data folder for this process.
 * @returns a function that gives them back
 * @throws AppError `unavailable` in one line when another process has one of them
 */
export async function holdServing(dataDir: string, roles: Iterable<string>): Promise<() => void> {
  makeDataFolder(dataDir);
  const held: Turnstile[] = [];
  const release = () => {
    for (const lock of held.splice(0)) lock.close();
  };
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (const role of roles) {
    try {
      const lock = openTurnstile(lockFile(dataDir, role));
      held.push(lock);
      await patiently(lock.enter, giveUpAt);
      noteHolder(dataDir, role);
    } catch (error) {
      release();
      throw isBusy(error) ? heldElsewhere(dataDir, role) : sqliteFault(dataDir, error);
    }
  }
  return release;
}

/**
 * What a server needs of its data folder: on SQLite its roles; with PostgreSQL only that it is
 * there, for the mark by which a store that went back is recognized. A folder that cannot be made,
 * as on a disk that is read-only, keeps no such server from running.
 * @returns a function that gives the roles back, if there are any
 * @throws as holdServing
 */
export async function holdFolder({
  databaseUrl,
  dataDir,
  roles,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
  roles: Iterable<string>;
}): Promise<(() => void) | undefined> {
  if (databaseUrl === undefined) {
    refuseReplaced(dataDir);
    return holdServing(dataDir, roles);
  }
  try {
    makeDataFolder(dataDir);
  } catch {
    // the mark is in the database too
  }
  return undefined;
}

/** Notes which file a server has open, for whoever opens it later. */
export function noteOpened(dataDir: string): void {
  try {
    writeFileSync(join(dataDir, OPENED), JSON.stringify(numbersIn(dataDir)), { mode: 0o600 });
  } catch {
    // a full disk prevents no server from running
  }
}

/**
 * Call before a store of one file is opened beside servers, or after them.
 * @throws AppError `unavailable` when the file was replaced under a server: as long as that lives,
 * and afterwards, if the former file's log is still beside the new one
 */
export function refuseReplaced(dataDir: string): void {
  if (!hasStore(dataDir)) return;
  const [opened, found] = [readOpened(dataDir), numbersIn(dataDir)];
  if (opened === undefined || opened.file === found.file) return;
  const file = resolve(dataDir, STORE_FILE);
  const role = readdirSync(dataDir)
    .flatMap((name) => LOCK.exec(name)?.[1] ?? [])
    .find((one) => isHeld(dataDir, one));
  if (role !== undefined) {
    const line = `The database file ${file} was replaced while a server is running (${holderOf(dataDir, role)}). Using the new one now would damage it. Move the former file back, or stop the server first.`;
    throw new AppError('unavailable', line);
  }
  if (opened.log === '' || opened.log !== found.log) return; // of a copied folder both differ
  const line = `The database file ${file} was replaced while a server was running, and ${file}-wal belongs to the former one. Together they would damage the database. Move the former file back; or delete ${file}-wal and ${file}-shm to use the new one.`;
  throw new AppError('unavailable', line);
}

/** Named like what an empty data folder may hold. */
const OPENED = 'server-file.pid';
const LOCK = /^server-(\w+)\.lock$/;
const lockFile = (dataDir: string, role: string) => join(dataDir, `server-${role}.lock`);
const noteFile = (dataDir: string, role: string) => join(dataDir, `server-${role}.pid`);

type Numbers = { file: string; log: string };

/**
 * Of the files themselves, whatever their names; '' for none. A number is soon given to another
 * file, so the log's has its birth beside it: a log taken for the former one would be deleted.
 */
function numbersIn(dataDir: string): Numbers {
  const find = (suffix: string) => statSync(join(dataDir, `${STORE_FILE}${suffix}`), { throwIfNoEntry: false });
  const [file, log] = [find(''), find('-wal')]; // without the device's, which may differ between containers
  return { file: String(file?.ino ?? ''), log: log ? `${log.ino} ${log.birthtimeMs}` : '' };
}

function readOpened(dataDir: string): Numbers | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, OPENED), 'utf8')) as Numbers;
  } catch {
    return undefined;
  }
}

function isHeld(dataDir: string, role: string): boolean {
  const lock = openTurnstile(lockFile(dataDir, role));
  try {
    return lock.isTaken();
  } finally {
    lock.close();
  }
}

/** For people only; the lock is what counts. */
function noteHolder(dataDir: string, role: string): void {
  try {
    writeFileSync(noteFile(dataDir, role), `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  } catch {
    // a full disk prevents no server from running
  }
}

function holderOf(dataDir: string, role: string): string {
  try {
    return readFileSync(noteFile(dataDir, role), 'utf8').trim() || 'another process';
  } catch {
    return 'another process'; // the note is missing; the lock is not
  }
}

function heldElsewhere(dataDir: string, role: string): AppError {
  return new AppError(
    'unavailable',
    `Another server is using the data folder ${dataDir} (role ${role}: ${holderOf(dataDir, role)}). Stop it first. A second server needs its own folder (MAILWRIGHT_DATA_DIR), or PostgreSQL to share a database (MAILWRIGHT_DATABASE_URL).`,
  );
}
