// Entries of suppressed addresses, in pieces: the customer's own, then everybody's.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { isSpread } from '../../storage/dialect/spread.ts';
import { isOneOf, recordSet } from '../../storage/dialect.ts';
import type { Suppression } from '../../storage/tables/delivery.ts';
import type { List } from '../../storage/tables.ts';
import { EVERYBODY } from '../../suppression/rules.ts';

type Owner = Pick<List, 'customer_id'>;
/** Where a piece begins: `source` 0 is the customer's own list, 1 everybody's. */
type From = { source: number; after: number };
type Entry = Pick<Suppression, 'id' | 'email_key' | 'reason' | 'created_at'>;

/**
 * A select of the next entries in the order of their ids: id, email_key, reason, created_at. An
 * entry of the customer's own comes first: of everybody's those that are not in it as well.
 */
export async function nextEntries(db: Db, list: Owner, from: From, limit: number): Promise<RawBuilder<unknown>> {
  if (from.source === 0) return entriesOf(list.customer_id, from.after, sql``, limit);
  // On a store that is spread the two lists are on different machines.
  if (isSpread(db)) return entrySet(db, await othersOf(db, list, from.after, limit));
  const others = sql`and not exists (select 1 from suppression as own where own.customer_id = ${list.customer_id}
    and own.email_key = entry.email_key)`;
  return entriesOf(EVERYBODY, from.after, others, limit);
}

function entriesOf(owner: number, after: number, which: RawBuilder<unknown>, limit: number): RawBuilder<Entry> {
  return sql<Entry>`select id, email_key, reason, created_at from suppression as entry where customer_id = ${owner}
    and id > ${after} ${which} order by id limit ${sql.lit(limit)}`;
}

function entrySet(db: Db, entries: readonly Entry[]): RawBuilder<unknown> {
  const columns = { id: 'number', email_key: 'text', reason: 'text', created_at: 'number' } as const;
  return sql`select id, email_key, reason, created_at from ${recordSet(db, entries, columns)} as listed`;
}

async function othersOf(db: Db, list: Owner, after: number, limit: number): Promise<Entry[]> {
  const others: Entry[] = [];
  for (let last = after, isEnd = false; !isEnd && others.length < limit; ) {
    const { rows } = await entriesOf(EVERYBODY, last, sql``, limit).execute(db);
    const keys = rows.map(({ email_key }) => email_key);
    const found = await db
      .selectFrom('suppression')
      .select('email_key')
      .where('customer_id', '=', list.customer_id)
      .where(isOneOf(db, 'email_key', keys))
      .execute();
    const own = new Set(found.map(({ email_key }) => email_key));
    others.push(...rows.filter(({ email_key }) => !own.has(email_key)));
    isEnd = rows.length < limit;
    last = rows.at(-1)?.id ?? last;
  }
  return others.slice(0, limit);
}
