// A limit on how long synchronous code of a library may run on text that anybody wrote.
import { runInNewContext } from 'node:vm';

/**
 * The result of `work`, or undefined when it takes longer than `limitMs` or throws.
 * The limit of a script is the only one that stops synchronous code, and it holds for everything the script calls.
 */
export function withinTime<T>(limitMs: number, work: () => T): T | undefined {
  try {
    return runInNewContext('work()', { work }, { timeout: limitMs }) as T;
  } catch {
    return undefined;
  }
}
