// A cache of the most recently used values, the only kind used here. Values never expire: keys
// identify what a value was made from.

/**
 * A value that was used among the last quarter of the limit stays where it is in the order: to move
 * it costs more than to find it, and it is far from being dropped.
 */
const STAYS = 1 / 4;

type Kept<V> = { value: V; movedAt: number };

export type Recent<K, V> = {
  /** The value; marks it as used. */
  get(key: K): V | undefined;
  /** Stores a value; beyond the limit the least recently used one is dropped. */
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
};

/** An empty cache for at most `limit` values. */
export function newRecent<K, V>(limit: number): Recent<K, V> {
  const kept = new Map<K, Kept<V>>(); // a Map keeps the order of insertion: the first is dropped first
  // Kept for many sets: to find the first key, a new iterator passes over all places from which
  // keys were moved or dropped. Not for ever: an iterator that waits holds what these had.
  let oldest = kept.keys();
  let moves = 0;
  const set = (key: K, value: V) => {
    moves += 1;
    kept.delete(key);
    kept.set(key, { value, movedAt: moves });
    if (moves % limit === 0) oldest = kept.keys();
    const first = kept.size > limit ? oldest.next() : undefined;
    if (first && !first.done) kept.delete(first.value);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (found && moves - found.movedAt >= limit * STAYS) set(key, found.value);
      return found?.value;
    },
    set,
    delete(key) {
      kept.delete(key);
    },
    clear: () => kept.clear(),
  };
}

/** A cache for each owner (a store), collected with it. */
export function recentOf<Owner extends object, V>(limit: number): (owner: Owner) => Recent<string, V> {
  const all = new WeakMap<Owner, Recent<string, V>>();
  return (owner) => {
    const found = all.get(owner) ?? newRecent<string, V>(limit);
    all.set(owner, found);
    return found;
  };
}

/**
 * Remembers what was made of a text: of those read last, `limit` of them. What is made is frozen,
 * as everybody gets the same.
 */
export function remembered<V extends object>(limit: number, make: (text: string) => V): (text: string) => Readonly<V> {
  const known = newRecent<string, Readonly<V>>(limit);
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = Object.freeze(make(text));
    known.set(text, made);
    return made;
  };
}

/**
 * Has those who send the same bytes at the same time hold one copy: many who take what they asked
 * for slowly, or not at all, cost no memory each. Nothing is kept that nobody sends.
 * @param limit keys that are known
 * @returns the copy of a key that somebody holds already, else the bytes themselves
 */
export function oneCopy<Bytes extends Uint8Array>(limit: number): (key: string, bytes: Bytes) => Bytes {
  const held = newRecent<string, WeakRef<Bytes>>(limit);
  return (key, bytes) => {
    const before = held.get(key)?.deref();
    if (before) return before;
    held.set(key, new WeakRef(bytes));
    return bytes;
  };
}
