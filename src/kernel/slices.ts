// Splits long work on the thread that answers requests into slices, so that one large request
// delays no other.

/** How long one slice blocks the thread. */
const SLICE_MS = 5;

/** Yields to other work after the slice's time. Await it between two small steps. */
export type Pause = () => Promise<void> | undefined;

/** Ends the slices of one piece of work, which begins now. */
export function newPause(sliceMs = SLICE_MS): Pause {
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

/** Runs a generator in slices, pausing between its steps. @returns its result */
export async function inSlices<T>(work: Generator<void, T>, pause = newPause()): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await pause();
  }
}

/** Runs such a generator without pauses. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
