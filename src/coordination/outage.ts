// A fault that lasts, in the log: said when it begins, then seldom, and when it is over. Otherwise
// an hour's outage of something that is tried each second would be thousands of lines, in which
// nobody finds how it began.
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import { troubleText } from '../storage/trouble.ts';

export type Outage = {
  /** An attempt failed. @param more what the line says besides the reason */
  failed(error: unknown, more?: Readonly<Record<string, unknown>>): void;
  /** An attempt succeeded. */
  worked(): void;
};

/** From one line to the next, as long as it lasts. */
const SAY_AGAIN_MS = MINUTE_MS;

/**
 * The faults of one kind of attempt: `event` with the reason when they begin and each minute while
 * they last, then with `times` (attempts that failed so far) and `seconds` (since the first);
 * `<event>-over` with both when an attempt works again.
 * @param options.level of the lines of a fault; its end is `info`
 * @param options.more what each line says besides
 * @param options.now a clock that only grows, in ms
 */
export function newOutage(
  log: Logger,
  event: string,
  options: { level?: 'error' | 'warn'; more?: Readonly<Record<string, unknown>>; now?: () => number } = {},
): Outage {
  const { level = 'error', more: always, now = () => performance.now() } = options;
  let times = 0;
  let beganAt = 0;
  let saidAt = 0;
  const soFar = () => ({ times, seconds: Math.round((now() - beganAt) / 1_000) });
  return {
    failed(error, more) {
      times += 1;
      if (times === 1) beganAt = now();
      else if (now() - saidAt < SAY_AGAIN_MS) return;
      saidAt = now();
      log[level]({ event, ...always, reason: troubleText(error), ...more, ...(times > 1 && soFar()) });
    },
    worked() {
      if (times === 0) return;
      log.info({ event: `${event}-over`, ...always, ...soFar() });
      times = 0;
    },
  };
}
