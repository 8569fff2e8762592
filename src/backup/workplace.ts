// A folder in which something large is made before it gets its name. What a process that was killed
// left there is cleared by the next one.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { isBusy, openTurnstile, patiently } from '../storage/sqlite/lock.ts';

export type Workplace = {
  /** The path of a file in it. */
  file(name: string): string;
  /** Removes it with everything in it. */
  remove(): void;
};

const LOCK = 'lock';

/** Two that ask at the same instant may both be refused: each asks again for this long. */
const PATIENCE_MS = 250;

/**
 * Makes the folder, or empties one that was left.
 * @param whenTaken what to tell when another process is at work there
 * @param onLeft called before one that was left is emptied
 * @throws AppError `state` when it is taken, or when it is no such folder; what the file system
 * throws
 */
export async function openWorkplace(path: string, whenTaken: string, onLeft?: () => void): Promise<Workplace> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const left = readdirSync(path);
  if (left.length > 0 && !left.includes(LOCK)) {
    throw new AppError('state', `${path} is in the way: it is needed temporarily, but contains something else.`);
  }
  // The lock belongs to the kernel: a killed process has none.
  const lock = openTurnstile(join(path, LOCK));
  try {
    await patiently(lock.enter, performance.now() + PATIENCE_MS);
    // One that ended meanwhile removed its folder, and the lock that we opened with it.
    if (!existsSync(join(path, LOCK))) throw new AppError('state', whenTaken);
    onLeft?.();
    for (const name of readdirSync(path)) if (name !== LOCK) rmSync(join(path, name), { recursive: true });
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new AppError('state', whenTaken) : error;
  }
  return {
    file: (name) => join(path, name),
    remove() {
      rmSync(path, { recursive: true, force: true }); // before the next one can enter
      lock.close();
    },
  };
}

/** A process that is at work writes something more often, also where the disk knows no locks. */
const LEFT_AFTER_MS = HOUR_MS;

/**
 * Removes workplaces that killed processes left in a folder: of this ending, with a lock that
 * nobody holds, nothing in them but `names` (and what SQLite has beside them), and unchanged for an
 * hour. What cannot be looked at or removed stays, without an error.
 * @param now ms since 1970
 */
export function removeLeft(folder: string, ending: string, names: readonly string[], now: number): void {
  const isKnown = (name: string) => [LOCK, ...names].includes(name.replace(/-(?:wal|shm|journal)$/, ''));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.endsWith(ending)) continue;
    const path = join(folder, entry.name);
    try {
      const inside = readdirSync(path);
      if (!inside.includes(LOCK) || !inside.every(isKnown)) continue;
      const changedAt = Math.max(...inside.map((name) => statSync(join(path, name)).mtimeMs));
      if (now - changedAt >= LEFT_AFTER_MS) removeUnlessTaken(path);
    } catch {
      // it is another user's, or was removed meanwhile
    }
  }
}

function removeUnlessTaken(path: string): void {
  const lock = openTurnstile(join(path, LOCK));
  try {
    lock.enter();
    rmSync(path, { recursive: true, force: true });
  } finally {
    lock.close();
  }
}
