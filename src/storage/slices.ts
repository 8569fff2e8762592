// Much work in slices, each a transaction of its own that holds the writer for a short time: on
// SQLite nobody else writes meanwhile. The size of a slice follows what the slices before took.
// When another process waits, it gets as much time as the slice took: what is long loses at most
// half of its speed to whoever else writes.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, inTransaction, isAwaited, type Tx } from './db.ts';

/** A third of what nobody may exceed, 100 ms: the next slice may take longer than the last. */
const SLICE_MS = 35;
const PAUSE_MS = { least: 10, most: 100 };

export type Slices = {
  /** How many things the next slice should hold. */
  size(): number;
  /** Works on that many things in a transaction. */
  run<T>(db: Db, things: number, work: (tx: Tx) => Promise<T>): Promise<T>;
};

/** @param sizes of a slice: the smallest, the first, the largest */
export function openSlices(sizes: { least: number; first: number; most: number }): Slices {
  let size = sizes.first;
  return {
    size: () => size,
    async run(db, things, work) {
      let begunAt = 0;
      const done = await inTransaction(db, (tx) => {
        begunAt = performance.now();
        return work(tx);
      });
      const tookMs = performance.now() - begunAt;
      // A small rest says little about a full slice.
      if (things >= size / 2 || tookMs > SLICE_MS) size = nextSize(things, tookMs, sizes);
      if (isAwaited(db)) await sleep(Math.min(Math.max(tookMs, PAUSE_MS.least), PAUSE_MS.most));
      return done;
    },
  };
}

function nextSize(things: number, tookMs: number, { least, most }: { least: number; most: number }): number {
  const fitting = Math.round((things * SLICE_MS) / Math.max(tookMs, 1));
  return Math.min(Math.max(Math.min(fitting, things * 2), Math.round(things / 4), least), most);
}
