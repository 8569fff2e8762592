// Lists sending domains with their keys.
import type { PageRequest } from '../kernel/page.ts';
import type { Db } from '../storage/db.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { SendingDomain } from '../storage/tables/delivery.ts';
import { readTally } from '../storage/tally.ts';
import { TALLY } from './create.ts';
import { type DomainView, viewOf } from './describe.ts';
import { getDomain, keysOf, listDomainsById } from './queries.ts';
import { relayHostsOf } from './relay-hosts.ts';

/** Views of domains, in the same order. */
export async function viewsOf(
  db: Db,
  domains: readonly SendingDomain[],
  relayHosts: readonly string[],
): Promise<DomainView[]> {
  const ids = domains.map(({ id }) => id);
  const keys = Map.groupBy(await keysOf(db, ids), (key) => key.domain_id);
  return domains.map((domain) => viewOf(domain, keys.get(domain.id) ?? [], relayHosts));
}

/** One domain of the customer. @throws AppError `not_found` */
export async function viewOfDomain(
  db: Db,
  { customerId, uid, configured }: { customerId: number; uid: string; configured?: { host: string } | undefined },
): Promise<DomainView> {
  const domain = await getDomain(db, customerId, uid);
  return viewOf(domain, await keysOf(db, [domain.id]), await relayHostsOf(db, customerId, configured));
}

/** One page of the customer's domains, newest first, and their total number. */
export async function pageOfDomains(
  db: Db,
  customerId: number,
  request: PageRequest,
): Promise<{ count: number; views: DomainView[] }> {
  const count = await readTally(db, TALLY, customerId);
  const place = { key: `sending domains of ${customerId}`, column: 'sending_domain.id', count, request };
  const ids = await pageOfIds(db, place, () =>
    db.selectFrom('sending_domain').select('id').where('customer_id', '=', customerId),
  );
  const rows = ids.length === 0 ? [] : await listDomainsById(db, customerId, ids);
  return { count, views: await viewsOf(db, inOrderOf(ids, rows), []) };
}
