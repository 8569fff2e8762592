// Statements on tables `sending_domain` and `dkim_key`.
import { type Insertable, sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../storage/db.ts';
import { byCodePoint, lockRows } from '../storage/dialect.ts';
import type { DkimKey, DkimKeyTable, SendingDomain, SendingDomainTable } from '../storage/tables/delivery.ts';
import { deleteWatched } from './watch/queries.ts';

type Owner = Pick<SendingDomain, 'id' | 'customer_id'>;

/** A customer's active signing keys, with the names of their domains. */
export function listActiveKeys(db: Db, customerId: number) {
  return db
    .selectFrom('dkim_key')
    .innerJoin('sending_domain', (on) =>
      on
        .onRef('sending_domain.customer_id', '=', 'dkim_key.customer_id')
        .onRef('sending_domain.id', '=', 'dkim_key.domain_id'),
    )
    .select(['dkim_key.id', 'sending_domain.name', 'selector', 'algorithm', 'private_key'])
    .where('sending_domain.customer_id', '=', customerId)
    .where('dkim_key.status', '=', 'active')
    .orderBy('dkim_key.id')
    .execute();
}

export type ActiveKey = Awaited<ReturnType<typeof listActiveKeys>>[number];

/** The customer's sending domain with that uid. @throws AppError `not_found` */
export async function getDomain(db: Db | Tx, customerId: number, uid: string): Promise<SendingDomain> {
  const domain = await db
    .selectFrom('sending_domain')
    .selectAll()
    .where('uid', '=', uid)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!domain) throw new AppError('not_found', say('domain-missing'));
  return domain;
}

/** Keys of these domains of a customer, oldest first. */
export function keysOf(db: Db | Tx, customerId: number, domainIds: readonly number[]): Promise<DkimKey[]> {
  if (domainIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('dkim_key')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('domain_id', 'in', domainIds)
    .orderBy('id')
    .execute();
}

/** The customer's sending domain with that name (lower case, A-labels). */
export function findDomainByName(db: Db | Tx, customerId: number, name: string): Promise<SendingDomain | undefined> {
  return db
    .selectFrom('sending_domain')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** All sending domains, or a customer's, by name. */
export function listDomains(db: Db, customerId?: number): Promise<SendingDomain[]> {
  const query = db
    .selectFrom('sending_domain')
    .selectAll()
    .orderBy(byCodePoint(db, sql.ref<string>('name')))
    .orderBy('id');
  return (customerId === undefined ? query : query.where('customer_id', '=', customerId)).execute();
}

/** A customer's sending domains with these ids, in no particular order. */
export function listDomainsById(db: Db, customerId: number, ids: readonly number[]): Promise<SendingDomain[]> {
  return db
    .selectFrom('sending_domain')
    .selectAll()
    .where('id', 'in', ids)
    .where('customer_id', '=', customerId)
    .execute();
}

/** Inserts a domain. @returns undefined when the customer already has one of that name */
export function insertDomain(tx: Tx, domain: Insertable<SendingDomainTable>): Promise<SendingDomain | undefined> {
  return tx
    .insertInto('sending_domain')
    .values(domain)
    .onConflict((conflict) => conflict.columns(['customer_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Inserts a key. */
export async function insertKey(tx: Tx, key: Insertable<DkimKeyTable>): Promise<void> {
  await tx.insertInto('dkim_key').values(key).execute();
}

/** Locks the domain until the transaction ends. @returns false when it is gone */
export async function lockDomain(tx: Tx, domain: Owner): Promise<boolean> {
  const { rows } = await sql`select id from sending_domain where id = ${domain.id}
    and customer_id = ${domain.customer_id} ${lockRows(tx)}`.execute(tx);
  return rows.length > 0;
}

/** As lockDomain. @throws AppError `not_found` */
export async function holdDomain(tx: Tx, domain: Owner): Promise<void> {
  if (!(await lockDomain(tx, domain))) throw new AppError('not_found', say('domain-missing'));
}

/** Stores the verdict of a check. `at`: ms. */
export async function updateVerdict(tx: Tx, domain: Owner, verdict: string, at: number): Promise<void> {
  await tx
    .updateTable('sending_domain')
    .set({ verdict, checked_at: at })
    .where('customer_id', '=', domain.customer_id)
    .where('id', '=', domain.id)
    .execute();
}

/** Retires the active keys and activates the waiting ones. */
export async function updateKeyStatuses(tx: Tx, domain: Owner, at: number): Promise<void> {
  const keys = () =>
    tx.updateTable('dkim_key').where('customer_id', '=', domain.customer_id).where('domain_id', '=', domain.id);
  await keys().set({ status: 'retired', retired_at: at }).where('status', '=', 'active').execute();
  await keys().set({ status: 'active' }).where('status', '=', 'next').execute();
}

/** Deletes a domain that is held, with its keys. */
export async function deleteDomain(tx: Tx, domain: Owner): Promise<void> {
  await deleteWatched(tx, domain);
  await tx
    .deleteFrom('dkim_key')
    .where('domain_id', '=', domain.id)
    .where('customer_id', '=', domain.customer_id)
    .execute();
  await tx
    .deleteFrom('sending_domain')
    .where('id', '=', domain.id)
    .where('customer_id', '=', domain.customer_id)
    .execute();
}
