// Waits for an expected condition, however slow the machine is.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `done` returns true, at most `seconds`. Polling takes a quarter of the time at most,
 * because others need it.
 */
export async function until(what: string, done: () => boolean | Promise<boolean>, seconds = 120): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; ) {
    const askedAt = performance.now();
    if (await done()) return;
    await sleep(Math.max(5, 3 * (performance.now() - askedAt)));
  }
  throw new Error(`waited ${seconds} s in vain until ${what}`);
}
