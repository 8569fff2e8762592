// Gives each process the same share of the processor, by control groups. Where none may be made, it
// says so.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Throttle = { end(): void };

/** Short, so that who is stopped in the middle of a transaction goes on soon. */
const PERIOD_US = 20_000;

const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/** Limits a process, with all its threads, to `percent` of one processor. */
export function throttle(pid: number, percent: number): Throttle {
  const isSecond = existsSync(join(V2, 'cgroup.controllers'));
  const folder = join(isSecond ? V2 : V1, `mailwright-bench-${pid}`);
  const quota = Math.round((PERIOD_US * percent) / 100);
  try {
    mkdirSync(folder);
    if (isSecond) writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`);
    else {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
    }
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
    return { end: () => leave(folder) };
  } catch (error) {
    throw new Error('control groups cannot be made here: run as root, or with --share 0', { cause: error });
  }
}

/** The processes in it go back to where they were; an empty group can be removed. */
function leave(folder: string): void {
  const above = join(folder, '..', 'cgroup.procs');
  for (const pid of readFileSync(join(folder, 'cgroup.procs'), 'latin1').split('\n').filter(Boolean)) {
    writeFileSync(above, pid);
  }
  rmdirSync(folder);
}
