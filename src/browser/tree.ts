// The processes of a browser: how much memory they take, and their end. On Linux; elsewhere only
// the first process is known.
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;

/** A process and all that came from it, the first one first. */
export function treeOf(pid: number): number[] {
  const children = Map.groupBy(everyProcess(), ({ parent }) => parent);
  const found = [pid];
  for (let at = 0; at < found.length; at += 1) {
    for (const child of children.get(found[at] ?? 0) ?? []) found.push(child.pid);
  }
  return found;
}

function everyProcess(): { pid: number; parent: number }[] {
  try {
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      // The name of the program, in brackets, may have any signs in it.
      const [, parent] = /.*\) \S (\d+)/s.exec(textOf(`/proc/${name}/stat`)) ?? [];
      return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
    });
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // it has just ended
  }
}

/** Bytes of memory that these processes have for themselves; 0 where nobody tells. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const [, resident = 0, shared = 0] = textOf(`/proc/${pid}/statm`).split(' ').map(Number);
    return sum + Math.max(0, resident - shared) * PAGE_BYTES;
  }, 0);
}

/**
 * Ends a process and all that came from it, at once. @param mark what their command lines have, by
 * which those are found that have lost their parents
 */
export function killTree(pid: number, mark: string): void {
  const marked = everyProcess().flatMap((one) => (textOf(`/proc/${one.pid}/cmdline`).includes(mark) ? [one.pid] : []));
  for (const one of new Set([...treeOf(pid).toReversed(), -pid, ...marked])) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // it has ended
    }
  }
}
