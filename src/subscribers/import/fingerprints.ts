// A set of numbers in little memory.

export type NumberSet = {
  has(number: number): boolean;
  /** Adds one. @returns whether it is new */
  add(number: number): boolean;
};

/** A set of numbers that takes 16 to 32 bytes each, where a Set of addresses takes 150. */
export function numberSet(): NumberSet {
  let table = new Float64Array(1 << 16);
  let size = 0;
  const place = (target: Float64Array, number: number) => {
    let at = number % target.length;
    while (target[at] !== 0 && target[at] !== number) at = at + 1 === target.length ? 0 : at + 1;
    return at;
  };
  return {
    has: (number) => table[place(table, number || 1)] !== 0,
    add(number) {
      const wanted = number || 1; // zero is an empty place
      const at = place(table, wanted);
      if (table[at] === wanted) return false;
      table[at] = wanted;
      size += 1;
      if (size * 2 > table.length) {
        const larger = new Float64Array(table.length * 2);
        for (const one of table) if (one !== 0) larger[place(larger, one)] = one;
        table = larger;
      }
      return true;
    },
  };
}
