// What of a server runs, and how it is stopped.
import { stopTimes } from './delivery/stop-times.ts';
import type { Clock } from './kernel/clock.ts';
import { asError } from './kernel/errors.ts';
import type { Logger } from './kernel/log.ts';
import type { Store } from './storage/db.ts';

export type ServerTools = {
  clock: Clock;
  log: Logger;
  version: string;
  /** Prints lines for the person who starts the server, apart from the log. */
  print(line: string): void;
  /** Whether those lines go to a terminal, not to a file. */
  isTerminal?: boolean;
};

/** `stop` may return a line about what did not end. */
type Part = { name: string; stop(): Promise<unknown> };
export type Parts = {
  roles: Part[];
  inbox: Part | undefined;
  store: (Part & Pick<Store, 'hurry'>) | undefined;
  /** Releases the data folder for another server. */
  release?: (() => void) | undefined;
};

/**
 * Stops everything, in order.
 * @returns what could not be stopped in time, a line each
 */
export async function stopParts(parts: Parts, stopMs: number, log: Logger): Promise<string[]> {
  const { mainMs, lateMs } = stopTimes(stopMs);
  const left: string[] = [];
  const running = new Set<string>();
  const end = async (part: Part | undefined) => {
    if (!part) return;
    running.add(part.name);
    try {
      const line = await part.stop();
      if (typeof line === 'string') left.push(line);
    } catch (error) {
      log.error({ event: 'server.stop-failed', part: part.name, err: asError(error) });
    }
    running.delete(part.name);
  };
  const ended = async () => {
    parts.store?.hurry(mainMs);
    await Promise.all(parts.roles.map(end)); // in parallel: together they have the configured time
    await end(parts.inbox); // after the lanes that are connected to it
    await end(parts.store);
    parts.release?.();
  };
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, lateMs);
  await Promise.race([ended(), late.promise]);
  clearTimeout(timer);
  if (running.size > 0) {
    left.push(`Still running after ${stopMs / 1_000} s (MAILWRIGHT_STOP_SECONDS): ${[...running].join(', ')}.`);
  }
  for (const reason of left) log.error({ event: 'server.stop-unfinished', reason });
  log.info({ event: 'server.stopped' });
  return left;
}
