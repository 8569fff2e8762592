// Where a customer's mail leaves: what SPF must name.
import { visibleRelays } from '../relays/queries.ts';
import type { Db } from '../storage/db.ts';

/** Hosts of the relays that are switched on and the customer's or shared, and of the configuration's. */
export async function relayHostsOf(db: Db, customerId: number, configured?: { host: string }): Promise<string[]> {
  const relays = (await visibleRelays(db, customerId)).filter(({ status }) => status === 'active');
  const hosts = relays.map(({ host }) => host.toLowerCase());
  return [...new Set(configured ? [...hosts, configured.host.toLowerCase()] : hosts)];
}
