// Statements on table audit.
import { sql } from 'kysely';
import type { Place } from '../http/members/keyset.ts';
import type { Db, Tx } from '../storage/db.ts';
import { isOwn } from '../storage/dialect.ts';
import { runUnsynced } from '../storage/statement.ts';
import type { AuditEntry } from '../storage/tables/people.ts';
import type { Entry } from './entry.ts';

/** Writes entries of one instant. */
export async function insertEntries(db: Db, entries: readonly Entry[], at: number): Promise<void> {
  await insertion(db, entries, at).execute();
}

/**
 * The same without waiting for the disk, which would double the time of many a request; the next
 * commit, of whatever, makes it safe.
 */
export function insertHastily(db: Db, entries: readonly Entry[], at: number): Promise<void> {
  return runUnsynced(db, insertion(db, entries, at));
}

function insertion(db: Db, entries: readonly Entry[], at: number) {
  const rows = entries.map(({ customerId, operation, object, actor, ipAddress }) => ({
    customer_id: customerId,
    at,
    operation,
    object_kind: object?.kind ?? '',
    object_id: object?.id ?? '',
    actor_kind: actor.kind,
    actor_uid: actor.uid,
    actor_name: actor.name,
    ip_address: ipAddress,
  }));
  return db.insertInto('audit').values(rows);
}

/** What is asked for. Instants in ms; `from` belongs to it, `until` does not. */
export type AuditFilter = {
  actorUid?: string | undefined;
  operation?: string | undefined;
  from?: number | undefined;
  until?: number | undefined;
};

/** @param page.after instant and id of the last entry before; entries have the newest first */
export function listEntries(
  db: Db,
  customerId: number,
  { actorUid, operation, from, until }: AuditFilter,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<AuditEntry[]> {
  let query = db.selectFrom('audit').selectAll().where('customer_id', '=', customerId);
  if (actorUid !== undefined) query = query.where('actor_uid', '=', actorUid);
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (until !== undefined) query = query.where('at', '<', until);
  if (after) query = query.where(sql<boolean>`(at, id) < (${after[0]}, ${after[1]})`);
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Some of a customer's entries, by instant. Both ends in ms; entries of `after` were before. */
export type Span = { after: number; before: number };

/**
 * Takes the addresses out of some entries, the oldest first.
 * @returns the instant of the last one, undefined when there is none
 */
export async function forgetEntryAddresses(
  tx: Tx,
  customerId: number,
  { after, before }: Span,
  limit: number,
): Promise<number | undefined> {
  const rows = await tx
    .selectFrom('audit')
    .select('at')
    .where('customer_id', '=', customerId)
    .where('at', '>', after)
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
    .execute();
  const upTo = rows.at(-1)?.at;
  if (upTo === undefined) return undefined;
  await tx
    .updateTable('audit')
    .set({ ip_address: '' })
    .where('customer_id', '=', customerId)
    .where('at', '>', after)
    .where('at', '<=', upTo)
    .where('ip_address', '!=', '')
    .execute();
  return upTo;
}

/** Deletes up to `limit` entries of a customer from before an instant. */
export async function deleteOlder(db: Db, customerId: number, before: number, limit: number): Promise<void> {
  const some = db
    .selectFrom('audit')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit);
  await db
    .deleteFrom('audit')
    .where(isOwn(db, 'customer_id', customerId))
    .where('id', 'in', some)
    .execute();
}
