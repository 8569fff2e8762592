// A file that has its name only when it is whole; one of that name stays until then.
import { createWriteStream, readdirSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRunning } from '../running.ts';
import { syncPath } from './sync-path.ts';

export type WholeFile = {
  /** What is written to; its errors are those of the file system. */
  stream: WriteStream;
  /**
   * Gives the file its name, on the disk too, after the stream has ended.
   * @throws what the file system throws
   */
  keep(): Promise<void>;
  /** Removes what was written. */
  drop(): Promise<void>;
};

/**
 * Opens a file for its owner only, as it may hold personal data. A device or a pipe of that name
 * gets everything at once: no other file may take its place.
 */
export function openWholeFile(path: string): WholeFile {
  const isReplaced = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  const written = isReplaced ? `${path}.${process.pid}.part` : path;
  if (isReplaced) clearKilled(path);
  return {
    stream: createWriteStream(written, { mode: 0o600, flags: isReplaced ? 'wx' : 'w', flush: isReplaced }),
    async keep() {
      if (!isReplaced) return;
      await rename(written, path);
      syncPath(dirname(path));
    },
    async drop() {
      if (isReplaced) await rm(written, { force: true });
    },
  };
}

/**
 * Removes what processes that were killed had written for this path. One with our number too: in a
 * container the next command often has the number of the one before.
 */
function clearKilled(path: string): void {
  const [folder, before] = [dirname(path), `${basename(path)}.`];
  for (const name of namesIn(folder)) {
    const pid = name.startsWith(before) ? /^(\d+)\.part$/.exec(name.slice(before.length))?.[1] : undefined;
    if (pid !== undefined && !isOfOther(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

const isOfOther = (pid: number) => pid !== process.pid && isRunning(pid);

/** Nothing where the folder cannot be read: opening the file then says why. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
