// Reproducible randomness: everything a round does follows from its seed.

export type Random = {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  chance(share: number): boolean;
};

/** The same seed gives the same numbers. */
export function seeded(seed: number): Random {
  let state = mixed(seed ^ 0x9e3779b9);
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    return (mixed(state) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick<T>(from: readonly T[]): T {
      return from[between(0, from.length - 1)] as T;
    },
    chance: (share) => next() < share,
  };
}

/**
 * A number from 0 to below 1 that depends on the words alone, not on how many were drawn before.
 */
export function draw(...words: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of words.join('\n')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (mixed(hash) >>> 0) / 2 ** 32;
}

/** Every bit of the number turns about half of the result's bits. */
function mixed(number: number): number {
  let n = number;
  n = Math.imul(n ^ (n >>> 16), 0x21f0aaad);
  n = Math.imul(n ^ (n >>> 15), 0x735a2d97);
  return n ^ (n >>> 15);
}
