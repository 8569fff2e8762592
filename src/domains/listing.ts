// Lists sending domains with their keys.
import type { PageRequest } from '../kernel/page.ts';
import type { Db } from '../storage/db.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { DkimKey, SendingDomain } from '../storage/tables/delivery.ts';
import { findTally } from '../storage/tally.ts';
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
  const byDomain = new Map<number, DkimKey[]>();
  for (const [customerId, some] of Map.groupBy(domains, (domain) => domain.customer_id)) {
    const ids = some.map(({ id }) => id);
    for (const key of await keysOf(db, customerId, ids)) {
      byDomain.set(key.domain_id, [...(byDomain.get(key.domain_id) ?? []), key]);
    }
  }
  return domains.map((domain) => viewOf(domain, byDomain.get(domain.id) ?? [], relayHosts));
}

/** One domain of the customer. @throws AppError `not_found` */
export async function viewOfDomain(
  db: Db,
  { customerId, uid, configured }: { customerId: number; uid: string; configured?: { host: string } | undefined },
): Promise<DomainView> {
  const domain = await getDomain(db, customerId, uid);
  return viewOf(
    domain,
    await keysOf(db, domain.customer_id, [domain.id]),
    await relayHostsOf(db, customerId, configured),
  );
}

/** One page of the customer's domains, newest first, and their total number. */
export async function pageOfDomains(
  db: Db,
  customerId: number,
  request: PageRequest,
): Promise<{ count: number; views: DomainView[] }> {
  const count = await findTally(db, customerId, TALLY);
  const place = { key: `sending domains of ${customerId}`, column: 'sending_domain.id', count, request };
  const ids = await pageOfIds(db, place, () =>
    db.selectFrom('sending_domain').select('id').where('customer_id', '=', customerId),
  );
  const rows = ids.length === 0 ? [] : await listDomainsById(db, customerId, ids);
  return { count, views: await viewsOf(db, inOrderOf(ids, rows), []) };
}
