// Reads pages of a table's rows in the order of its key, and writes them, as fast as each engine
// can. Values are numbers, texts, bytes and null; lists of ids are texts, `[1,2]`.
import { CompiledQuery } from 'kysely';
import { isSpread } from '../dialect/spread.ts';
import { isPostgres } from '../dialect.ts';
import { runForEach } from '../sqlite/queries.ts';
import type { Db, Tx } from '../tables.ts';
import type { Column, Table } from './catalogue.ts';

export type Value = number | string | Uint8Array | null;
export type RowValues = Value[];

/** A place in a table: the key of a row. */
export type KeyValues = readonly Value[];

/**
 * Rows that belong to their store: secrets are rows on PostgreSQL, and files beside a SQLite store.
 */
const NOT_MOVED: Readonly<Record<string, string>> = { setting: "name not in ('secret', 'secret-former')" };

/**
 * For a transaction that reads pages: each begins at its place in the key's index. A server looks
 * at the key's first column alone to guess how many rows come after a place; with one customer it
 * expects none, and would read and sort all that are left in a table's parts for every page.
 */
export async function followKeys(tx: Tx): Promise<void> {
  if (isPostgres(tx)) await tx.executeQuery(CompiledQuery.raw('set local enable_sort = off'));
}

/**
 * The rows of a table after one, as values in the order of its columns. On a server within a
 * transaction that follows keys.
 */
export async function readPage(
  db: Db,
  table: Table,
  after: KeyValues | undefined,
  limit: number,
): Promise<{ rows: RowValues[]; last: KeyValues | undefined }> {
  const found =
    isSpread(db) && table.key[0] === CUSTOMER
      ? await readByCustomer(db, table, after, limit)
      : await readNext(db, table, { after: after ?? [], limit });
  const names = table.columns.map(({ name }) => name);
  const last = found.at(-1);
  return {
    rows: found.map((row) => names.map((name) => row[name] ?? null)),
    last: last && table.key.map((name) => last[name] ?? null),
  };
}

type NamedRow = Record<string, Value>;
const CUSTOMER = 'customer_id';

/**
 * The same rows in the same order, first those of one customer, then of two, four and so on until
 * the page is full: asked for those of all, each part of a table that is spread would read a whole
 * page.
 */
async function readByCustomer(db: Db, table: Table, place: KeyValues | undefined, limit: number): Promise<NamedRow[]> {
  const [last, ...after] = place ?? [];
  const rows =
    after.length > 0
      ? await readNext(db, table, { customers: { from: Number(last), upto: Number(last) }, after, limit })
      : [];
  let upto = last === undefined ? undefined : Number(last);
  for (let width = 1; rows.length < limit; width *= 2) {
    const from = await nextCustomer(db, table, upto);
    if (from === undefined) break;
    upto = from + width - 1;
    rows.push(...(await readNext(db, table, { customers: { from, upto }, after: [], limit: limit - rows.length })));
  }
  return rows;
}

async function nextCustomer(db: Db, { name }: Table, before: number | undefined): Promise<number | undefined> {
  const [where, values] = before === undefined ? ['', []] : [` where ${CUSTOMER} > $1`, [before]];
  const text = `select min(${CUSTOMER}) as next from ${quoted(name)}${where}`;
  const { rows } = await db.executeQuery<{ next: number | null }>(CompiledQuery.raw(text, values));
  const next = rows[0]?.next ?? undefined;
  return next === undefined ? undefined : Number(next);
}

/** `customers`: of these alone. `after`: the place, of which the one customer is left out. */
type Next = { customers?: { from: number; upto: number }; after: KeyValues; limit: number };

async function readNext(db: Db, table: Table, { customers, after, limit }: Next): Promise<NamedRow[]> {
  const values: unknown[] = [];
  const place = (value: unknown) => {
    const n = values.push(value);
    return isPostgres(db) ? `$${n}` : '?';
  };
  const key = (customers ? table.key.slice(1) : table.key).map(quoted);
  const columns = table.columns.map(({ name, kind }) =>
    kind === 'ids' && isPostgres(db) ? `to_json(${quoted(name)})::text as ${quoted(name)}` : quoted(name),
  );
  const conditions = [
    ...(customers ? [amongCustomers(customers, place)] : []),
    ...(after.length > 0 ? [`(${key.join(', ')}) > (${after.map(place).join(', ')})`] : []),
    ...notMoved(table),
  ];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const order = table.key.map(quoted).join(', ');
  const text = `select ${columns.join(', ')} from ${quoted(table.name)} ${where} order by ${order} limit ${place(limit)}`;
  return (await db.executeQuery<NamedRow>(CompiledQuery.raw(text, values))).rows;
}

/** One customer is looked up on its machine alone. */
function amongCustomers({ from, upto }: { from: number; upto: number }, place: (value: unknown) => string): string {
  if (from === upto) return `${CUSTOMER} = ${place(from)}`;
  return `${CUSTOMER} between ${place(from)} and ${place(upto)}`;
}

const notMoved = ({ name }: Table) => Object.entries(NOT_MOVED).flatMap(([of, text]) => (of === name ? [text] : []));

export async function countRows(db: Db, table: Table): Promise<number> {
  const where = notMoved(table).map((text) => ` where ${text}`);
  const text = `select count(*) as n from ${quoted(table.name)}${where.join('')}`;
  const { rows } = await db.executeQuery<{ n: number }>(CompiledQuery.raw(text));
  return Number(rows[0]?.n ?? 0);
}

/** Writes rows; none of them may be there. */
export async function insertPage(tx: Tx, table: Table, rows: readonly RowValues[]): Promise<void> {
  if (rows.length === 0) return;
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const into = `insert into ${quoted(table.name)} (${names})`;
  if (!isPostgres(tx)) {
    await tx.executeQuery(runForEach(`${into} values (${table.columns.map(() => '?').join(', ')})`, rows));
    return;
  }
  const arrays = table.columns.map(({ kind }, n) => `$${n + 1}::${kind === 'number' ? 'bigint' : 'text'}[]`);
  const given = table.columns.map((_, n) => `c${n}`);
  const values = table.columns.map(({ kind }, n) => {
    if (kind === 'bytes') return `decode(c${n}, 'hex')`;
    return kind === 'ids' ? `translate(c${n}, '[]', '{}')::bigint[]` : `c${n}`;
  });
  const text = `${into} select ${values.join(', ')} from unnest(${arrays.join(', ')}) as given (${given.join(', ')})`;
  const sent = table.columns.map((column, n) => arrayText(column, rows, n));
  await tx.executeQuery(CompiledQuery.raw(text, sent));
}

/** A column of rows as the text of an array. */
function arrayText({ kind }: Column, rows: readonly RowValues[], place: number): string {
  const items = rows.map((row) => {
    const value = row[place] ?? null;
    if (value === null) return 'NULL';
    if (kind === 'number') return value as number;
    if (kind === 'bytes') return `"${Buffer.from(value as Uint8Array).toString('hex')}"`;
    return `"${String(value).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${items.join(',')}}`;
}

const quoted = (name: string) => `"${name}"`;
