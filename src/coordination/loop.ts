// A loop that checks the store at regular intervals, at once when nudged, and survives every error.
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { newSignal, type Signal } from './signal.ts';

export type Loop = {
  /** Checks now; during a check, once more after it. */
  nudge(): void;
  /** Resolves when the current check has ended; there is none after it. */
  stop(): Promise<void>;
};

/**
 * Calls `look` every `everyMs`, the first time at once. A failure is logged under `event` when it
 * begins and `<event>-over` when it ends, not each time.
 * @param options.signal raised by whoever may not know the loop: look now, as `nudge`
 */
export function startLoop(options: {
  look(): Promise<void>;
  everyMs: number;
  event: string;
  log: Logger;
  signal?: Signal;
}): Loop {
  const { log, event, signal = newSignal() } = options;
  let stopped = false;
  let failing = false;

  async function run(): Promise<void> {
    while (!stopped) {
      signal.lower();
      try {
        await options.look();
        if (failing) log.info({ event: `${event}-over` });
        failing = false;
      } catch (error) {
        if (!failing) log.error({ event, reason: asError(error).message });
        failing = true;
      }
      if (!stopped) await signal.wait(options.everyMs);
    }
  }

  const running = run();
  return {
    nudge: signal.raise,
    async stop() {
      stopped = true;
      signal.raise();
      await running;
    },
  };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
