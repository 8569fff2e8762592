// Long work on the thread that answers requests is done in slices, so that one customer's large request stalls nobody else.

/** How long one piece of work holds the thread. */
const SLICE_MS = 8;

/** Lets others have their turn, when this one has lasted for a slice. To be awaited between two small steps. */
export type Turns = () => Promise<void> | undefined;

/** The turns of one piece of work, which begins now. */
export function newTurns(sliceMs = SLICE_MS): Turns {
  let began = performance.now();
  return () => {
    if (performance.now() - began < sliceMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now();
        resolve();
      });
    });
  };
}

/** Runs a work that gives way between its steps, in slices. @returns what it returns */
export async function inSlices<T>(work: Generator<void, T>, turns = newTurns()): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await turns();
  }
}

/** Runs such a work at once. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
