// Processor time of a database's server, which runs on this machine: of the processes that serve
// connections to it.
import { readdirSync, readFileSync } from 'node:fs';
import { processorMs, statOf } from '../support/processor-time.ts';

/** What the processes of connections to a database have used so far, ms; 0 without a URL. */
export function databaseMs(url: string | undefined): number {
  if (url === undefined) return 0;
  const name = new URL(url).pathname.slice(1);
  const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && titleOf(pid).includes(` ${name} `));
  return pids.reduce((sum, pid) => sum + processorMs(statOf(Number(pid))), 0);
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
