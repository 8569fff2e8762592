// The file with the high-water mark beside the data, which outlives a restored store.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import { STORE_FILE } from '../../storage/folder.ts';

/**
 * The mark `n` of the store `store`, whose row has `uid`; `went_back`: how often it did. `clean`:
 * the process ended in order, and nothing came after the mark.
 */
export type StoredMark = { uid: string; n: number; went_back: number; store: string; clean: boolean };

/** The file's path in a data folder. */
export function markFile(dataDir: string): string {
  return join(dataDir, 'high-water.json');
}

/** The stored mark; undefined when there is none yet. */
export function readMark(file: string): StoredMark | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredMark;
  } catch {
    return undefined;
  }
}

/**
 * Refuses a data folder whose store of one file is gone, or empty, or whose store is in a database
 * that nobody names: the mark tells that there was one, and a server would begin as if nobody had
 * ever been mailed.
 * @throws AppError `unavailable`
 */
export function refuseLostStore(dataDir: string): void {
  const mark = readMark(markFile(dataDir));
  if (mark === undefined) return;
  const file = resolve(dataDir, STORE_FILE);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && found.size > 0) return;
  const folder = resolve(dataDir);
  const why =
    mark.store === 'file'
      ? `The database of the folder ${folder} is ${found ? 'empty' : 'gone'}: ${file}. Put it back, or restore a backup into another folder (npx mailwright restore).`
      : `The folder ${folder} belongs to a server with a PostgreSQL database, but MAILWRIGHT_DATABASE_URL is not set. Set it as before.`;
  const anew = `To start without it, remove ${markFile(dataDir)}, which records it.`;
  throw new AppError('unavailable', `${why} ${anew}`);
}

/**
 * Replaces the file as a whole: after a power cut it is this one or the one before, and not empty.
 * @throws what the file system throws
 */
export function writeMark(file: string, mark: StoredMark): void {
  const part = `${file}.${process.pid}.${threadId}`;
  try {
    writeFileSync(part, JSON.stringify(mark), { mode: 0o600, flush: true });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
