// A file that has its name only when it is whole; one of that name stays until then.
import { createWriteStream, statSync, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';

export type WholeFile = {
  /** What is written to; its errors are those of the file system. */
  stream: WriteStream;
  /** Gives the file its name, after the stream has ended. @throws what the file system throws */
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
  return {
    stream: createWriteStream(written, { mode: 0o600, flags: isReplaced ? 'wx' : 'w' }),
    async keep() {
      if (isReplaced) await rename(written, path);
    },
    async drop() {
      if (isReplaced) await rm(written, { force: true });
    },
  };
}
