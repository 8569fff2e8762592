// What a worker looks after beside its work, so that messages go when they may.
import type { Clock } from '../kernel/clock.ts';
import type { ComposedMessage } from './compose/personalise.ts';
import { holdBack } from './held-back.ts';
import type { Queue } from './queue.ts';
import type { RelayPool, Sender } from './relay-pool/pool.ts';
import type { Supply } from './supply.ts';
import type { Throttling } from './throttling/throttling.ts';
import type { Turns } from './turns.ts';

const REFRESH_EVERY_MS = 1_000;

/**
 * Now and then: which relays there are, what throttling shares with other workers, and what had
 * better wait in the store.
 */
export function keepThrottled(parts: {
  pool: RelayPool;
  throttling: Throttling;
  queue: Queue<ComposedMessage>;
  turns: Turns<ComposedMessage>;
  supply: Supply;
  clock: Clock;
}): () => Promise<void> {
  const { pool, throttling, queue, turns, supply, clock } = parts;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let heldAt = performance.now();
  return async () => {
    const now = performance.now();
    if (now - refreshedAt >= REFRESH_EVERY_MS) {
      await pool.refresh();
      throttling.setRelays(pool.relays());
      await throttling.refresh();
      await supply.tidy();
      refreshedAt = now;
    }
    const relaysOf = (sender: Sender) => pool.relays().flatMap(({ id }) => (pool.isAllowed(sender, id) ? [id] : []));
    const held = holdBack(queue, throttling, relaysOf, { sinceMs: now - heldAt, now: clock.now() });
    heldAt = now;
    if (held.length > 0) turns.settle(...held);
    // Whom no relay can serve now (quotas are full, relays are down) gets his messages back.
    turns.giveBack((message) => !pool.canServe(message));
  };
}
