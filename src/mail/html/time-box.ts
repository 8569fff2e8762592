// A time limit for synchronous library code that runs on untrusted text.
import { runInNewContext } from 'node:vm';

/**
 * The result of `work`, or undefined when it takes longer than `limitMs` or throws. Only the
 * timeout of a script stops synchronous code, and it covers everything the script calls.
 */
export function withinTime<T>(limitMs: number, work: () => T): T | undefined {
  try {
    return runInNewContext('work()', { work }, { timeout: limitMs }) as T;
  } catch {
    return undefined;
  }
}
