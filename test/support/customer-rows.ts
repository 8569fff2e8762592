// Rows of a customer in every table that has any, and all that a store has of a customer.
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../src/storage/db.ts';
import { isPostgres } from '../../src/storage/dialect.ts';
import { type Column, listTables } from '../../src/storage/moving/catalogue.ts';
import { insertPage, readPage, type Value } from '../../src/storage/moving/rows.ts';
import { listCustomerTables } from '../../src/storage/removing/tables.ts';

/** Columns that the program reads on its way, and those that refer to something else. */
const FIXED: Readonly<Record<string, Value>> = { in_flight: '[]', level: 0, is_operator: 0, size: 1 };

/**
 * Writes some rows of a customer into every table that has a column `customer_id`. Their numbers
 * are `from` and those after it, which are also those of what they refer to; texts have `uid`.
 */
export async function fillTables(
  db: Db,
  { customerId, uid, from, count = 3 }: { customerId: number; uid: string; from: number; count?: number },
): Promise<void> {
  const tables = new Map((await listTables(db)).map((table) => [table.name, table]));
  const numbers = Array.from({ length: count }, (_, n) => from + n);
  const owned = (await listCustomerTables(db)).reverse().flatMap(({ name }) => tables.get(name) ?? []);
  const others = ['blob', 'user_account', 'relay_usage', 'destination'].flatMap((name) => tables.get(name) ?? []);
  await inTransaction(db, async (tx) => {
    for (const table of [...others, ...owned]) {
      const lone = table.key.length === 1 && table.key[0] === 'customer_id'; // one row a customer
      for (const n of lone ? numbers.slice(0, 1) : numbers) {
        const row = table.columns.map((column) => valueFor(column, { customerId, uid, n }));
        await insertPage(tx, table, [row]);
      }
    }
    if (isPostgres(tx)) return;
    await sql`insert into subscriber_token (rowid, tokens) select id, tokens from subscriber
      where customer_id = ${customerId}`.execute(tx);
  });
}

function valueFor(column: Column, { customerId, uid, n }: { customerId: number; uid: string; n: number }): Value {
  if (column.name === 'customer_id') return customerId;
  const fixed = FIXED[column.name];
  if (fixed !== undefined) return fixed;
  if (column.kind === 'number') return n;
  if (column.kind === 'bytes') return Buffer.from(`${uid} ${n}`);
  if (column.kind === 'ids') return `[${n}]`;
  return `${uid} ${n}`;
}

/** All rows of a store, by table, that are a customer's by number or have its uid in a text. */
export async function rowsWith(
  db: Db,
  { customerId, uid }: { customerId: number; uid: string },
): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>();
  for (const table of await listTables(db)) {
    const { rows } = await inTransaction(db, (tx) => readPage(tx, table, undefined, 100_000));
    const owner = table.columns.findIndex(({ name }) => name === 'customer_id');
    const own = rows.filter(
      (row) => Number(row[owner] ?? -1) === customerId || row.some((value) => textIn(value).includes(uid)),
    );
    if (own.length > 0) found.set(table.name, own);
  }
  return found;
}

const textIn = (value: Value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value));
