// The clock of the database server, as far as this thread has heard it. What went out cannot be
// called back, and what is late goes out when the clock is right: so nothing becomes due on a
// machine whose clock is ahead before it is due by the server's clock, too.
import { performance } from 'node:perf_hooks';

/** Machines whose clocks are set by NTP differ by less. */
export const APART_MS = 2_000;
/** An answer that took longer says too little. */
const LONGEST_MS = 1_000;

/** `at`: of the clock that nobody sets, ms. */
let heard: { store: number; at: number } | undefined;
let isTrusted = false;

/**
 * Notes what the server's clock showed.
 * @param storeNow ms since 1970
 * @param askedAt when it was asked, by `performance.now()`
 */
export function hearStoreTime(storeNow: number, askedAt: number): void {
  const now = performance.now();
  if (now - askedAt <= LONGEST_MS) heard = { store: storeNow, at: (askedAt + now) / 2 };
}

/**
 * How far the machine's clock is ahead of the server's, in ms, negative when it is behind;
 * undefined when nothing was heard, as of a store in a file.
 */
export function clockAhead(): number | undefined {
  return heard && Date.now() - shown(heard);
}

/**
 * From now on this thread goes by the machine's clock: for tests that let time pass by moving it.
 */
export function trustMachine(): void {
  isTrusted = true;
}

/** The machine's clock, at most two seconds ahead of the server's. */
export function notAhead(now: number): number {
  return heard && !isTrusted ? Math.min(now, Math.round(shown(heard)) + APART_MS) : now;
}

/** What the server's clock shows now. */
const shown = ({ store, at }: { store: number; at: number }) => store + performance.now() - at;

/** That the clocks are apart, in a sentence; undefined when they agree. */
export function clockApartText(): string | undefined {
  const ahead = clockAhead();
  if (ahead === undefined || Math.abs(ahead) <= APART_MS) return undefined;
  return `The clock of this machine is ${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's: have both set by NTP.`;
}
