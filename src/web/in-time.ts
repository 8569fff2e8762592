// What our own pages look up, within a time that people and supervisors wait.

/**
 * Long enough for a store that is slow, and shorter than what asks waits: a store that falls silent
 * right after it took a change leaves the reads after it open for a minute.
 */
const LIMIT_MS = 5_000;
/** What is wrong with a store that is late. */
export const LATE = `The store does not answer within ${LIMIT_MS / 1_000} seconds.`;

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
