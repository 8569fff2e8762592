// Whether the file of a store and its log still stand under their names. A process that has them
// open could go on without: it would send, and record what it sent in a file that is gone when it
// ends.
import { statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileGone, logGone } from '../trouble.ts';

export type Place = {
  /**
   * Call before the store is written; looks at the disk from time to time.
   * @param saveLog copies what the log has into the file
   * @throws fileGone(), logGone()
   */
  check(saveLog: () => void): void;
};

/** A file, whatever its name is; '' for none; undefined: it is not known. */
export type FileId = string | undefined;

const LOOK_EVERY_MS = 100;

/** Remembers which file is open. Call when it is. */
export function openPlace(path: string): Place {
  const opened = fileAt(path);
  const log = `${path}-wal`;
  let openedLog: FileId;
  let [isThere, hasLog, lookAt] = [true, true, 0];
  return {
    check(saveLog) {
      const now = performance.now();
      if (now >= lookAt) {
        isThere = isAt(path, opened);
        openedLog ??= fileAt(log) || undefined; // made by the first look at the file
        hasLog &&= isAt(log, openedLog); // another one in its place is not read
        if (isThere && !hasLog) saveLog();
        lookAt = now + LOOK_EVERY_MS;
      }
      if (!isThere) throw fileGone();
      if (!hasLog) throw logGone();
    },
  };
}

/** Whether the name is that of a file. A disk that says nothing of it says nothing against it. */
export function isAt(path: string, file: FileId): boolean {
  const found = fileAt(path);
  return found === file || found === undefined || file === undefined;
}

/** The file that has a name. */
export function fileAt(path: string): FileId {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : undefined;
  }
}
