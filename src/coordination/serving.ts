// Keeps a second server with the same role out of a data folder: on SQLite both would send and
// answer without knowing of each other. Each role is a lock on a file of its own, which the kernel
// releases when the process ends, however it ends. Commands need none: they may run beside a
// server.
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../kernel/errors.ts';
import { makeDataFolder } from '../storage/folder.ts';
import { sqliteFault } from '../storage/sqlite/fault.ts';
import { isBusy, openTurnstile, patiently, type Turnstile } from '../storage/sqlite/lock.ts';

/** A process that is ending may need a moment. */
const PATIENCE_MS = 1_000;

/**
 * Acquires the roles of a data folder for this process.
 * @returns a function that gives them back
 * @throws AppError `unavailable` in one line when another process has one of them
 */
export async function holdServing(dataDir: string, roles: Iterable<string>): Promise<() => void> {
  makeDataFolder(dataDir);
  const held: Turnstile[] = [];
  const release = () => {
    for (const lock of held.splice(0)) lock.close();
  };
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (const role of roles) {
    try {
      const lock = openTurnstile(join(dataDir, `server-${role}.lock`));
      held.push(lock);
      await patiently(lock.enter, giveUpAt);
      noteHolder(dataDir, role);
    } catch (error) {
      release();
      throw isBusy(error) ? heldElsewhere(dataDir, role) : sqliteFault(dataDir, error);
    }
  }
  return release;
}

/**
 * What a server needs of its data folder: on SQLite its roles; with PostgreSQL only that it is
 * there, for the mark by which a store that went back is recognized. A folder that cannot be made,
 * as on a disk that is read-only, keeps no such server from running.
 * @returns a function that gives the roles back, if there are any
 * @throws as holdServing
 */
export async function holdFolder({
  databaseUrl,
  dataDir,
  roles,
}: {
  databaseUrl: string | undefined;
  dataDir: string;
  roles: Iterable<string>;
}): Promise<(() => void) | undefined> {
  if (databaseUrl === undefined) return holdServing(dataDir, roles);
  try {
    makeDataFolder(dataDir);
  } catch {
    // the mark is in the database too
  }
  return undefined;
}

const noteFile = (dataDir: string, role: string) => join(dataDir, `server-${role}.pid`);

/** For people only; the lock is what counts. */
function noteHolder(dataDir: string, role: string): void {
  try {
    writeFileSync(noteFile(dataDir, role), `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  } catch {
    // a full disk prevents no server from running
  }
}

function heldElsewhere(dataDir: string, role: string): AppError {
  let holder = 'another process';
  try {
    holder = readFileSync(noteFile(dataDir, role), 'utf8').trim() || holder;
  } catch {
    // the note is missing; the lock is not
  }
  return new AppError(
    'unavailable',
    `Another server is using the data folder ${dataDir} (role ${role}: ${holder}). Stop it first. A second server needs its own folder (MAILWRIGHT_DATA_DIR), or PostgreSQL to share a database (MAILWRIGHT_DATABASE_URL).`,
  );
}
