// Processor time of a database's server, which runs on this machine: of the processes that serve
// connections to it.
import { readdirSync, readFileSync } from 'node:fs';
import { processorMs, statOf } from '../support/processor-time.ts';

/** What each process of a connection to a database has used so far, ms; none without a URL. */
export function databaseTimes(url: string | undefined): ReadonlyMap<string, number> {
  if (url === undefined) return new Map();
  const name = new URL(url).pathname.slice(1);
  const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && titleOf(pid).includes(` ${name} `));
  return new Map(pids.map((pid) => [pid, processorMs(statOf(Number(pid)))]));
}

/** What was used between two readings; not by connections that were closed meanwhile. */
export function msBetween(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [pid, ms] of after) sum += ms - (before.get(pid) ?? 0);
  return sum;
}

/**
 * How a process of PostgreSQL that serves a client calls itself: `postgres: user database
 * address(port) state`.
 */
function titleOf(pid: string): string {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    return title.startsWith('postgres: ') && title.includes('(') ? title : '';
  } catch {
    return '';
  }
}
