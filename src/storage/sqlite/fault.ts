// Explains in one line why a SQLite store cannot be used.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { whyClosed } from '../../kernel/files/fault.ts';
import { STORE_FILE } from '../folder.ts';
import { storeTrouble, troubleText } from '../trouble.ts';

/** More than a new store needs. */
const PROBE_BYTES = 1_048_576;

/** Its file, what SQLite has beside it, and the lock of its writers (driver.ts). */
const FILES = ['', '-wal', '-shm', '-turn'].map((end) => `${STORE_FILE}${end}`);
/** Those, and the locks of servers. */
const ANY_FILE = new RegExp(`^(?:${STORE_FILE.replaceAll('.', '\\.')}|server-)`);

/** The error of opening the store or its locks, with the folder and the setting that names it. */
export function sqliteFault(dataDir: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const folder = resolve(dataDir);
  const kind = storeTrouble(error)?.kind;
  const isOfFiles = kind === 'disk' || kind === 'full' || kind === 'read_only';
  const closed = isOfFiles ? closedIn(folder, namesIn(folder)) : undefined;
  if (closed !== undefined) return faultIn(folder, closed, error);
  const real = kind === 'disk' || kind === 'full' ? (whyNoFile(folder) ?? error) : error;
  return faultIn(folder, troubleText(real), error);
}

/**
 * SQLite says of files of another user that they are read-only or cannot be opened, and that only
 * when it needs them.
 * @throws AppError `unavailable` that names the file
 */
export function refuseForeign(dataDir: string): void {
  const folder = resolve(dataDir);
  const closed = closedIn(folder, FILES);
  if (closed !== undefined) throw faultIn(folder, closed);
}

function faultIn(folder: string, why: string, cause?: unknown): AppError {
  const line = `The SQLite database in ${folder} cannot be used: ${why.replace(/\.?$/, '.')} The folder is set by MAILWRIGHT_DATA_DIR.`;
  return new AppError('unavailable', line, { cause });
}

function closedIn(folder: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    const file = join(folder, name);
    const why = whyClosed(file, 'write');
    if (why !== undefined) return `${file} ${why}`;
  }
  return undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => ANY_FILE.test(name));
  } catch {
    return [];
  }
}

/**
 * SQLite reports a full disk, a file limit and much else as an I/O error: writing a file there
 * shows the real one.
 */
function whyNoFile(folder: string): unknown {
  const file = join(folder, `probe.${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    rmSync(file, { force: true });
  }
}
