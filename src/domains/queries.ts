// Statements on tables `sending_domain` and `dkim_key`.
import { AppError } from '../kernel/errors.ts';
import type { Db, Tx } from '../storage/db.ts';
import type { DkimKey, SendingDomain } from '../storage/tables-delivery.ts';

/** A customer's signing keys in use, with the names of their domains. */
export function activeKeys(db: Db, customerId: number) {
  return db
    .selectFrom('dkim_key')
    .innerJoin('sending_domain', 'sending_domain.id', 'dkim_key.domain_id')
    .select(['dkim_key.id', 'sending_domain.name', 'selector', 'algorithm', 'private_key'])
    .where('sending_domain.customer_id', '=', customerId)
    .where('dkim_key.status', '=', 'active')
    .orderBy('dkim_key.id')
    .execute();
}

export type ActiveKey = Awaited<ReturnType<typeof activeKeys>>[number];

/** The customer's sending domain of that uid. @throws AppError `not_found` */
export async function getDomain(db: Db | Tx, customerId: number, uid: string): Promise<SendingDomain> {
  const domain = await db
    .selectFrom('sending_domain')
    .selectAll()
    .where('uid', '=', uid)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!domain) throw new AppError('not_found', 'The sending domain does not exist.');
  return domain;
}

/** Keys of these domains, oldest first. */
export function keysOf(db: Db | Tx, domainIds: readonly number[]): Promise<DkimKey[]> {
  if (domainIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('dkim_key').selectAll().where('domain_id', 'in', domainIds).orderBy('id').execute();
}
