// The data folder.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError, asError } from '../kernel/errors.ts';

/**
 * Makes the data folder, for its owner only, when it is not there. Folder by folder: the recursive form of mkdir never
 * comes back where a file system refuses new folders with "no such file" (as /proc does).
 * @throws AppError `unavailable` in one line
 */
export function makeDataFolder(dataDir: string): void {
  try {
    make(resolve(dataDir));
  } catch (error) {
    throw new AppError(
      'unavailable',
      `Cannot write to the data folder ${dataDir}: ${asError(error).message}`,
      undefined,
      { cause: error },
    );
  }
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
