// Whether the file of a store still stands under its name. A process that has it open could go on
// without: it would send, and record what it sent in a file that is gone when it ends.
import { statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileGone } from '../trouble.ts';

export type Place = {
  /**
   * Call before the store is written; looks at the disk from time to time.
   * @throws fileGone()
   */
  check(): void;
};

/** A file, whatever its name is; '' for none; undefined: it is not known. */
export type FileId = string | undefined;

const LOOK_EVERY_MS = 100;

/** Remembers which file is open. Call when it is. */
export function openPlace(path: string): Place {
  const opened = fileAt(path);
  let [isThere, lookAt] = [true, 0];
  return {
    check() {
      const now = performance.now();
      if (now >= lookAt) {
        isThere = isAt(path, opened);
        lookAt = now + LOOK_EVERY_MS;
      }
      if (!isThere) throw fileGone();
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
