// Looks up what many ask for one by one in groups: whoever asks while a look-up is under way, or in
// the same turn of the event loop, shares the next one.
import { setImmediate as nextTurn } from 'node:timers/promises';

type Waiting<K, V> = { key: K; resolve: (value: V | undefined) => void; reject: (reason: unknown) => void };

/**
 * @param find gives what is found of some keys, in their order; undefined for one without
 * @param most keys of a group
 */
export function grouped<K, V>(
  find: (keys: readonly K[]) => Promise<readonly (V | undefined)[]>,
  most = 200,
): (key: K) => Promise<V | undefined> {
  let waiting: Waiting<K, V>[] = [];
  let isRunning = false;
  const findAll = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      await nextTurn();
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const found = await find(group.map(({ key }) => key));
        for (const [at, { resolve }] of group.entries()) resolve(found[at]);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isRunning = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isRunning) void findAll();
    });
}
