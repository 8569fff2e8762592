// Why a SQLite store cannot be used, in one line for who started the program.
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { storeTrouble, troubleText } from '../trouble.ts';

/** What a new store takes, and more. */
const PROBE_BYTES = 1_048_576;

/** An error of opening the store or its locks, with the folder and the setting that names it. */
export function sqliteFault(dataDir: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const folder = resolve(dataDir);
  const kind = storeTrouble(error)?.kind;
  const real = kind === 'disk' || kind === 'full' ? (whyNoFile(folder) ?? error) : error;
  const line = `Cannot use the SQLite store in ${folder}: ${troubleText(real).replace(/\.?$/, '.')} MAILWRIGHT_DATA_DIR names the folder.`;
  return new AppError('unavailable', line, undefined, { cause: error });
}

/** SQLite calls a full disk, a limit of files and much else an I/O error: who writes a file there is told what it is. */
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
