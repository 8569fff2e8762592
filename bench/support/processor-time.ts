// Processor time of processes, as Linux counts it.
import { readFileSync } from 'node:fs';

const MS_A_TICK = 10;

/** Fields of /proc/<pid>/stat from the third on; undefined when the process has ended. */
export function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** What a process has used so far, ms; `withEnded`: and its children that have ended. */
export function processorMs(stat: string[] | undefined, { withEnded = false } = {}): number {
  const ticks = stat?.slice(11, withEnded ? 15 : 13) ?? [];
  return ticks.reduce((sum, one) => sum + Number(one), 0) * MS_A_TICK;
}
