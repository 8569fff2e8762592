// Counts and removes all that a customer has in a table.
import { type RawBuilder, sql } from 'kysely';
import { dropUnused } from '../blobs.ts';
import { useOneConnectionEach } from '../dialect/spread.ts';
import { isOwn } from '../dialect.ts';
import { followKeys } from '../moving/rows.ts';
import type { Db, Tx } from '../tables.ts';
import type { CustomerTable } from './tables.ts';

/** How many rows of a table are the customer's. */
export async function countRowsOf(db: Db, { name }: Pick<CustomerTable, 'name'>, customerId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}
    where customer_id = ${customerId}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** The key of the last row that was removed, without the customer. */
export type Position = readonly unknown[];

/** `next`: where to go on; undefined: all are gone. */
type Removed = { rows: number; next: Position | undefined };

/**
 * Removes up to `limit` of the customer's rows of a table, with the stored bytes that only these
 * refer to.
 * @param after the position of those before: a server that began with the first key again would
 * walk over all that it has removed and not yet cleared away
 */
export async function removeRowsOf(
  tx: Tx,
  table: CustomerTable,
  customerId: number,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<Removed> {
  if (table.hasBlobs) await useOneConnectionEach(tx); // bytes are on every machine
  const isByKey = table.key[0] === 'customer_id';
  const some = isByKey
    ? await rangeOf(tx, table, customerId, { after, limit })
    : someById(tx, table, customerId, limit);
  const rows = await remove(tx, table, some.where);
  return { rows, next: isByKey ? some.last : rows < limit ? undefined : [] };
}

async function remove(tx: Tx, { name, hasBlobs }: CustomerTable, where: RawBuilder<unknown>): Promise<number> {
  const text = sql`delete from ${sql.table(name)} where ${where}`;
  if (!hasBlobs) return Number((await text.execute(tx)).numAffectedRows ?? 0n);
  const { rows } = await sql<{ hash: string }>`${text} returning hash`.execute(tx);
  await dropUnused(
    tx,
    rows.map(({ hash }) => hash),
  );
  return rows.length;
}

type Some = { where: RawBuilder<unknown>; last?: Position | undefined };

/**
 * Rows in the order of the key, as a range of it: whatever a server guesses about its tables, it
 * finds a range by the index.
 */
async function rangeOf(
  tx: Tx,
  { name, key }: CustomerTable,
  customerId: number,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<Some> {
  const own = sql`customer_id = ${customerId}`;
  const rest = key.slice(1);
  if (rest.length === 0) return { where: own };
  await followKeys(tx);
  const columns = sql.join(rest.map((column) => sql.ref(column)));
  const further = after ? sql`${own} and (${columns}) > (${sql.join(after)})` : own;
  const { rows } = await sql<Record<string, unknown>>`select ${columns} from ${sql.table(name)} where ${further}
    order by ${columns} limit 1 offset ${limit - 1}`.execute(tx);
  const last = rows[0] && rest.map((column) => rows[0]?.[column]);
  return { where: last ? sql`${further} and (${columns}) <= (${sql.join(last)})` : further, last };
}

/** Tables whose key does not begin with the customer have an id. */
function someById(tx: Tx, { name, key }: CustomerTable, customerId: number, limit: number): Some {
  const [id = '', ...more] = key;
  if (more.length > 0) throw new TypeError(`the key of table ${name} has several columns, and not the customer first`);
  const where = sql`${isOwn(tx, 'customer_id', customerId)} and ${sql.ref(id)} in (select ${sql.ref(id)}
    from ${sql.table(name)} where customer_id = ${customerId} limit ${limit})`;
  return { where };
}
