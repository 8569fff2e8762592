// The hosts that send a customer's mail, which SPF must cover.
import { listVisibleRelays } from '../relays/queries.ts';
import type { Db } from '../storage/db.ts';

/** Hosts of the enabled relays that are the customer's or shared, and of the configured one. */
export async function relayHostsOf(db: Db, customerId: number, configured?: { host: string }): Promise<string[]> {
  const relays = (await listVisibleRelays(db, customerId)).filter(({ status }) => status === 'active');
  const hosts = relays.map(({ host }) => host.toLowerCase());
  return [...new Set(configured ? [...hosts, configured.host.toLowerCase()] : hosts)];
}
