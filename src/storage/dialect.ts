// In what the two engines differ, as expressions for statements; dialect/ has what the schema and
// inserts of many rows need. Nobody outside of storage/ asks which engine it is.
import { type Expression, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSpread } from './dialect/spread.ts';
import { storableJson } from './statements/storable-json.ts';
import type { Db } from './tables.ts';

type Executor = Pick<Db, 'getExecutor'>;

/** Whether the store is PostgreSQL (a server or the in-process one); else it is SQLite. */
export function isPostgres(db: Executor): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Over how many rows a sum is spread that many change at once: SQLite's writer is alone. */
export function slotsOf(db: Executor, most: number): number {
  return isPostgres(db) ? most : 1;
}

/** Member `key` of a column that holds a JSON object, as text; null when absent. */
export function jsonText(db: Executor, column: string, key: string): RawBuilder<string | null> {
  return isPostgres(db)
    ? sql<string | null>`(${sql.ref(column)}::jsonb ->> ${sql.lit(key)})`
    : sql<string | null>`(${sql.ref(column)} ->> ${sql.lit(`$."${key}"`)})`;
}

/**
 * Member `key` of a column that holds a JSON object, as number; null when absent. The member must
 * be a number.
 */
export function jsonNumber(db: Executor, column: string, key: string): RawBuilder<number | null> {
  return isPostgres(db)
    ? sql<number | null>`((${sql.ref(column)}::jsonb ->> ${sql.lit(key)})::double precision)`
    : sql<number | null>`(${sql.ref(column)} ->> ${sql.lit(`$."${key}"`)})`;
}

/** Text for comparing by code points, whatever the database's collation. */
export function byCodePoint(db: Executor, text: Expression<string | null>): RawBuilder<string | null> {
  return isPostgres(db) ? sql`(${text} collate "C")` : sql`(${text} collate binary)`;
}

/**
 * Whether a text holds another just as it is. SQLite's LIKE would fold ASCII letters and take
 * U+FFFF for U+FFFD.
 */
export function textHolds(db: Executor, text: Expression<string>, part: string): RawBuilder<SqlBool> {
  return isPostgres(db) ? sql`strpos(${text}, ${part}) > 0` : sql`instr(${text}, ${part}) > 0`;
}

/**
 * On table `subscriber`: its `tokens` hold all or any of these words (`[a-z0-9]` only). Answered
 * from an index on both engines.
 */
export function hasTokens(db: Executor, tokens: readonly string[], how: 'all' | 'any' = 'all'): Expression<SqlBool> {
  if (tokens.some((token) => !/^[a-z0-9]+$/.test(token))) throw new TypeError('a token has letters and digits only');
  if (isPostgres(db)) {
    return sql<SqlBool>`string_to_array(subscriber.tokens collate "C", ' ') ${sql.raw(how === 'all' ? '@>' : '&&')} array[${sql.join(tokens)}]::text[]`;
  }
  return sql<SqlBool>`subscriber.id in (select rowid from subscriber_token where subscriber_token match ${tokens.join(how === 'all' ? ' AND ' : ' OR ')})`;
}

/**
 * A row that is found by its id is the customer's. A plus keeps SQLite from an index that begins
 * with the customer: without statistics it takes a customer to have ten rows, and walks them all.
 */
export function isOwn(db: Executor, column: string, customerId: number | RawBuilder<unknown>): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = ${customerId}`
    : sql<SqlBool>`+${sql.ref(column)} = ${customerId}`;
}

/** Rows of a table with one of these ids, as far as they are the customer's; each is looked up. */
export function areOwn(db: Executor, table: string, customerId: number, ids: readonly number[]): RawBuilder<SqlBool> {
  const own = isOwn(db, `${table}.customer_id`, customerId);
  const id = sql.ref(`${table}.id`);
  // A join with a set PostgreSQL plans badly while a table has no statistics yet.
  return isPostgres(db)
    ? sql<SqlBool>`${own} and ${id} = any(${ids}::bigint[])`
    : sql<SqlBool>`${own} and ${id} in ${numberSet(db, ids)}`;
}

/**
 * `for update skip locked` where several connections claim rows; nothing on SQLite, whose writer is
 * alone.
 */
export function skipLocked(db: Executor): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for update skip locked` : sql``;
}

/**
 * `for update` where others may change the rows meanwhile; nothing on SQLite, whose writer is
 * alone. @param table which of several tables that are joined
 */
export function lockRows(db: Executor, table?: string): RawBuilder<unknown> {
  if (!isPostgres(db)) return sql``;
  return table === undefined ? sql`for update` : sql`for update of ${sql.ref(table)}`;
}

/** `for key share`: nobody deletes the rows until the transaction ends; nothing on SQLite. */
export const keepRows = (db: Executor): RawBuilder<unknown> => (isPostgres(db) ? sql`for key share` : sql``);

/**
 * A list of numbers as one parameter, to select from: `x in (select value from …)`. No limit on its
 * length.
 */
export function numberSet(db: Executor, numbers: readonly number[]): RawBuilder<number> {
  return numberSetOf(db, sql.val(numbersValue(db, numbers)));
}

/** What `numberSetOf` takes as its parameter's value. */
export function numbersValue(db: Executor, numbers: readonly number[]): unknown {
  return isPostgres(db) ? numbers : JSON.stringify(numbers);
}

/** The set for a parameter that is given later (statement.ts). */
export function numberSetOf(db: Executor, parameter: RawBuilder<unknown>): RawBuilder<number> {
  // PostgreSQL knows the length of an array when it plans, of JSON it guesses 100: with a guess it
  // scans tables.
  return isPostgres(db)
    ? sql<number>`(select unnest(${parameter}::bigint[]) as value)`
    : sql<number>`(select value from json_each(${parameter}))`;
}

/**
 * Whether one statement can change several tables (`with … as (update … returning …)`), and each
 * costs a round trip.
 */
export function allAtOnce(db: Executor): boolean {
  return isPostgres(db);
}

/**
 * Whether a statement that was given up may be carried out later all the same: a server that was
 * cut off does; SQLite's statements end before their call does.
 */
export function mayArriveLate(db: Executor): boolean {
  return isPostgres(db);
}

/**
 * `for key share`: holds a row against its removal, not against other changes; nothing on SQLite,
 * whose writer is alone.
 */
export function keepRow(db: Executor): RawBuilder<unknown> {
  return isPostgres(db) ? sql`for key share` : sql``;
}

/** A record of a set: numbers and texts; a missing member is null. */
export type SetRecord<Name extends string> = { readonly [name in Name]?: number | string | null };

/**
 * Records as one parameter, to select from: `from recordSet(…) as r`. A missing member is null. No
 * limit on their number.
 */
export function recordSet<Name extends string>(
  db: Executor,
  records: readonly SetRecord<Name>[],
  columns: Readonly<Record<Name, 'number' | 'text'>>,
): RawBuilder<unknown> {
  const customer = customerOf(db, records);
  return recordSetOf(
    db,
    sql.val(storableJson(records)),
    columns,
    customer === undefined ? undefined : sql.val(customer),
  );
}

/**
 * The customer of records on a store that is spread, where a statement is about one customer, and
 * must say so outside of them; undefined on any other.
 * @throws when they are of several, as such a statement cannot run there
 */
export function customerOf(
  db: Executor,
  records: readonly { readonly customer?: unknown }[],
): number | null | undefined {
  if (!isSpread(db)) return undefined;
  const customers = new Set(records.map(({ customer }) => customer));
  if (customers.size > 1) throw new TypeError('a statement is about records of several customers');
  const [customer = null] = customers as Set<number | undefined>;
  return customer;
}

/**
 * The set for a parameter that is given later as JSON text (statement.ts). `customer`: what all
 * records have in column `customer`, instead of what they say.
 */
export function recordSetOf(
  db: Executor,
  parameter: RawBuilder<unknown>,
  columns: Readonly<Record<string, 'number' | 'text'>>,
  customer?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const names = Object.entries<'number' | 'text'>(columns);
  if (isPostgres(db)) {
    const types = names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type === 'number' ? 'bigint' : 'text')}`);
    // PostgreSQL guesses a hundred records, and then rather reads a table of some pages than probes
    // its index a hundred times; those pages fill with dead rows long before it plans again. The
    // condition is true of every record, and makes it expect one.
    const first = sql.ref(`x.${names[0]?.[0]}`);
    const members = names.map(([name]) =>
      name === 'customer' && customer ? sql`cast(${customer} as bigint) as customer` : sql.ref(`x.${name}`),
    );
    return sql`(select ${sql.join(members)} from json_to_recordset(${parameter}::json) as x(${sql.join(types)})
      where ${first} is not distinct from ${first})`;
  }
  const members = names.map(([name]) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`);
  return sql`(select ${sql.join(members)} from json_each(${parameter}))`;
}

/** Whether the store has a clock of its own: a server's may be on another machine. */
export const hasOwnClock = (db: Executor): boolean => isPostgres(db);

/** The store's own clock in milliseconds: one clock for all nodes, however theirs differ. */
export function storeNow(db: Executor): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/**
 * Words that are the same as long as the store is, and differ when another one is in its place: the
 * cluster, its timeline (a standby that was promoted, a backup that was rolled forward), the table
 * (a dump that was loaded). The most telling first; a server may refuse them to its users. A file
 * has none that a copy of it would not have too.
 */
export function storeIdentities(db: Executor): RawBuilder<string>[] {
  if (!isPostgres(db)) return [sql<string>`'file'`];
  const timeline = sql`left(pg_walfile_name(pg_current_wal_lsn()), 8)`;
  const table = sql`('message'::regclass::oid)::text`;
  return [
    sql<string>`((select system_identifier from pg_control_system())::text || ' ' || ${timeline} || ' ' || ${table})`,
    sql<string>`(${timeline} || ' ' || ${table})`,
    sql<string>`${table}`,
  ];
}

/**
 * Whether another store can take the place of this one while it is open: a standby that is
 * promoted.
 */
export function canBeReplaced(db: Executor): boolean {
  return isPostgres(db);
}

/** Whether the store's own tools make its backups, and not the command `backup`. */
export const backsUpItself = (db: Executor): boolean => isPostgres(db);

/**
 * 1 when the store acknowledges what a synchronous standby has too, as its settings say; else 0.
 */
export function isSynchronous(db: Executor): RawBuilder<number> {
  if (!isPostgres(db)) return sql<number>`0`;
  return sql<number>`case when current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') in ('on', 'remote_write', 'remote_apply') then 1 else 0 end`;
}

/**
 * A list of texts as one parameter, to select from: `x in (select value from …)`. No limit on its
 * length.
 */
export function textSet(db: Executor, texts: readonly string[]): RawBuilder<string> {
  const text = storableJson(texts);
  return isPostgres(db)
    ? sql<string>`(select value from json_array_elements_text(${text}::json))`
    : sql<string>`(select value from json_each(${text}))`;
}

/**
 * Whether a text column is one of many texts, given as one parameter without limit on their number;
 * looked up in an index.
 */
export function isOneOf(db: Executor, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  // PostgreSQL plans a join with a set of unknown size badly while a table has no statistics yet.
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in ${textSet(db, texts)}`;
}

/** What follows the first `@` of an address. */
export function domainOf(db: Executor, column: string): RawBuilder<string> {
  const address = sql.ref(column);
  return isPostgres(db)
    ? sql<string>`substr(${address}, strpos(${address}, '@') + 1)`
    : sql<string>`substr(${address}, instr(${address}, '@') + 1)`;
}
