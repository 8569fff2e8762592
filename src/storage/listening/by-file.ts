// How processes on one SQLite store tell each other that something has changed: by touching a file
// beside it, which the system watches for us.
import { closeSync, type FSWatcher, openSync, watch } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { asError } from '../../kernel/errors.ts';
import type { Listener, ListenHandlers } from './listener.ts';

/** Tells those that listen; where nobody ever listened there is no file, and nothing to tell. */
export async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Listens until it is stopped. Where the system watches no files it says so, once. */
export function listenToFile(file: string, { heard, state }: ListenHandlers): Listener {
  let watcher: FSWatcher | undefined;
  const failure = (error: unknown) => {
    watcher?.close();
    state(`the file ${file} cannot be watched: ${asError(error).message}`);
  };
  try {
    closeSync(openSync(file, 'a', 0o600));
    watcher = watch(file, { persistent: false }, heard);
    watcher.on('error', failure);
    state(undefined);
  } catch (error) {
    failure(error);
  }
  return { stop: async () => watcher?.close() };
}
