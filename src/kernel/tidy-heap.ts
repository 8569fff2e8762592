// Frees memory after starting, when a thread has ended, and after large requests: a third of a
// thread's heap is garbage then, which the engine keeps while there is no pressure (35 MB of a
// process with all roles).
import { Session } from 'node:inspector/promises';
import { getHeapStatistics } from 'node:v8';

const SETTLED_MS = 1_000;
/** Less is not worth the time in which nobody is answered. */
const WORTH = 8 * 1024 * 1024;

let timer: NodeJS.Timeout | undefined;
/** What the thread kept after its last collection, bytes; less when it shrank by itself. */
let kept = 0;

/**
 * Collects this thread's garbage once, as soon as nobody has asked for it for a second; takes 30 to
 * 350 ms, three full collections.
 */
export function tidyHeapSoon(): void {
  kept = 0;
  tidyGrownHeapSoon();
}

/**
 * The same, unless the thread has grown by little since the last time: the engine itself may have
 * collected meanwhile what large bodies left.
 */
export function tidyGrownHeapSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void tidy(), SETTLED_MS).unref();
}

async function tidy(): Promise<void> {
  const now = held();
  if (now - kept < WORTH) {
    kept = Math.min(kept, now);
    return;
  }
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage').catch(() => undefined);
  session.disconnect();
  kept = held();
}

/** What the thread has of the system: its heap, and buffers beside it. */
function held(): number {
  const { total_heap_size: heap, external_memory: beside } = getHeapStatistics();
  return heap + beside;
}
