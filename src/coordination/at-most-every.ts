// Limits how often a function is called, where calls come in large numbers and one stands for all
// of a time.

export type LimitedCall = {
  /** Asks for a call: made at once, or when the time is over. */
  call(): void;
  /** Forgets a call that was asked for and not made yet. */
  stop(): void;
};

/**
 * Calls `act` at most once every `everyMs`: for the first request at once, and once, at the end of
 * that time, for all that follow within it.
 */
export function atMostEvery(everyMs: number, act: () => void): LimitedCall {
  let actedAt = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;
  const actNow = () => {
    waiting = undefined;
    actedAt = performance.now();
    act();
  };
  return {
    call() {
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
