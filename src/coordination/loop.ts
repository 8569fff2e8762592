// A loop that looks at the store at a steady pace, at once when nudged, and never dies of an error.
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';

export type Loop = {
  /** Look now; when a look is going on, once more right after it. */
  nudge(): void;
  /** Resolves when the look that is going on has ended; there is none after it. */
  stop(): Promise<void>;
};

/**
 * Calls `look` every `everyMs`, the first time at once. A failure is logged under `event` when it
 * begins and `<event>-over` when it ends, not each time.
 */
export function startLoop(options: { look(): Promise<void>; everyMs: number; event: string; log: Logger }): Loop {
  const { log, event } = options;
  let stopped = false;
  let nudged = false;
  let failing = false;
  let wake: () => void = () => undefined;

  async function run(): Promise<void> {
    while (!stopped) {
      nudged = false;
      try {
        await options.look();
        if (failing) log.info({ event: `${event}-over` });
        failing = false;
      } catch (error) {
        if (!failing) log.error({ event, reason: asError(error).message });
        failing = true;
      }
      if (!stopped && !nudged) await pause();
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, options.everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const running = run();
  return {
    nudge() {
      nudged = true;
      wake();
    },
    async stop() {
      stopped = true;
      wake();
      await running;
    },
  };
}

/** Resolves when the signal says so. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
