// Does much work in slices, each a transaction that holds the writer for a short time: on SQLite
// nobody else can write meanwhile. The size of a slice follows the time of those before. While
// another process waits to write, each slice is followed by a pause of its own length: at worst,
// long work loses half of its speed to others.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, inTransaction, inUnsyncedTransaction, isAwaited, type Tx } from './db.ts';
import { isPostgres } from './dialect.ts';

/** How long slices go on in one transaction while nobody waits for it. */
const TOGETHER_MS = 250;
/** For this long after somebody waited, each slice is a transaction of its own. */
const OTHERS_MS = 5_000;

/**
 * A third of the 100 ms that nobody may exceed, as the next slice may take longer than the last.
 */
const SLICE_MS = 35;
/** PostgreSQL: others wait for the rows of the slice alone, and its commit for the disk. */
const REMOTE_SLICE_MS = 70;
const PAUSE_MS = { least: 10, most: 100 };

export type Slices = {
  /** How many entries the next slice should have. */
  size(): number;
  /** Runs `work` on that many entries in a transaction. */
  run<T>(db: Db, things: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs slice after slice in one transaction, which shares its pages among them, until the last
   * is done or somebody waits; where slices rest, it is one slice.
   * @param work does up to this many of the next entries, and says how many there were
   * @returns what was done in each
   */
  runTogether<T extends SliceDone>(db: Db, work: (tx: Tx, size: number) => Promise<T>): Promise<T[]>;
};

type SliceDone = { things: number; isLast: boolean };

/**
 * @param sizes of a slice: the smallest, the first, the largest
 * @param rest after each slice so much of the time that it took is left to the others of this
 * process; with PostgreSQL they had it, as the process waited
 * @param isUnsynced slices do not wait for the disk (db.ts: inUnsyncedTransaction)
 */
export function openSlices(
  sizes: { least: number; first: number; most: number },
  { rest = 0, isUnsynced = false }: { rest?: number; isUnsynced?: boolean } = {},
): Slices {
  let size = sizes.first;
  let waitedAt = Number.NEGATIVE_INFINITY;
  const follow = (db: Db, things: number, tookMs: number) => {
    const aimMs = isPostgres(db) ? REMOTE_SLICE_MS : SLICE_MS;
    // The time of a small remainder says little about a full slice.
    if (things >= size / 2 || tookMs > aimMs) size = nextSize(things, (tookMs * SLICE_MS) / aimMs, sizes);
  };
  const give = async (db: Db, tookMs: number) => {
    if (isAwaited(db)) {
      waitedAt = performance.now();
      await sleep(Math.min(Math.max(tookMs, PAUSE_MS.least), PAUSE_MS.most));
    } else if (rest > 0 && !isPostgres(db)) await sleep(Math.min(tookMs * rest, PAUSE_MS.most));
  };
  const begin = isUnsynced ? inUnsyncedTransaction : inTransaction;
  return {
    size: () => size,
    async run(db, things, work) {
      let begunAt = 0;
      const done = await begin(db, (tx) => {
        begunAt = performance.now();
        return work(tx);
      });
      const tookMs = performance.now() - begunAt;
      follow(db, things, tookMs);
      await give(db, tookMs);
      return done;
    },
    async runTogether<T extends SliceDone>(db: Db, work: (tx: Tx, size: number) => Promise<T>) {
      const done: T[] = [];
      const isLone = rest > 0 || isPostgres(db) || performance.now() < waitedAt + OTHERS_MS;
      let begunAt = 0;
      await begin(db, async (tx) => {
        begunAt = performance.now();
        for (let isLast = false; !isLast; ) {
          const sinceMs = performance.now();
          const one = await work(tx, size);
          done.push(one);
          isLast = one.isLast || isLone || sinceMs - begunAt > TOGETHER_MS || isAwaited(db);
          if (!isLast) follow(db, one.things, performance.now() - sinceMs);
        }
      });
      const tookMs = performance.now() - begunAt;
      if (isLone) follow(db, done[0]?.things ?? 0, tookMs);
      await give(db, tookMs);
      return done;
    },
  };
}

function nextSize(things: number, tookMs: number, { least, most }: { least: number; most: number }): number {
  const fitting = Math.round((things * SLICE_MS) / Math.max(tookMs, 1));
  return Math.min(Math.max(Math.min(fitting, things * 2), Math.round(things / 4), least), most);
}
