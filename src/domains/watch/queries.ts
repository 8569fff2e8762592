// Statements on tables `domain_record` and `domain_change`, and on when domains are looked up.
import { sql } from 'kysely';
import { DAY_MS } from '../../kernel/durations.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { byCodePoint, numberSet } from '../../storage/dialect.ts';
import { isAmong, reachableCustomers } from '../../storage/spread/customers-to-poll.ts';
import type { DomainChange, DomainRecord, SendingDomain } from '../../storage/tables/delivery.ts';

/** Longer than any domain waits (rules.ts: nextLook). */
const LONGEST_MS = DAY_MS;

type Owner = Pick<SendingDomain, 'id' | 'customer_id'>;

/** Changes kept of a domain, the newest. */
const KEPT_CHANGES = 100;

/** Domains of any customers whose time has come, the longest ago first. */
export async function domainsDue(db: Db, at: number, limit: number): Promise<SendingDomain[]> {
  return (
    db
      .selectFrom('sending_domain')
      .selectAll()
      // what is due after the longest wait was noted by a clock that was set back
      .where((is) => is.or([is('look_at', '<=', at), is('look_at', '>', at + LONGEST_MS)]))
      .where(isAmong(await reachableCustomers(db), 'customer_id'))
      .orderBy('look_at')
      .limit(limit)
      .execute()
  );
}

/** Sets when a domain is looked up next. */
export async function updateLookAt(db: Db | Tx, domain: Owner, lookAt: number): Promise<void> {
  await db
    .updateTable('sending_domain')
    .set({ look_at: lookAt })
    .where('customer_id', '=', domain.customer_id)
    .where('id', '=', domain.id)
    .execute();
}

/** How the records of these domains of a customer stand. */
export function recordsOfDomains(db: Db | Tx, customerId: number, ids: readonly number[]): Promise<DomainRecord[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('domain_record')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('domain_id', 'in', numberSet(db, ids))
    .orderBy('domain_id')
    .orderBy(byCodePoint(db, sql.ref<string>('name')))
    .execute();
}

/** Stores how a record stands. */
export async function replaceRecord(tx: Tx, row: DomainRecord): Promise<void> {
  await tx
    .insertInto('domain_record')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'domain_id', 'name']).doUpdateSet({
        state: row.state,
        since: row.since,
        suspect_at: row.suspect_at,
        seen: row.seen,
      }),
    )
    .execute();
}

/** Forgets records of the domain that are not needed any more. */
export async function deleteOtherRecords(tx: Tx, domain: Owner, names: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('domain_record')
    .where('customer_id', '=', domain.customer_id)
    .where('domain_id', '=', domain.id)
    .where('name', 'not in', names)
    .execute();
}

/** Adds a change, and removes the oldest beyond this many. */
export async function insertChange(tx: Tx, change: Omit<DomainChange, 'id'>): Promise<void> {
  await tx.insertInto('domain_change').values(change).execute();
  const oldest = tx
    .selectFrom('domain_change')
    .select('id')
    .where('customer_id', '=', change.customer_id)
    .where('domain_id', '=', change.domain_id)
    .orderBy('id', 'desc')
    .offset(KEPT_CHANGES)
    .limit(1);
  await tx
    .deleteFrom('domain_change')
    .where('customer_id', '=', change.customer_id)
    .where('domain_id', '=', change.domain_id)
    .where('id', '<=', oldest)
    .execute();
}

/** The changes of a domain's records, newest first. */
export function listChanges(db: Db, domain: Owner): Promise<DomainChange[]> {
  return db
    .selectFrom('domain_change')
    .selectAll()
    .where('customer_id', '=', domain.customer_id)
    .where('domain_id', '=', domain.id)
    .orderBy('id', 'desc')
    .limit(KEPT_CHANGES)
    .execute();
}

/** Deletes what is kept of a domain's records. */
export async function deleteWatched(tx: Tx, domain: Owner): Promise<void> {
  for (const table of ['domain_record', 'domain_change'] as const) {
    await tx
      .deleteFrom(table)
      .where('customer_id', '=', domain.customer_id)
      .where('domain_id', '=', domain.id)
      .execute();
  }
}

/** Broken records of a customer's domains, broken for the longest time first. */
export function listBroken(db: Db, customerId: number, limit: number) {
  return db
    .selectFrom('domain_record as record')
    .innerJoin('sending_domain as domain', (on) =>
      on.onRef('domain.customer_id', '=', 'record.customer_id').onRef('domain.id', '=', 'record.domain_id'),
    )
    .select(['domain.uid', 'domain.name as domain', 'record.name', 'record.purpose', 'record.since'])
    .where('record.customer_id', '=', customerId)
    .where(sql<boolean>`record.state = 'broken'`)
    .orderBy('record.since')
    .orderBy('record.domain_id')
    .orderBy(byCodePoint(db, sql.ref<string>('record.name')))
    .limit(limit)
    .execute();
}

export type BrokenRecord = Awaited<ReturnType<typeof listBroken>>[number];

/** Broken records of all customers' domains. */
export async function countBroken(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('domain_record')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(sql<boolean>`state = 'broken'`)
    .executeTakeFirstOrThrow();
  return Number(n);
}
