// One writer at a time among the threads of a process. SQLite would let them poll; here they wait
// in turn, without blocking, and are woken when the file is free. SQLite's own lock still applies
// between processes.

/** Memory that all threads of the process share. */
export type GateMemory = SharedArrayBuffer;

export type WriteGate = {
  /** Resolves at the caller's turn, with the function that ends it. */
  enter(): Promise<() => void>;
};

const FREE = 0;
const TAKEN = 1;
/** A thread that died in its turn never ends it: after this time the store's own lock has to do. */
const PATIENCE_MS = 250;

/** Memory for the gate of one store; pass it to all threads that open the same store. */
export function newGateMemory(): GateMemory {
  return new SharedArrayBuffer(4);
}

/** The gate for this thread. @param patienceMs how long it waits for a turn that does not end */
export function newWriteGate(memory: GateMemory, patienceMs = PATIENCE_MS): WriteGate {
  const cell = new Int32Array(memory);
  const leave = () => {
    Atomics.store(cell, 0, FREE);
    Atomics.notify(cell, 0, 1);
  };
  return {
    async enter() {
      const giveUpAt = performance.now() + patienceMs;
      while (Atomics.compareExchange(cell, 0, FREE, TAKEN) !== FREE) {
        const leftMs = giveUpAt - performance.now();
        if (leftMs <= 0) break; // taken over from its holder
        const woken = Atomics.waitAsync(cell, 0, TAKEN, leftMs);
        if (!woken.async) continue;
        const alive = setTimeout(() => undefined, leftMs); // waiting alone would not keep the thread from ending
        await woken.value;
        clearTimeout(alive);
      }
      return leave;
    },
  };
}
