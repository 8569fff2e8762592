// A loop that checks the store at regular intervals, at once when nudged, and survives every error.
import type { Logger } from '../kernel/log.ts';
import { newOutage } from './outage.ts';
import { newSignal, type Signal } from './signal.ts';

export type Loop = {
  /** Checks now; during a check, once more after it. */
  nudge(): void;
  /** Resolves when the current check has ended; there is none after it. */
  stop(): Promise<void>;
};

/**
 * Calls `look` every `everyMs`, the first time at once. A failure is logged under `event` when it
 * begins, then seldom, and `<event>-over` when it ends (outage.ts).
 * @param options.look `isNudged`: not by the passing of time. It may return how long to rest, in
 * ms, instead of `everyMs`
 * @param options.gapMs from the beginning of a look to the next one at the least, whoever nudges;
 * asked at each nudge
 * @param options.signal raised by whoever may not know the loop: look now, as `nudge`
 */
export function startLoop(options: {
  look(isNudged: boolean): Promise<number | undefined> | Promise<void>;
  everyMs: number;
  gapMs?: number | (() => number);
  event: string;
  log: Logger;
  signal?: Signal;
}): Loop {
  const { log, event, everyMs, gapMs = 0, signal = newSignal() } = options;
  const ending = newSignal();
  let stopped = false;
  const outage = newOutage(log, event);

  async function run(): Promise<void> {
    for (let isNudged = true; !stopped; ) {
      const begunAt = performance.now();
      let restMs = everyMs;
      signal.lower();
      try {
        restMs = (await options.look(isNudged)) ?? everyMs;
        outage.worked();
      } catch (error) {
        outage.failed(error);
      }
      if (!stopped) isNudged = await signal.wait(restMs);
      const leftMs = begunAt + (typeof gapMs === 'number' ? gapMs : gapMs()) - performance.now();
      if (!stopped && leftMs > 0) await ending.wait(leftMs);
    }
  }

  const running = run();
  return {
    nudge: signal.raise,
    async stop() {
      stopped = true;
      signal.raise();
      ending.raise();
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
