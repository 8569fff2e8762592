// The data folder.

import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AppError, asError } from '../kernel/errors.ts';
import { closedTo, isForbidden } from '../kernel/files/fault.ts';

/**
 * Creates the data folder, for its owner only, unless it exists. Folder by folder: the recursive
 * form of mkdir never returns where a file system refuses new folders with "no such file" (as /proc
 * does).
 * @throws AppError `unavailable` in one line
 */
export function makeDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  try {
    make(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const line = `Cannot write to the data folder ${folder}: ${faultOf(error)} MAILWRIGHT_DATA_DIR names it.`;
    throw new AppError('unavailable', line, { cause: error });
  }
}

/** What is wrong with the place, in words. */
function faultOf(error: unknown): string {
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  const why = isForbidden(error) ? closedTo(path, 'written') : FAULTS[code];
  return why === undefined ? `${asError(error).message}.` : `${path} ${why}.`;
}

const FAULTS: Record<string, string> = {
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'lies below a file',
  EROFS: 'is on a file system that is read-only',
  ENOSPC: 'is on a disk that is full',
  ENOENT: 'is in a place where no folder can be made',
};

/** The name of the SQLite store in its folder. */
export const STORE_FILE = 'mailwright.db';

/**
 * For commands that use an existing store only.
 * @throws AppError `unavailable` when the folder has no store, or may not be entered
 */
export function requireStore(dataDir: string): void {
  const folder = resolve(dataDir);
  if (hasStore(folder)) return;
  const place = existsSync(folder) ? `The folder ${folder} contains no database` : `There is no folder ${folder}`;
  const line = `${place}. Start the server first (npm start), or name the folder of the one that runs in MAILWRIGHT_DATA_DIR.`;
  throw new AppError('unavailable', line);
}

/**
 * Refuses an empty file before SQLite writes its first page into it.
 * @throws AppError `unavailable`
 */
export function requireContent(dataDir: string): void {
  const file = resolve(dataDir, STORE_FILE);
  if (statSync(file).size === 0) throw new AppError('unavailable', `The database ${file} is empty.`);
}

/**
 * Refuses a log of SQLite without its file: beside a new file it would be deleted, with all that
 * was written last. And a file without its log, whose index is there as long as a process has it
 * open, or was killed: who is mailed would depend on what is missing, and two processes with a log
 * each would destroy the file.
 * @throws AppError `unavailable`
 */
export function requireFileOfLog(dataDir: string): void {
  const file = resolve(dataDir, STORE_FILE);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;
  const [size, log] = [sizeOf(file), sizeOf(`${file}-wal`)];
  if (!size && log) {
    const line = `The database ${file} is missing, but ${file}-wal with its latest changes exists. Put the file back. To start from nothing, use another folder (MAILWRIGHT_DATA_DIR).`;
    throw new AppError('unavailable', line);
  }
  if (log !== undefined || !sizeOf(`${file}-shm`)) return;
  if (sizeOf(`${file}-wal`) !== undefined) return; // somebody began to use the file meanwhile
  const line = `The file ${file}-wal with the latest changes of the database is missing. If a server is running, restart it with SIGTERM: it copies them into the database as it stops. If none is running, put the file back, or restore a backup. To go on without these changes, delete ${file}-shm: people may then get an email for the second time.`;
  throw new AppError('unavailable', line);
}

/**
 * Whether a folder holds a SQLite store.
 * @throws AppError `unavailable` when the folder may not be entered: it would look empty
 */
export function hasStore(dataDir: string): boolean {
  const folder = resolve(dataDir);
  try {
    return statSync(join(folder, STORE_FILE), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (!isForbidden(error)) return false;
    const line = `The folder ${folder} ${closedTo(folder, 'read')}. Run this command as the user of the server, or name another folder.`;
    throw new AppError('unavailable', line, { cause: error });
  }
}

/**
 * Why no store may be made in a database for this data folder: the one of the folder is not in it,
 * and a server would begin as if there were nobody, with the same keys. Undefined: it may.
 */
export function whyNoOtherStore(dataDir: string): string | undefined {
  const file = resolve(dataDir, STORE_FILE);
  if (!statSync(file, { throwIfNoEntry: false })?.size) return undefined;
  return `The database in MAILWRIGHT_DATABASE_URL is empty, but the data folder contains the database ${file}, which would not be used. To move it there, unset MAILWRIGHT_DATABASE_URL and run npx mailwright move <that URL>. To start without it, set MAILWRIGHT_DATA_DIR to another folder.`;
}

/** In a data folder while a backup is restored into it; backup/restore.ts. */
export const RESTORE_FOLDER = 'restore.part';

/**
 * @throws AppError `unavailable` when a restore into the data folder has not ended: nobody may use
 * what is there
 */
export function refuseHalf(dataDir: string): void {
  const folder = resolve(dataDir);
  if (!existsSync(join(folder, RESTORE_FOLDER))) return;
  const line = `A restore into the folder ${folder} has not ended. If none is running, run it again: npx mailwright restore <file>.`;
  throw new AppError('unavailable', line);
}

function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    if (code !== 'ENOENT') throw error;
    make(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  }
}

const MB = 1024 * 1024;
/** With less room than this on the disk of the data folder its operator is told. */
export const SCARCE_BYTES = 1024 * MB;
/** With less than this the store may not be able to write any more. */
export const FULL_BYTES = 128 * MB;

/** Bytes that this process may still write on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
