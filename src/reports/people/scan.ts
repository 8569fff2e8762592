// Walks through the subscribers of a list for those that fit, in the order of an index. However few
// fit, a request looks at so many that it costs the same whatever the list has: then the page is
// short, and says where to go on.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LAST } from '../../segments/people/filter.ts';
import type { Db } from '../../storage/db.ts';
import type { List, Subscriber } from '../../storage/tables.ts';

/** Where to look: the whole list, or those with a status. */
export type Range = { list: Pick<List, 'id' | 'customer_id'>; status?: string | undefined };

/** Rows of one statement, of one request, and the time for a request. */
const PIECE = 2_000;
const LOOKED_AT = 20_000;
const PATIENCE_MS = 200;

/** What was found, and the place after it; undefined: there are no more. */
export type Scanned<K> = { rows: Subscriber[]; next: K | undefined };

type Order<K> = {
  /** A condition on what is after a place, the order, and the place of a row. */
  after(place: K): RawBuilder<SqlBool>;
  until(place: K): RawBuilder<SqlBool>;
  by: RawBuilder<unknown>;
  placeOf(row: Pick<Subscriber, 'id' | 'email_key'>): K;
};

const NEWEST: Order<number> = {
  after: (id) => sql`subscriber.id < ${id}`,
  until: (id) => sql`subscriber.id >= ${id}`,
  by: sql`subscriber.id desc`,
  placeOf: ({ id }) => id,
};

/** An address is once in a list. */
const BY_ADDRESS: Order<string> = {
  after: (key) => sql`subscriber.email_key > ${key}`,
  until: (key) => sql`subscriber.email_key <= ${key}`,
  by: sql`subscriber.email_key`,
  placeOf: ({ email_key }) => email_key,
};

type Wanted<K> = { condition: Expression<SqlBool>; after: K | undefined; limit: number };

/** The newest that fit, before an id; without one all. */
export function scanNewest(db: Db, { list, status }: Range, wanted: Wanted<number>): Promise<Scanned<number>> {
  const within = sql<SqlBool>`subscriber.customer_id = ${list.customer_id} and subscriber.list_id = ${list.id}
    ${status === undefined ? sql`` : sql`and subscriber.status = ${status}`}`;
  const from = (id: number | undefined) =>
    id === undefined ? within : sql<SqlBool>`${within} and ${NEWEST.after(id)}`;
  return scan(db, NEWEST, from, sql<SqlBool>`1 = 1`, wanted);
}

/** Those that fit, in the order of their addresses: those that begin with a text, after one. */
export function scanAddresses(
  db: Db,
  { list, status }: Range,
  { beginning, ...wanted }: Wanted<string> & { beginning: string },
): Promise<Scanned<string>> {
  const within = sql<SqlBool>`subscriber.customer_id = ${list.customer_id}
    and subscriber.email_key < ${beginning + LAST}`;
  // One lower bound: of two, SQLite might begin at the wrong one.
  const from = (key: string | undefined) =>
    sql<SqlBool>`${within} and ${key === undefined ? sql`subscriber.email_key >= ${beginning}` : BY_ADDRESS.after(key)}`;
  const fits = sql<SqlBool>`subscriber.list_id = ${list.id}
    ${status === undefined ? sql`` : sql`and subscriber.status = ${status}`}`;
  return scan(db, BY_ADDRESS, from, fits, wanted);
}

/**
 * @param within what the index answers after a place; `fits`: what else its rows must be
 */
async function scan<K>(
  db: Db,
  order: Order<K>,
  within: (place: K | undefined) => RawBuilder<SqlBool>,
  fits: RawBuilder<SqlBool>,
  { condition, after, limit }: Wanted<K>,
): Promise<Scanned<K>> {
  const began = performance.now();
  const rows: Subscriber[] = [];
  let place = after;
  for (let looked = 0; looked < LOOKED_AT; looked += PIECE) {
    const from = sql`from subscriber where ${within(place)}`;
    const ends = await sql<Pick<Subscriber, 'id' | 'email_key'>>`select id, email_key ${from}
      order by ${order.by} limit 1 offset ${sql.lit(PIECE - 1)}`.execute(db);
    const end = ends.rows[0] && order.placeOf(ends.rows[0]);
    const some =
      await sql<Subscriber>`select subscriber.* ${from} ${end === undefined ? sql`` : sql`and ${order.until(end)}`}
      and ${fits} and ${condition} order by ${order.by} limit ${limit + 1 - rows.length}`.execute(db);
    rows.push(...some.rows);
    if (rows.length > limit) {
      const page = rows.slice(0, limit);
      const lastRow = page.at(-1);
      return { rows: page, next: lastRow && order.placeOf(lastRow) };
    }
    if (end === undefined) return { rows, next: undefined };
    place = end;
    if (performance.now() - began > PATIENCE_MS) break;
  }
  return { rows, next: place };
}
