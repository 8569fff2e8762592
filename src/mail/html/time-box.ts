// A time limit for synchronous library code that runs on untrusted text.
import { type Context, createContext, Script } from 'node:vm';

const script = new Script('work()');
/** Kept, as making one takes milliseconds: longer than most of the work. */
let context: Context | undefined;

/**
 * The result of `work`, or undefined when it takes longer than `limitMs` or throws. Only the
 * timeout of a script stops synchronous code, and it covers everything the script calls.
 */
export function withinTime<T>(limitMs: number, work: () => T): T | undefined {
  context ??= createContext({});
  context['work'] = work;
  try {
    return script.runInContext(context, { timeout: limitMs }) as T;
  } catch {
    return undefined;
  } finally {
    delete context['work'];
  }
}
