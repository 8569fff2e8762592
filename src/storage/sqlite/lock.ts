// How long a writer waits for the lock of a SQLite file, and who gets it next. SQLite has no queue
// for its lock: whoever asks at the right moment gets it, so a process that writes one batch after
// the other can starve all others. Therefore a writer first takes a turnstile, a separate lock
// beside the store, and releases it when it has the store: a process that just had its turn stands
// behind one that waits. File locks belong to the kernel: a killed process holds none.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The low byte of the result code; the rest gives details, e.g. that another process recovers after
 * a crash.
 */
const BUSY = 5; // https://sqlite.org/rescode.html#busy

/**
 * How long a server's request waits before its client is told to try again. Others hold the lock
 * for 100 ms at most.
 */
export const PATIENCE_MS = 5_000;
/** All poll at the same pace, so that latecomers have no advantage. */
const ASK_EVERY_MS = { least: 1, most: 4 };

/**
 * Runs a function that needs the lock of a file; while another thread or process has it, retries
 * without blocking this thread.
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

/** Runs such a function once; undefined while another thread or process has the lock. */
export function unlessBusy<T>(run: () => T): { result: T } | undefined {
  try {
    return { result: run() };
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number } | null)?.errcode ?? 0) % 256 === BUSY;
}

export type Turnstile = {
  /** @throws "database is locked" while another process holds it */
  enter(): void;
  leave(): void;
  /** Whether another process holds it, and so waits for the store. */
  isTaken(): boolean;
  close(): void;
};

/**
 * Opens a turnstile, whoever holds it.
 * @param path of a file that is used for its locks only
 */
export function openTurnstile(path: string): Turnstile {
  const database = new DatabaseSync(path, { timeout: 0 });
  const begin = database.prepare('begin exclusive');
  const end = database.prepare('rollback');
  let isReady = false;
  let isOurs = false;
  const enter = () => {
    // Nothing is written: no file is made and removed each time. The pragma reads the file, so it
    // fails while somebody holds it.
    if (!isReady) database.exec('pragma journal_mode = memory');
    isReady = true;
    begin.run();
    isOurs = true;
  };
  const leave = () => {
    end.run();
    isOurs = false;
  };
  return {
    enter,
    leave,
    isTaken() {
      if (isOurs) return false; // a writer of this thread stands in it, waiting for the store
      try {
        enter();
      } catch (error) {
        if (isBusy(error)) return true;
        throw error;
      }
      leave();
      return false;
    },
    close: () => database.close(),
  };
}
