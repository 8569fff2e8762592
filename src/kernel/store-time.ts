// The clock of the database server, as far as this thread has heard it. What went out cannot be
// called back, and what is late goes out when the clock is right: so nothing becomes due on a
// machine whose clock is ahead before it is due by the server's clock, too.
import { performance } from 'node:perf_hooks';
import { MINUTE_MS } from './durations.ts';

/** Machines whose clocks are set by NTP differ by less. */
export const APART_MS = 2_000;
/** An answer that took longer says too little. */
const LONGEST_MS = 1_000;
/**
 * Who begins anything renews a lease more often. Others hear seldom, and the clock that nobody sets
 * stands still while a machine is suspended.
 */
const KNOWN_MS = MINUTE_MS;

/** `at`: of the clock that nobody sets, ms. */
let heard: { store: number; at: number } | undefined;
let isTrusted = false;

/**
 * Notes what the server's clock showed.
 * @param storeNow ms since 1970
 * @param askedAt when it was asked, by `performance.now()`
 * @param answeredAt when the answer came, by the same
 */
export function hearStoreTime(storeNow: number, askedAt: number, answeredAt = performance.now()): void {
  if (answeredAt - askedAt <= LONGEST_MS) heard = { store: storeNow, at: (askedAt + answeredAt) / 2 };
}

/** What the server's clock shows now, ms; undefined when it was not heard lately, or never. */
function storeTime(): number | undefined {
  if (!heard) return undefined;
  const passed = performance.now() - heard.at;
  return passed <= KNOWN_MS ? heard.store + passed : undefined;
}

/**
 * How far the machine's clock is ahead of the server's, in ms, negative when it is behind;
 * undefined when nothing was heard lately, as of a store in a file.
 */
export function clockAhead(): number | undefined {
  const store = storeTime();
  return store === undefined ? undefined : Date.now() - store;
}

/**
 * From now on this thread goes by the machine's clock: for tests that let time pass by moving it.
 */
export function trustMachine(): void {
  isTrusted = true;
}

/** The machine's clock, at most two seconds ahead of the server's. */
export function notAhead(now: number): number {
  const store = isTrusted ? undefined : storeTime();
  return store === undefined ? now : Math.min(now, Math.round(store) + APART_MS);
}

/** The machine's clock; the server's, where both are more than two seconds apart. */
export function agreed(now: number): number {
  const store = isTrusted ? undefined : storeTime();
  return store === undefined || Math.abs(now - store) <= APART_MS ? now : Math.round(store);
}

/** That the clocks are apart, in a sentence; undefined when they agree. */
export function clockApartText(): string | undefined {
  const ahead = clockAhead();
  if (ahead === undefined || Math.abs(ahead) <= APART_MS) return undefined;
  return `The clock of this machine is ${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's: have both set by NTP.`;
}
