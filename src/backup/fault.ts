// Errors of disks and files, in one line for the person who backs up or restores.
import { AppError, asError } from '../kernel/errors.ts';
import { isOfFile, whyNotWritten } from '../kernel/file-fault.ts';
import { type StoreTrouble, storeTrouble } from '../storage/trouble.ts';

const TEXTS: Partial<Record<StoreTrouble['kind'], string>> = {
  full: 'the disk there is full',
  size: 'files may not grow so large (ulimit -f)',
  disk: 'the disk there is full, or cannot be read or written',
  read_only: 'the place is read-only',
};

/** Errors of the file system, of SQLite and of threads that the system had no room for. */
const isOutside = (error: Error & { code?: unknown }) => isOfFile(error) || error.code === 'ERR_SQLITE_ERROR';

/** @param what what is not possible, as the beginning of a sentence */
export function faultOf(thrown: unknown, what: string): unknown {
  const error = asError(thrown);
  if (error instanceof AppError || !isOutside(error)) return thrown;
  const kind = storeTrouble(error)?.kind;
  const why = (kind && TEXTS[kind]) ?? whyNotWritten(error);
  const line = `${what}: ${why === undefined ? error.message : `${why} (${error.message})`}.`;
  return new AppError('unavailable', line, undefined, { cause: error });
}
