// Explains in one line why a SQLite store cannot be used.
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { storeTrouble, troubleText } from '../trouble.ts';

/** More than a new store needs. */
const PROBE_BYTES = 1_048_576;

/** The error of opening the store or its locks, with the folder and the setting that names it. */
export function sqliteFault(dataDir: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const folder = resolve(dataDir);
  const kind = storeTrouble(error)?.kind;
  const real = kind === 'disk' || kind === 'full' ? (whyNoFile(folder) ?? error) : error;
  const line = `Cannot use the SQLite store in ${folder}: ${troubleText(real).replace(/\.?$/, '.')} MAILWRIGHT_DATA_DIR names the folder.`;
  return new AppError('unavailable', line, undefined, { cause: error });
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
