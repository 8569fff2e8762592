// Small secrets in the data folder: one file each, readable by its owner only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, asError } from '../kernel/errors.ts';
import { makeDurably } from '../kernel/files/durable.ts';
import { makeDataFolder } from '../storage/folder.ts';

/**
 * The text of a file in the data folder; a missing file is created with `make()`. Concurrent
 * processes get the same text: the file appears complete or not at all.
 * @returns the text and the path of the file
 * @throws AppError `unavailable` when the folder cannot be used
 */
export function ensureSecretFile(dataDir: string, name: string, make: () => string): { text: string; file: string } {
  const file = join(dataDir, name);
  try {
    const kept = readText(file);
    if (kept !== undefined) return { text: kept, file };
    makeDataFolder(dataDir);
    makeDurably(file, `${make()}\n`); // where another process was faster its text is used
    return { text: readText(file) ?? '', file };
  } catch (error) {
    const reason = asError(error).message;
    throw new AppError('unavailable', `Cannot keep ${file}: ${reason}`, { cause: error });
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
