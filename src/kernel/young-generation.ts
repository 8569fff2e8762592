// The young generation of a heap: where what was made last lies, until it is forgotten or copied.
// Requests wait for the store together, so in the thread that answers them much would be copied for
// nothing if it were small (bin/mailwright gives it 16 MB a half); threads of workers forget at
// once, and there are several.
import { setFlagsFromString } from 'node:v8';

/** Gives threads that are made from now on a half of 4 MB; the one that runs keeps what it has. */
export function keepThreadsSmall(): void {
  setFlagsFromString('--max-semi-space-size=4');
}
