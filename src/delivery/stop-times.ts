// Divides the time for stopping among its steps. Pure.

const LANES_SHARE = 0.6;
const WRITING_SHARE = 0.3;
/**
 * Writing the outcomes of a handful of messages, and ending everything else, needs no more, however
 * much time lanes have.
 */
const WRITING_MOST_MS = 3_000;
const REST_MOST_MS = 1_000;

/** How long stopping may take when nobody says. */
const STOP_MS = 10_000;

/**
 * @param stopMs how long stopping may take
 * @returns `lanesMs`: a lane that has not finished its message by then loses its connection.
 *   `writingMs`: how long outcomes may take to be written after that. What is left is for closing,
 *   counted from the beginning: at `threadsMs` a thread waits for the store no more, at `mainMs`
 *   nobody does, and at `lateMs` the process ends with what has not ended.
 */
export function stopTimes(
  stopMs = STOP_MS,
): Record<'lanesMs' | 'writingMs' | 'threadsMs' | 'mainMs' | 'lateMs', number> {
  const writingMs = Math.min(stopMs * WRITING_SHARE, WRITING_MOST_MS);
  const lanesMs = Math.max(stopMs * LANES_SHARE, stopMs - WRITING_MOST_MS - REST_MOST_MS);
  const restMs = stopMs - lanesMs - writingMs;
  const before = (share: number) => stopMs - restMs * share;
  return { lanesMs, writingMs, threadsMs: before(0.8), mainMs: before(0.5), lateMs: before(0.2) };
}
