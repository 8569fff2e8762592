// What was used last, up to a number: the one kind of cache in the house. Nothing here is ever stale by age; keys name
// what a value was made from.

export type Recent<K, V> = {
  /** The value, which counts as use. */
  get(key: K): V | undefined;
  /** Keeps a value; beyond the limit the one that was used longest ago goes. */
  set(key: K, value: V): void;
  clear(): void;
};

/** Opens an empty one for at most `limit` values. */
export function openRecent<K, V>(limit: number): Recent<K, V> {
  const kept = new Map<K, V>(); // a Map is in the order of insertion: the first is the one to go
  const set = (key: K, value: V) => {
    kept.delete(key);
    kept.set(key, value);
    const first = kept.size > limit ? kept.keys().next() : undefined;
    if (first && !first.done) kept.delete(first.value);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    clear: () => kept.clear(),
  };
}

/** One for each owner (a store), gone with it. */
export function recentOf<Owner extends object, V>(limit: number): (owner: Owner) => Recent<string, V> {
  const all = new WeakMap<Owner, Recent<string, V>>();
  return (owner) => {
    const found = all.get(owner) ?? openRecent<string, V>(limit);
    all.set(owner, found);
    return found;
  };
}
