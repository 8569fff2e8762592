// What our own pages look up: within a time that people and supervisors wait, and once for all who
// ask at once, or again and again.
import { performance } from 'node:perf_hooks';

/**
 * Long enough for a store that is slow, and shorter than what asks waits: a store that falls silent
 * right after it took a change leaves the reads after it open for a minute.
 */
const LIMIT_MS = 5_000;
/** What is wrong with a store that is late. */
export const LATE = `The database did not answer within ${LIMIT_MS / 1_000} seconds.`;

/** What was looked up; `silent` when that takes longer than 5 s. */
export async function inTime<T>(looked: Promise<T>, silent: T): Promise<T> {
  looked.catch(() => undefined); // it may fail when nobody waits any more
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(() => late.resolve(silent), LIMIT_MS);
  try {
    return await Promise.race([looked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

type Look<T> = { at: number; result: Promise<T>; isOpen: boolean };

/**
 * Has all who ask share a look while it is open, and its result for a while after: pages that
 * anybody may fetch, as often as they like, cost no more than their first reader.
 * @param keptMs how old a result may be, measured from its end; a failed look is not kept
 */
export function sharedLook<T>(keptMs: number, look: () => Promise<T>): () => Promise<T> {
  let last: Look<T> | undefined;
  return () => {
    if (last && (last.isOpen || performance.now() - last.at < keptMs)) return last.result;
    const next: Look<T> = { at: 0, result: look(), isOpen: true };
    next.result.then(
      () => {
        next.at = performance.now();
        next.isOpen = false;
      },
      () => {
        if (last === next) last = undefined;
      },
    );
    last = next;
    return next.result;
  };
}
