// How long a writer waits for the lock of a SQLite file, and who gets it next. SQLite hands its lock to nobody: who asks at the
// right moment has it, so a process that writes one batch after the other can keep all others out until they give up.
// Therefore whoever wants to write takes a turnstile first, a lock of its own beside the store, and gives it back when it has
// the store: who comes from a turn stands behind the one who waits. Locks of files are the kernel's: a process that is killed
// holds none.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** The low byte of the result code; the rest says why, e.g. that another process recovers after a crash. */
const BUSY = 5; // https://sqlite.org/rescode.html#busy

/** A server's request waits so long, then it is told to come again. Others hold the lock for 100 ms at most. */
export const PATIENCE_MS = 5_000;
/** All ask at the same pace, so that of several who wait none is ahead for having come late. */
const ASK_EVERY_MS = { least: 1, most: 4 };

/**
 * Runs what needs the lock of a file; while another thread or process has it, tries again without blocking this thread.
 * @param giveUpAt by performance.now()
 * @throws the store's "database is locked" after that
 */
export async function patiently<T>(run: () => T, giveUpAt: number): Promise<T> {
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
    }
    await sleep(ASK_EVERY_MS.least + (ASK_EVERY_MS.most - ASK_EVERY_MS.least) * Math.random());
  }
}

/** Whether an error says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number } | null)?.errcode ?? 0) % 256 === BUSY;
}

export type Turnstile = {
  /** @throws "database is locked" while another process stands in it */
  enter(): void;
  leave(): void;
  /** Whether another process stands in it: it waits for the store. */
  isTaken(): boolean;
  close(): void;
};

/** @param path of a file that holds nothing but its locks */
export function openTurnstile(path: string): Turnstile {
  const database = new DatabaseSync(path, { timeout: 0 });
  const begin = database.prepare('begin exclusive');
  const end = database.prepare('rollback');
  return {
    enter: () => void begin.run(),
    leave: () => void end.run(),
    isTaken() {
      try {
        begin.run();
      } catch (error) {
        if (isBusy(error)) return true;
        throw error;
      }
      end.run();
      return false;
    },
    close: () => database.close(),
  };
}
