// A limit on concurrent work; later work waits in line.

export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes slots. @param count how many run at a time */
export function newSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
