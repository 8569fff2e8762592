// Lists sending domains with their keys.
import type { PageRequest } from '../kernel/page.ts';
import type { Db } from '../storage/db.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { DkimKey, DomainRecord, SendingDomain } from '../storage/tables/delivery.ts';
import { findTally } from '../storage/tally.ts';
import { TALLY } from './create.ts';
import { type DomainView, viewOf } from './describe.ts';
import { getDomain, keysOf, listDomainsById } from './queries.ts';
import { relayHostsOf } from './relay-hosts.ts';
import { recordsOfDomains } from './watch/queries.ts';

/** Views of domains, in the same order. */
export async function viewsOf(
  db: Db,
  domains: readonly SendingDomain[],
  relayHosts: readonly string[],
): Promise<DomainView[]> {
  const keys: DkimKey[] = [];
  const records: DomainRecord[] = [];
  for (const [customerId, some] of Map.groupBy(domains, (domain) => domain.customer_id)) {
    const ids = some.map(({ id }) => id);
    keys.push(...(await keysOf(db, customerId, ids)));
    records.push(...(await recordsOfDomains(db, customerId, ids)));
  }
  const keysBy = Map.groupBy(keys, (key) => key.domain_id);
  const recordsBy = Map.groupBy(records, (record) => record.domain_id);
  return domains.map((domain) => {
    const [own, standings] = [keysBy.get(domain.id) ?? [], recordsBy.get(domain.id) ?? []];
    return viewOf(domain, { keys: own, standings, relayHosts });
  });
}

/** One domain of the customer. @throws AppError `not_found` */
export async function viewOfDomain(
  db: Db,
  { customerId, uid, configured }: { customerId: number; uid: string; configured?: { host: string } | undefined },
): Promise<DomainView> {
  const domain = await getDomain(db, customerId, uid);
  return viewOf(domain, {
    keys: await keysOf(db, domain.customer_id, [domain.id]),
    standings: await recordsOfDomains(db, domain.customer_id, [domain.id]),
    relayHosts: await relayHostsOf(db, customerId, configured),
  });
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
