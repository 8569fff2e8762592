// Progress over the files of a backup, in megabytes.
import type { Progress } from '../storage/sqlite/copy.ts';
import type { Member } from './archive.ts';
import type { KeptFile } from './manifest.ts';

const BYTES_A_MB = 1_000_000;

/** Passes contents on, and tells how much of all the files has gone through. */
export function countedIn(files: readonly KeptFile[], progress: Progress) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let bytes = 0;
  return async function* counted(content: Member['content']): Member['content'] {
    for await (const part of content) {
      bytes += part.length;
      yield part;
      progress(Math.ceil(bytes / BYTES_A_MB), Math.ceil(total / BYTES_A_MB));
    }
  };
}
