// Statements on table `relay`. Customers see their own and the shared relays, and change only their
// own.
import { AppError } from '../kernel/errors.ts';
import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows } from '../storage/dialect.ts';
import type { NewRelayRow, RelayRow, RelayRowUpdate } from '../storage/tables/delivery.ts';

/** Enabled relays, without those of inactive customers, by priority. */
export function listEnabledRelays(db: Db): Promise<RelayRow[]> {
  return db
    .selectFrom('relay')
    .leftJoin('customer', 'customer.id', 'relay.customer_id')
    .selectAll('relay')
    .where('relay.status', '=', 'active')
    .where((eb) => eb.or([eb('relay.customer_id', 'is', null), eb('customer.status', '=', 'active')]))
    .orderBy('relay.priority')
    .orderBy('relay.id')
    .execute();
}

/** The customer's own relays and the shared ones, newest first. */
export function listVisibleRelays(db: Db, customerId: number): Promise<RelayRow[]> {
  return db
    .selectFrom('relay')
    .selectAll()
    .where((eb) => eb.or([eb('customer_id', '=', customerId), eb('customer_id', 'is', null)]))
    .orderBy('id', 'desc')
    .execute();
}

/** One of listVisibleRelays by its number. */
export function findVisibleRelay(db: Db, customerId: number, number: number): Promise<RelayRow | undefined> {
  return db
    .selectFrom('relay')
    .selectAll()
    .where('number', '=', number)
    .where((eb) => eb.or([eb('customer_id', '=', customerId), eb('customer_id', 'is', null)]))
    .executeTakeFirst();
}

/** As findVisibleRelay, by the id that a request names. @throws AppError `not_found` */
export async function getVisibleRelay(db: Db, customerId: number, serverId: string): Promise<RelayRow> {
  const number = /^\d{1,15}$/.test(serverId) ? Number(serverId) : -1;
  const row = await findVisibleRelay(db, customerId, number);
  if (!row) throw new AppError('not_found', say('relay-missing'));
  return row;
}

/**
 * A relay as it is now, held against changes by others until the transaction ends; undefined when
 * it is gone.
 */
export function holdRelay(
  tx: Tx,
  { id, customer_id }: Pick<RelayRow, 'id' | 'customer_id'>,
): Promise<RelayRow | undefined> {
  const query = tx.selectFrom('relay').selectAll().where('id', '=', id);
  return ofOwner(query, customer_id).modifyEnd(lockRows(tx)).executeTakeFirst();
}

/** Relays for the operator: all, of one customer, or (null) the shared ones; oldest first. */
export function listRelays(db: Db, customerId?: number | null): Promise<RelayRow[]> {
  let query = db.selectFrom('relay').selectAll().orderBy('id');
  if (customerId === null) query = query.where('customer_id', 'is', null);
  else if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  return query.execute();
}

/** Any relay, for the operator. */
export function findRelay(db: Db, id: number): Promise<RelayRow | undefined> {
  return db.selectFrom('relay').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The number of a customer's relays, which is limited by MAX_RELAYS. */
export async function countRelays(db: Db, customerId: number): Promise<number> {
  const row = await db
    .selectFrom('relay')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Inserts a relay. */
export function insertRelay(tx: Tx, relay: NewRelayRow): Promise<RelayRow> {
  return tx.insertInto('relay').values(relay).returningAll().executeTakeFirstOrThrow();
}

/**
 * Updates a relay that was read before.
 * @throws AppError `conflict` when it was changed or removed meanwhile, which invalidates the
 * decision
 */
export async function updateRelayRow(
  tx: Tx,
  relay: Pick<RelayRow, 'id' | 'customer_id' | 'updated_at'>,
  changes: RelayRowUpdate,
): Promise<void> {
  const query = tx
    .updateTable('relay')
    .set(changes)
    .where('id', '=', relay.id)
    .where('updated_at', '=', relay.updated_at);
  const result = await ofOwner(query, relay.customer_id).executeTakeFirst();
  if (result.numUpdatedRows === 0n) {
    throw new AppError('conflict', say('relay-changed'));
  }
}

/** Deletes a relay. */
export async function deleteRelayRow(tx: Tx, relay: Pick<RelayRow, 'id' | 'customer_id'>): Promise<void> {
  await ofOwner(tx.deleteFrom('relay').where('id', '=', relay.id), relay.customer_id).execute();
}

/** Sets or clears the fault; writes nothing when it is unchanged. */
export async function setFault(db: Db, id: number, fault: Sentence | null, at: number): Promise<void> {
  const query = db.updateTable('relay').where('id', '=', id);
  if (fault === null) {
    await query.set({ fault: null, fault_at: null }).where('fault', 'is not', null).execute();
    return;
  }
  const text = JSON.stringify([fault]);
  await query
    .set({ fault: text, fault_at: at })
    .where((eb) => eb.or([eb('fault', 'is', null), eb('fault', '<>', text)]))
    .execute();
}

type OwnerQuery<Q> = { where(column: 'customer_id', operator: '=' | 'is', value: number | null): Q };

function ofOwner<Q>(query: OwnerQuery<Q>, customerId: number | null): Q {
  return customerId === null ? query.where('customer_id', 'is', null) : query.where('customer_id', '=', customerId);
}

/** Whether the store has any relay, enabled or not: then the test inbox accepts nothing. */
export async function hasRelays(db: Db): Promise<boolean> {
  return (await db.selectFrom('relay').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether an enabled relay of the store can be used by a customer, or (undefined) by anybody. */
export async function hasRelayFor(db: Db, customerId?: number): Promise<boolean> {
  let query = db.selectFrom('relay').select('id').where('status', '=', 'active');
  if (customerId !== undefined) {
    query = query.where((is) => is.or([is('customer_id', 'is', null), is('customer_id', '=', customerId)]));
  }
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
