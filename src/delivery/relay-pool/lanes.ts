// All lanes of a worker: keeps the pool's relays as in the store, and opens their lanes when there
// are messages for them.
import { hasRelays } from '../../relays/queries.ts';
import { type UsableRelay, usableRelays } from '../../relays/usable.ts';
import { releaseLanes } from '../pipeline.ts';
import { type LaneTools, openLanesOf, stopLanes, wakeLanes } from './lane.ts';
import { addRelay, allowedRelays, lateConnections, noteChange, type PoolRelay, relaysIn } from './pool.ts';

export type Lanes = {
  /** Reads the relays; opens and closes lanes accordingly. */
  refresh(): Promise<void>;
  /**
   * Lanes finish their current message; one that has not after `graceMs`, if given, loses its
   * connection. May be called again with less.
   */
  stop(graceMs?: number): Promise<void>;
};

export type LanesOptions = LaneTools & {
  secret: string;
  /** The configured relay, or the test inbox. */
  relay: UsableRelay | undefined;
  /** This worker's part of a relay's lanes, from 0 to 1. */
  lanesShare: number;
  /** How many of all relays may be open at a time; absent: any number. */
  mostLanes?: number | undefined;
};

/** Opens lanes of the pool's relays whenever the pipeline has senders for them. */
export function openLanes(options: LanesOptions): Lanes {
  const { pool, pipeline, mostLanes = Number.POSITIVE_INFINITY } = options;
  let stopped = false;

  async function wakeForSenders(): Promise<void> {
    while (!stopped) {
      await pipeline.signals.senders.wait();
      if (stopped) return;
      const woken = new Set<number>();
      for (const sender of pipeline.senders.values()) for (const id of allowedRelays(pool, sender)) woken.add(id);
      pipeline.senders.clear();
      let room = mostLanes - openLanesOf(pool) - lateConnections(pool);
      for (const id of woken) {
        const entry = pool.relays.get(id);
        if (entry) room -= wakeLanes(entry, { wanted: Math.max(pipeline.queue.size, 1), room }, options);
      }
    }
  }

  const waking = wakeForSenders();
  return {
    refresh: () => refresh(options),
    async stop(graceMs) {
      stopped = true;
      pipeline.signals.senders.raise();
      await waking;
      for (const entry of pool.leaving.keys()) void stopLanes(entry, graceMs); // of relays that went before
      for (const entry of [...pool.relays.values()]) void leave(entry, options, graceMs);
      await Promise.all(pool.leaving.values());
    },
  };
}

async function refresh(options: LanesOptions): Promise<void> {
  const { db, pool, relay, secret } = options;
  const stored = await usableRelays(db, secret, relaysIn(pool));
  const own = relay && !(relay.isInbox && (await hasRelays(db))) ? [relay] : [];
  const relays = [...own, ...stored];
  const now = new Map(relays.map((one) => [one.id, one]));
  for (const entry of [...pool.relays.values()]) {
    if (now.get(entry.relay.id)?.revision !== entry.relay.revision) void leave(entry, options);
  }
  for (const one of relays) {
    if (!pool.relays.has(one.id)) addRelay(pool, one, options.lanesShare);
  }
  noteChange(pool); // a quota may be free again
}

/** Without `graceMs` lanes have as long as mail servers have for an answer. */
function leave(entry: PoolRelay, { pool, pipeline }: LaneTools, graceMs?: number): Promise<void> {
  pool.relays.delete(entry.relay.id);
  if (entry.connections > 0) pool.late.add(entry);
  const left = stopLanes(entry, graceMs).finally(() => pool.leaving.delete(entry));
  releaseLanes(pipeline, entry.relay.id);
  pool.leaving.set(entry, left);
  return left;
}
