// Errors of disks and files, in one line for the person who backs up or restores.
import { AppError, asError } from '../kernel/errors.ts';
import { isOfFile, readFault, whyClosed, whyNotWritten } from '../kernel/files/fault.ts';
import { UnreadStore } from '../storage/sqlite/copy.ts';
import { type StoreTrouble, storeTrouble } from '../storage/trouble.ts';

type Texts = Partial<Record<StoreTrouble['kind'], string>>;

const TEXTS: Texts = {
  full: 'the disk there is full',
  size: 'files may not grow so large (ulimit -f)',
  disk: 'the disk there is full, or cannot be read or written',
  read_only: 'the place is read-only',
};

const OF_STORE: Texts = {
  full: 'its disk is full',
  size: 'files may not grow so large (ulimit -f)',
  disk: 'its disk cannot be read',
  read_only: 'SQLite needs files beside it, and the user of this process may not write its folder',
};

/** Primary result codes: pages that make no sense, and a file of something else. */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26]);

/** Errors of the file system, of SQLite and of threads that the system had no room for. */
const isOutside = (error: Error & { code?: unknown }) => isOfFile(error) || error.code === 'ERR_SQLITE_ERROR';

/**
 * @param what what is not possible, as the beginning of a sentence; of a store that cannot be read
 * that is said instead
 */
export function faultOf(thrown: unknown, what: string): unknown {
  const error = asError(thrown);
  if (error instanceof UnreadStore) return storeFault(error);
  if (error instanceof AppError || !isOutside(error)) return thrown;
  const kind = storeTrouble(error)?.kind;
  const why = (kind && TEXTS[kind]) ?? whyNotWritten(error);
  const line = `${what}: ${why === undefined ? error.message : `${why} (${error.message})`}.`;
  return new AppError('unavailable', line, { cause: error });
}

/** Reads a file of the data folder. @throws AppError that names it */
export function reading<T>(file: string, read: (file: string) => T): T {
  try {
    return read(file);
  } catch (error) {
    throw isOfFile(error) ? readFault(`The file ${file} of the data folder cannot be read`, error) : error;
  }
}

function storeFault({ file, cause, message }: UnreadStore): AppError {
  const closed = whyClosed(file, 'read');
  const kind = storeTrouble(cause)?.kind;
  const damaged = DAMAGED.has(Number((cause as { errcode?: unknown }).errcode) % 256) ? 'it is damaged' : undefined;
  const why = (kind && OF_STORE[kind]) ?? damaged;
  const line = `${message}: ${why === undefined ? cause.message : `${why} (${cause.message})`}.`;
  return new AppError('unavailable', closed === undefined ? line : `The database ${file} ${closed}.`, {
    cause,
  });
}
