// Tells of changes that come in large numbers, where whoever acts on them need not hear of each.

export type Seldom = {
  /** There is something to tell. */
  tell(): void;
  /** Forgets what was not told yet. */
  stop(): void;
};

/**
 * Calls `act` at the first change at once, and for all that follow within `everyMs` once, when that
 * time is over.
 */
export function seldom(act: () => void, everyMs: number): Seldom {
  let actedAt = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;
  const actNow = () => {
    waiting = undefined;
    actedAt = performance.now();
    act();
  };
  return {
    tell() {
      if (waiting) return;
      const leftMs = actedAt + everyMs - performance.now();
      if (leftMs <= 0) actNow();
      else waiting = setTimeout(actNow, leftMs);
    },
    stop() {
      clearTimeout(waiting);
      waiting = undefined;
    },
  };
}
