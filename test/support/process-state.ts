// What the system says of a process that is not our child.
import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process runs; one that has ended and that nobody has asked about yet does not. */
export function isRunning(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/^[ZX]/.test(afterName(stat));
}

/** What each thread of a process does, a line each, for the report of a test that waits in vain. */
export function threadsOf(pid: number): string {
  const folder = `/proc/${pid}/task`;
  let threads: string[] = [];
  try {
    threads = readdirSync(folder);
  } catch {
    return `process ${pid} is gone`;
  }
  const lineOf = (thread: string) => {
    const of = (name: string) => read(`${folder}/${thread}/${name}`).trim();
    return `${thread} ${of('comm')}: ${afterName(of('stat')).slice(0, 1)}, waits in ${of('wchan') || '?'}, ${of('syscall')}`;
  };
  return threads.map(lineOf).join('\n');
}

/** The name of a process may hold anything, in brackets. */
const afterName = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
