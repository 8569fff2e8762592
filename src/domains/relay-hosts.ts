// The hosts that send a customer's mail, which SPF must cover.
import { isDirect, parseDirect } from '../mail/smtp/direct/settings.ts';
import { listVisibleRelays } from '../relays/queries.ts';
import type { Db } from '../storage/db.ts';

type Configured = { host: string; direct?: { sources: readonly string[] } | undefined };

/** Hosts of the enabled relays that are the customer's or shared, and of the configured one. */
export async function relayHostsOf(db: Db, customerId: number, configured?: Configured): Promise<string[]> {
  const relays = (await listVisibleRelays(db, customerId)).filter(({ status }) => status === 'active');
  const hosts = relays.flatMap(({ host }) => hostsOf(host));
  return [...new Set(configured ? [...hosts, ...(configured.direct?.sources ?? hostsOf(configured.host))] : hosts)];
}

/** Direct delivery sends from the addresses that it was given; without them they are not known. */
function hostsOf(host: string): readonly string[] {
  return isDirect(host) ? parseDirect(host).sources : [host.toLowerCase()];
}
