// A machine's clock that is not the database's, in the log: said once for all leases of a thread,
// again when the difference has changed, and each hour while it lasts.
import { HOUR_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import { APART_MS, clockAhead, clockApartText } from '../kernel/store-time.ts';

const SAY_AGAIN_MS = HOUR_MS;

let said: { ahead: number; at: number } | undefined;

/**
 * To be called when the store has told its time. One that goes back and forth around the limit is
 * over only when it is half as far away.
 * @param now a clock that only grows, in ms
 */
export function tellClock(log: Logger, now = performance.now()): void {
  const ahead = clockAhead();
  if (ahead === undefined) return;
  const reason = clockApartText();
  if (reason === undefined) {
    if (!said || Math.abs(ahead) > APART_MS / 2) return;
    said = undefined;
    log.info({ event: 'machine.clock-apart-over' });
    return;
  }
  const isNews = !said || Math.abs(ahead - said.ahead) > APART_MS;
  if (said && !isNews && now - said.at < SAY_AGAIN_MS) return;
  said = { ahead, at: now };
  log.warn({ event: 'machine.clock-apart', reason });
}
