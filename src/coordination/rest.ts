// How long loops rest that found nothing to do. Whoever changes something wakes them (waking.ts);
// as they look all the same from time to time, a word that got lost costs time and nothing else.

/** Gives the ms until the next look; each time others, so that nodes do not look together. */
export type Rest = () => number;

/** Four bytes that the threads of a process share: the ms to rest. */
export type RestMemory = SharedArrayBuffer;

/**
 * Where changes in other processes are heard of. By far shorter than the time in which workers have
 * to report after a store went back (HOLD_MS).
 */
const HEARING_MS = 8_000;
/** Where nothing is heard of other processes. */
const DEAF_MS = 2_000;

/** Until it is known whether others are heard, they are not. */
export function newRestMemory(): RestMemory {
  const memory = new SharedArrayBuffer(4);
  setHearing(memory, false);
  return memory;
}

/** Notes whether the process hears of changes in others: then it need not look so often. */
export function setHearing(memory: RestMemory, hears: boolean): void {
  Atomics.store(new Int32Array(memory), 0, hears ? HEARING_MS : DEAF_MS);
}

/** The rest of loops in a thread that was given the memory. */
export function restOf(memory: RestMemory): Rest {
  const shared = new Int32Array(memory);
  return () => Math.round(Atomics.load(shared, 0) * (0.85 + Math.random() * 0.3));
}
