// A relay pool for tests without a store: relays that all customers share, or one customer has.
import { addRelay, newRelayPool, type RelayPool } from '../../src/delivery/relay-pool/pool.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { createLogger } from '../../src/kernel/log.ts';
import type { UsableRelay } from '../../src/relays/usable.ts';
import { relayTo } from './delivery.ts';

export function poolOf(...relays: (Pick<UsableRelay, 'id'> & Partial<UsableRelay>)[]): RelayPool {
  const pool = newRelayPool({ clock: systemClock, log: createLogger('silent') });
  for (const relay of relays) addRelay(pool, { ...relayTo(25), isInbox: false, ...relay }, 1);
  return pool;
}
