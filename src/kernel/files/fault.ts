// What is wrong with a file that a person named, in words: the system's own sentences begin with a
// code and end with a call.
import { accessSync, constants, statSync } from 'node:fs';
import { AppError, asError } from '../errors.ts';

type Reasons = Readonly<Record<string, string>>;

const OF_BOTH: Reasons = {
  ENOTDIR: 'its path leads through a file',
  EISDIR: 'it is a folder',
  EACCES: 'the user of this process may not',
  EPERM: 'the user of this process may not',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'no more files can be opened (ulimit -n)',
  ENFILE: 'no more files can be opened',
  EIO: 'the disk gives an error',
};

const OF_READING: Reasons = { ...OF_BOTH, ENOENT: 'there is no such file' };

const OF_WRITING: Reasons = {
  ...OF_BOTH,
  ENOENT: 'there is no such folder',
  EEXIST: 'it is there already',
  EROFS: 'the place is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'files may not grow so large (ulimit -f)',
};

/** @param what what cannot be done, as the beginning of a sentence */
export const readFault = (what: string, error: unknown): AppError => faultOf(what, error, OF_READING);

/** @param what what cannot be done, as the beginning of a sentence */
export const writeFault = (what: string, error: unknown): AppError => faultOf(what, error, OF_WRITING);

/** Whether the system told why a file cannot be used, and not the program. */
export const isOfFile = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string';

/** Why a file cannot be written; undefined: the system's own sentence is all there is. */
export const whyNotWritten = (error: unknown): string | undefined => reasonIn(OF_WRITING, error);

/** Whether the system says that the user of this process may not. */
export function isForbidden(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM';
}

/**
 * What the user of this process may not do with a file that is there, and whose it is, as the end
 * of a sentence; undefined where he may.
 */
export function whyClosed(file: string, use: 'read' | 'write'): string | undefined {
  if (!isOpenFor(file, constants.R_OK)) return closedTo(file, 'read');
  return use === 'read' || isOpenFor(file, constants.W_OK) ? undefined : closedTo(file, 'written');
}

/** The end of a sentence about a file or folder that the system has refused. */
export const closedTo = (path: string, what: 'read' | 'written'): string =>
  `may not be ${what} by the user of this process${ownersOf(path)}`;

function isOpenFor(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch (error) {
    return !isForbidden(error);
  }
}

/** Empty where nobody says whose it is, or where it is the user's own. */
function ownersOf(path: string): string {
  const own = process.geteuid?.();
  const owner = ownerOf(path);
  return own === undefined || owner === undefined || own === owner ? '' : ` (id ${own}; it belongs to id ${owner})`;
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

const reasonIn = (reasons: Reasons, error: unknown) => reasons[String((error as NodeJS.ErrnoException | null)?.code)];

function faultOf(what: string, error: unknown, reasons: Reasons): AppError {
  const why = reasonIn(reasons, error) ?? asError(error).message;
  return new AppError('bad_request', `${what}: ${why}.`, { cause: error });
}
