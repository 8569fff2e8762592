// Brings commits to the disk in a thread of the pool, for a connection whose commits don't wait for
// it: the thread that commits goes on meanwhile, and several commits share one wait.
//
// SQLite writes a commit to its write-ahead log; with `synchronous = normal` nobody syncs that file
// before a checkpoint (https://sqlite.org/pragma.html#pragma_synchronous). After a power cut the
// log is read up to the first frame that did not arrive, so whatever was committed before a sync
// began is there when it has ended.
import { closeSync, fdatasync, openSync } from 'node:fs';

/** True: on the disk; false: it could not be written. */
export type OnDisk = true | Promise<boolean>;

type Sync = { covers: number; ended: Promise<boolean> };

export type Disk = {
  /** Call when something was committed. */
  committed(): void;
  /** Whether all that was committed by now is on the disk, or when it is known. */
  onDisk(): OnDisk;
  close(): Promise<void>;
};

/** @param path of the store's file */
export function openDisk(path: string): Disk {
  let file: number | undefined;
  let commits = 0;
  let synced = 0;
  let running: Sync | undefined;
  let next: Promise<boolean> | undefined;

  function begin(): Promise<boolean> {
    const covers = commits;
    const { promise: ended, resolve } = Promise.withResolvers<boolean>();
    running = { covers, ended };
    const end = (error: unknown) => {
      running = undefined;
      if (!error) synced = covers;
      resolve(!error);
    };
    try {
      // Opened only now, as a commit makes the file; SQLite has no lock on it that closing would
      // end.
      file ??= openSync(`${path}-wal`, 'r+');
      fdatasync(file, end);
    } catch (error) {
      end(error);
    }
    return ended;
  }

  /** One that begins when the running one has ended; commits until then share it. */
  function afterwards({ ended }: Sync): Promise<boolean> {
    next ??= ended.then(() => {
      next = undefined;
      return begin();
    });
    return next;
  }

  return {
    committed() {
      commits += 1;
    },
    onDisk() {
      if (synced === commits) return true;
      if (!running) return begin();
      return running.covers === commits ? running.ended : afterwards(running);
    },
    async close() {
      await (next ?? running?.ended);
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
