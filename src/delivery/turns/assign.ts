// Which message goes over which lane: relays by their weight, customers, campaigns and destinations
// in turn (queue.ts).
import { isStillOurs, type Pipeline, type WaitingLane } from '../pipeline.ts';
import { type Queued, takeFromQueue } from '../queue.ts';
import { isAllowed, type RelayPool, weightOf } from '../relay-pool/pool.ts';
import type { Throttling } from '../throttling/throttling.ts';

/** A message and the lane that sends it once it is committed as in flight. */
export type Start<M> = { message: M; lane: WaitingLane<M> };

export type AssignOptions<M extends Queued> = {
  pipeline: Pipeline<M>;
  pool: RelayPool;
  throttling: Pick<Throttling, 'ask'>;
  /** False while our lease is not sure: nothing is put in flight. */
  mayStart(): boolean;
};

export type AssignState = {
  /** By relay: messages over weight, so that the one with least goes first. */
  shares: Map<number, number>;
};

/** A message for each lane that waits, as far as there are any that may go. */
export function assign<M extends Queued>(options: AssignOptions<M>, state: AssignState): Start<M>[] {
  const { ended, queue, waiting } = options.pipeline;
  if (ended || !options.mayStart()) return [];
  const starts = assignNext(options, state);
  if (queue.size === 0) return starts;
  const relays = [...waiting.keys()];
  while (relays.length > 0) {
    const place = leastServed(state, relays);
    const relayId = relays[place] ?? 0;
    const lanes = waiting.get(relayId) ?? [];
    const message = lanes.length > 0 ? takeFromQueue(queue, relayId, options) : undefined;
    const lane = message && lanes.shift();
    if (!message || !lane) {
      relays.splice(place, 1);
      continue;
    }
    countShare(state, relayId, weightOf(options.pool, relayId));
    starts.push({ message, lane });
  }
  return starts;
}

/** Lanes whose mail server has an envelope get the message of that one, if it may still go. */
function assignNext<M extends Queued>({ pipeline, pool }: AssignOptions<M>, state: AssignState): Start<M>[] {
  const starts: Start<M>[] = [];
  for (const [relayId, lanes] of pipeline.waiting) {
    if (!lanes.some(({ next }) => next)) continue;
    pipeline.waiting.set(
      relayId,
      lanes.filter(({ next }) => !next),
    );
    for (const lane of lanes) {
      if (!lane.next) continue;
      if (!isStillOurs(lane.next) || !isAllowed(pool, lane.next, relayId)) {
        lane.leave();
        continue;
      }
      countShare(state, relayId, weightOf(pool, relayId));
      starts.push({ message: lane.next, lane });
    }
  }
  return starts;
}

function leastServed({ shares }: AssignState, relays: readonly number[]): number {
  let least = 0;
  for (let i = 1; i < relays.length; i += 1) {
    if ((shares.get(relays[i] ?? 0) ?? 0) < (shares.get(relays[least] ?? 0) ?? 0)) least = i;
  }
  return least;
}

function countShare({ shares }: AssignState, relayId: number, weight: number): void {
  const share = (shares.get(relayId) ?? 0) + 1 / weight;
  shares.set(relayId, share);
  // Old times weigh less and less: a relay that was away does not get everything when it is back.
  if (share > 1_000) for (const [id, old] of shares) shares.set(id, old / 2);
}
