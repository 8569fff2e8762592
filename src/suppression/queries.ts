// Statements on table `suppression`.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { areOwn, isOneOf } from '../storage/dialect.ts';
import type { Suppression } from '../storage/tables/delivery.ts';
import type { Db, Tx } from '../storage/tables.ts';
import { EVERYBODY, type SuppressionReason, TEXTS } from './rules.ts';

/**
 * Condition: the address in a column gets no mail of a customer, by the customer's own list or by
 * the global one. A probe of each, answered from the index.
 * @param customerId a number, or SQL for one (`sql.ref('message.customer_id')` has no parameter)
 * @param emailKeyColumn of the outer statement, e.g. `subscriber.email_key`; a name from code,
 * never from outside
 */
export function isSuppressed(customerId: RawBuilder<number> | number, emailKeyColumn: string): RawBuilder<SqlBool> {
  // The offset skips nothing, but keeps PostgreSQL from turning this into a join that would read
  // the whole list for each chunk of an audience.
  const key = sql.ref(emailKeyColumn);
  return sql<SqlBool>`(exists (select 1 from suppression where suppression.customer_id = ${customerId}
      and suppression.email_key = ${key} limit 1 offset 0)
    or exists (select 1 from suppressed_by_all where suppressed_by_all.email_key = ${key} limit 1 offset 0))`;
}

/** Whether one address (`kernel/address.ts`: emailKey) gets no mail of a customer. */
export async function isSuppressedFor(db: Db, customerId: number, key: string): Promise<boolean> {
  const [own, everybody] = await Promise.all([
    findSuppression(db, customerId, key),
    db.selectFrom('suppressed_by_all').select('email_key').where('email_key', '=', key).executeTakeFirst(),
  ]);
  return own !== undefined || everybody !== undefined;
}

/** The entry of an address (`kernel/address.ts`: emailKey) in a customer's own list. */
export function findSuppression(db: Db, customerId: number, key: string): Promise<Suppression | undefined> {
  return db
    .selectFrom('suppression')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('email_key', '=', key)
    .executeTakeFirst();
}

/** As findSuppression. @throws AppError `not_found` */
export async function getSuppression(db: Db, customerId: number, key: string): Promise<Suppression> {
  const found = await findSuppression(db, customerId, key);
  if (!found) throw new AppError('not_found', TEXTS.unknown);
  return found;
}

/** The entries with these ids, in no particular order. */
export function listSuppressionsById(db: Db, customerId: number, ids: readonly number[]): Promise<Suppression[]> {
  return db
    .selectFrom('suppression')
    .selectAll()
    .where(areOwn(db, 'suppression', customerId, ids))
    .execute();
}

/** The next entries of a list after an id, in order of their ids. */
export function listSuppressionsAfter(
  db: Db,
  customerId: number,
  afterId: number,
  limit: number,
): Promise<Suppression[]> {
  return db
    .selectFrom('suppression')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes entries. @returns how many, by reason */
export async function deleteSuppressions(
  tx: Tx,
  customerId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .deleteFrom('suppression')
    .where('customer_id', '=', customerId)
    .where(isOneOf(tx, 'suppression.email_key', keys))
    .returning('reason')
    .execute();
  if (customerId === EVERYBODY) {
    await tx
      .deleteFrom('suppressed_by_all')
      .where(isOneOf(tx, 'suppressed_by_all.email_key', keys))
      .execute();
  }
  const removed = new Map<string, number>();
  for (const { reason } of rows) removed.set(reason, (removed.get(reason) ?? 0) + 1);
  return removed;
}

/**
 * The tally scope of a reason, or of the whole list; its owner is the customer, 0 for the global
 * list.
 */
export function tallyScope(reason?: SuppressionReason | string): string {
  return reason === undefined ? 'suppressions' : `suppressions:${reason}`;
}
