// A backup whose end is noted in the data folder, for those who watch its server: the command's own
// output of the night nobody reads.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { noteBackup } from '../coordination/last-backup.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError, asError } from '../kernel/errors.ts';
import { whyNotWritten } from '../kernel/files/fault.ts';
import { RESTORE_FOLDER, STORE_FILE } from '../storage/folder.ts';
import { type Backup, type BackupRequest, type Steps, takeBackup } from './take.ts';

/** `unnoted`: why the backup, which is there, could not be noted. */
export type NotedBackup = Backup & { unnoted: string | undefined };

/**
 * Makes a backup, as `takeBackup`, and notes that it was made, or why not.
 * @throws what `takeBackup` throws
 */
export async function takeNotedBackup(request: BackupRequest, clock: Clock, steps: Steps): Promise<NotedBackup> {
  const { dataDir } = request;
  const file = resolve(request.file);
  try {
    const backup = await takeBackup(request, clock, steps);
    return { ...backup, unnoted: note(dataDir, { good: { at: backup.at, file } }) };
  } catch (error) {
    const reason = error instanceof AppError ? error.message : `Unexpected fault: ${asError(error).message}`;
    if (isServed(dataDir)) note(dataDir, { failed: { at: clock.now(), file, reason } });
    throw error;
  }
}

/** Without a store, or with half of one, no server uses the folder: it is left as it is. */
const isServed = (dataDir: string) =>
  existsSync(join(dataDir, STORE_FILE)) && !existsSync(join(dataDir, RESTORE_FOLDER));

function note(...[dataDir, came]: Parameters<typeof noteBackup>): string | undefined {
  try {
    noteBackup(dataDir, came);
    return undefined;
  } catch (error) {
    return whyNotWritten(error) ?? asError(error).message;
  }
}
