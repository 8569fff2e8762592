// Does much work in slices, each a transaction that holds the writer for a short time: on SQLite
// nobody else can write meanwhile. The size of a slice follows the time of those before. While
// another process waits to write, each slice is followed by a pause of its own length: at worst,
// long work loses half of its speed to others.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, inHastyTransaction, inTransaction, isAwaited, type Tx } from './db.ts';
import { isPostgres } from './dialect.ts';

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
};

/**
 * @param sizes of a slice: the smallest, the first, the largest
 * @param rest after each slice so much of the time that it took is left to the others of this
 * process; with PostgreSQL they had it, as the process waited
 * @param isHasty slices do not wait for the disk (db.ts: inHastyTransaction)
 */
export function openSlices(
  sizes: { least: number; first: number; most: number },
  { rest = 0, isHasty = false }: { rest?: number; isHasty?: boolean } = {},
): Slices {
  let size = sizes.first;
  return {
    size: () => size,
    async run(db, things, work) {
      let begunAt = 0;
      const done = await (isHasty ? inHastyTransaction : inTransaction)(db, (tx) => {
        begunAt = performance.now();
        return work(tx);
      });
      const tookMs = performance.now() - begunAt;
      // The time of a small remainder says little about a full slice.
      const isRemote = isPostgres(db);
      const aimMs = isRemote ? REMOTE_SLICE_MS : SLICE_MS;
      if (things >= size / 2 || tookMs > aimMs) size = nextSize(things, (tookMs * SLICE_MS) / aimMs, sizes);
      if (isAwaited(db)) await sleep(Math.min(Math.max(tookMs, PAUSE_MS.least), PAUSE_MS.most));
      else if (rest > 0 && !isRemote) await sleep(Math.min(tookMs * rest, PAUSE_MS.most));
      return done;
    },
  };
}

function nextSize(things: number, tookMs: number, { least, most }: { least: number; most: number }): number {
  const fitting = Math.round((things * SLICE_MS) / Math.max(tookMs, 1));
  return Math.min(Math.max(Math.min(fitting, things * 2), Math.round(things / 4), least), most);
}
