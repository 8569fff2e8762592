// Whether the file of a store still stands under its name. A process that has it open could go on
// without: it would send, and record what it sent in a file that is gone when it ends.
import { statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { FileGone } from '../trouble.ts';

export type Place = {
  /**
   * Call before the store is written; looks at the disk from time to time.
   * @throws FileGone
   */
  check(): void;
};

const LOOK_EVERY_MS = 100;

/** Remembers which file is open. Call when it is. */
export function openPlace(path: string): Place {
  const opened = fileAt(path);
  let [isThere, lookAt] = [true, 0];
  return {
    check() {
      const now = performance.now();
      if (now >= lookAt) {
        const found = fileAt(path);
        // A disk that says nothing of the file says nothing against it either.
        isThere = found === opened || found === undefined || opened === undefined;
        lookAt = now + LOOK_EVERY_MS;
      }
      if (!isThere) throw new FileGone();
    },
  };
}

/** Which file has the name: '' for none; undefined: it is not known. */
function fileAt(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : undefined;
  }
}
