// Which data on the way to PostgreSQL is a turn that is worth being held back, and after which
// later data it does the most harm. Recognized by what turns send (src/messages/turn/whole.ts,
// steps.ts): rows of work as JSON, messages in flight as the list in their worker's hold.
import type { Late } from './network.ts';

/** A turn that defers a message, or one that begins some. */
export type LateTurn = 'outcome' | 'start';

/**
 * A turn that defers a message arrives when the message is in flight again; one that begins it,
 * when it was written once more and the message is in flight no longer.
 */
export const LATE: Record<LateTurn, Late> = {
  outcome(part) {
    const id = /"subscriber":(\d+),"attempt":\d+,"state":"deferred"/.exec(part)?.[1];
    if (id === undefined) return undefined;
    const start = new RegExp(`"subscriber":${id},"attempt":\\d+,"revision"`);
    return (later) => start.test(later);
  },
  start(part) {
    const newest = inFlight(part)?.at(-1);
    if (newest === undefined) return undefined;
    let isRepeated = false;
    return (later) => {
      const list = inFlight(later);
      if (list?.includes(newest)) isRepeated = true;
      return isRepeated && list !== undefined && !list.includes(newest);
    };
  },
};

/** The list of a turn: subscribers whose messages are in flight after it; undefined without one. */
function inFlight(part: string): string[] | undefined {
  const list = /\[\[\d+,\d+,\d+,\[[\d,[\]]*\]\]\]/.exec(part)?.[0];
  if (list === undefined) return undefined;
  return (JSON.parse(list) as [number, number, number, number[]][]).flatMap(([, , , ids]) => ids.map(String));
}
