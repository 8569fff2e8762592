// Statements of the hot paths: built once for each engine and run again with other values. For a
// statement that changes a handful of rows thousands of times a second, building costs more than
// running.
import { type Compilable, CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSpread } from './dialect/spread.ts';
import { customerOf, isPostgres, numberSet, numberSetOf, numbersValue, recordSetOf } from './dialect.ts';
import { isRead, unsynced } from './sqlite/queries.ts';
import { constantsInText } from './statements/constants.ts';
import { type PackedPart, type PackedShape, packingOf } from './statements/packed.ts';
import { storableJson } from './statements/storable-json.ts';
import type { Db, Tx } from './tables.ts';

type Executor = Db | Tx;
export type Values = Readonly<Record<string, unknown>>;

/** The places of values in a statement's text. Each may be used several times. */
export type Places<V extends Values> = {
  /** A number, a text, or null. */
  value(name: keyof V & string): RawBuilder<unknown>;
  /** A list of numbers, for a `from` clause. */
  numbers(name: keyof V & string): RawBuilder<number>;
  /** A list of records, for a `from` clause; their members by name. */
  records(name: keyof V & string, columns: Readonly<Record<string, 'number' | 'text'>>): RawBuilder<unknown>;
  /** The same on one server, where all but `own` members say the same of many records. */
  packed(name: keyof V & string, shape: PackedShape): RawBuilder<unknown>;
};

/** Texts, which several statements may share, and the names under which a server keeps plans. */
const names = new Map<string, string>();

/** The name of a prepared statement; undefined for any other. */
export function nameOfStatement(text: string): string | undefined {
  return names.get(text);
}

/** In which form a store takes statements: a text is built once for each. */
type Form = 'sqlite' | 'postgres' | 'spread';

const formOf = (db: Executor): Form => (isSpread(db) ? 'spread' : isPostgres(db) ? 'postgres' : 'sqlite');

/** A parameter without a value yet. */
export class Place {
  readonly name: string;
  readonly encode: (db: Executor, value: unknown) => unknown;

  constructor(name: string, encode: Place['encode']) {
    this.name = name;
    this.encode = encode;
  }
}

/**
 * A prepared statement: `build` makes its text once for each engine.
 * @param isOnce a server gets a value once that stands in several places; it has one type then, and
 * no text of the statement may have a dollar sign
 * @returns a function that runs the statement with values and returns its rows, and how many rows
 * it changed
 */
export function statement<V extends Values, Row = unknown>(
  build: (db: Executor, places: Places<V>) => { compile(db: Executor): CompiledQuery },
  { isOnce = false }: { isOnce?: boolean } = {},
): (db: Executor, values: V) => Promise<{ rows: Row[]; changed: number }> {
  const built: { [form in Form]?: Built } = {};
  const builtFor = (db: Executor, form: Form): Built => {
    let known = built[form];
    if (!known) {
      const written = db.withPlugin(constantsInText((value) => value instanceof Place));
      const compiled = build(written, placesOf(db)).compile(written);
      const { text, parameters } =
        isOnce && form !== 'sqlite' ? sentOnce(compiled) : { text: compiled.sql, parameters: compiled.parameters };
      known = { text, parameters, isRead: isRead(text) };
      built[form] = known;
      if (!names.has(known.text)) names.set(known.text, `mailwright ${names.size + 1}`);
    }
    return known;
  };
  return async (db, values) => {
    const run = atOnce.get(db); // of a SQLite store only
    const known = builtFor(db, run ? 'sqlite' : formOf(db));
    const parameters: unknown[] = [];
    for (const place of known.parameters) {
      parameters.push(place instanceof Place ? place.encode(db, values[place.name]) : place);
    }
    const done = run?.(known, parameters);
    if (done) return { rows: done.rows as Row[], changed: done.changed };
    const result = await db.executeQuery<Row>(CompiledQuery.raw(known.text, parameters));
    return { rows: result.rows, changed: Number(result.numAffectedRows ?? 0) };
  };
}

/** A value that stands in several places of a server's statement is sent once. */
function sentOnce({ sql: text, parameters }: CompiledQuery): Pick<Built, 'text' | 'parameters'> {
  const sent: unknown[] = [];
  const numbers = parameters.map((parameter) => {
    const known = parameter instanceof Place ? sent.indexOf(parameter) : -1;
    return known === -1 ? sent.push(parameter) : known + 1;
  });
  return { text: text.replaceAll(/\$(\d+)/g, (_, number) => `$${numbers[Number(number) - 1]}`), parameters: sent };
}

/** A statement's text in one form, with the places of its values. */
type Built = { text: string; parameters: readonly unknown[]; isRead: boolean };

type ReadAtOnce = (parameters: readonly unknown[]) => unknown[];
type Done = { rows: unknown[]; changed: number };

/**
 * Runs a statement on a store within the process; undefined for a change outside of a transaction,
 * which waits for its turn.
 */
type RunAtOnce = (statement: Built, parameters: readonly unknown[]) => Done | undefined;

const atOnce = new WeakMap<Executor, RunAtOnce>();

/** What the driver of a store within the process does past the query builder. */
type DirectDriver = {
  /** Prepares a query, to be run outside of transactions. */
  query(text: string): ReadAtOnce;
  /** Has queries that `read` begins see the store at one moment. */
  atOneMoment<T>(read: () => T): T;
  /** Runs a statement within the transaction that writes now. */
  runInTransaction(text: string, parameters: readonly unknown[]): Done;
};

const direct = new WeakMap<Executor, DirectDriver>();

/** Has several prepared queries, all begun at once, read a SQLite store at one moment. */
export function readAtOneMoment<T>(db: Executor, read: () => T): T {
  const driver = direct.get(db);
  return driver ? driver.atOneMoment(read) : read();
}

/**
 * Prepared statements of a store go to its driver directly: the way there through the query builder
 * costs more than many of them.
 */
export function runAtOnce(db: Db, driver: DirectDriver): void {
  direct.set(db, driver);
  const prepared = new WeakMap<Built, ReadAtOnce>();
  atOnce.set(db, (query, parameters) => {
    if (!query.isRead) return undefined;
    let read = prepared.get(query);
    if (!read) {
      read = driver.query(query.text);
      prepared.set(query, read);
    }
    return { rows: read(parameters), changed: 0 };
  });
}

/** The work of a transaction of a store, whose prepared statements are run in that way. */
export function atOnceIn<T>(db: Db, work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
  const driver = direct.get(db);
  if (!driver) return work;
  return async (tx) => {
    atOnce.set(tx, ({ text }, parameters) => driver.runInTransaction(text, parameters));
    try {
      return await work(tx);
    } finally {
      atOnce.delete(tx); // what comes too late is refused by the query builder
    }
  };
}

/** The place of a value in a query; it may be used several times. */
export type ValuePlace<V extends Values> = <K extends keyof V & string>(name: K) => RawBuilder<V[K]>;

/**
 * A prepared query, written with the query builder: `build` makes its text once for each engine.
 * @returns a function that runs the query with values and returns its rows
 */
export function reading<V extends Values, Row>(
  build: (db: Db, value: ValuePlace<V>) => Compilable<Row>,
): (db: Executor, values: V) => Promise<Row[]> {
  const read = statement<V, Row>((db, { value }) => ({
    compile: () => build(db, value as ValuePlace<V>).compile(),
  }));
  return async (db, values) => (await read(db, values)).rows;
}

/**
 * Records as statements take them: on a store that is spread each customer's by themselves, in the
 * order of customers.
 */
export function byCustomer<R>(
  db: Executor,
  records: readonly R[],
  customerOf = (record: R) => (record as { customer?: number }).customer ?? 0,
): readonly (readonly R[])[] {
  if (!isSpread(db)) return [records];
  const groups = [...Map.groupBy(records, customerOf)].sort(([a], [b]) => a - b);
  return groups.map(([, some]) => some);
}

/**
 * A condition: a column has one of the customers of one such part. One alone is named by `=`: what
 * locks or changes rows a spread store takes with that only.
 */
export function ofCustomers(db: Executor, column: string, ids: readonly number[]): RawBuilder<SqlBool> {
  const [first, ...others] = ids;
  return others.length === 0
    ? sql<SqlBool>`${sql.ref(column)} = ${first}`
    : sql<SqlBool>`${sql.ref(column)} in ${numberSet(db, ids)}`;
}

function placesOf<V extends Values>(db: Executor): Places<V> {
  const place = (name: string, encode: Place['encode']) => sql.val(new Place(name, encode));
  const values = new Map<string, RawBuilder<unknown>>();
  const customer = (name: string) =>
    place(name, (engine, value) => customerOf(engine, value as readonly { customer?: unknown }[]));
  return {
    value(name) {
      const known = values.get(name) ?? place(name, (_, value) => value);
      values.set(name, known);
      return known;
    },
    numbers: (name) =>
      numberSetOf(
        db,
        place(name, (engine, value) => numbersValue(engine, value as readonly number[])),
      ),
    records: (name, columns) =>
      recordSetOf(
        db,
        place(name, (_, value) => storableJson(value)),
        columns,
        'customer' in columns && isSpread(db) ? customer(name) : undefined,
      ),
    packed(name, shape) {
      const packing = packingOf(shape);
      const part = (which: PackedPart) =>
        place(name, (_, value) => packing.part(value as readonly Readonly<Record<string, unknown>>[], which));
      return packing.set(part);
    },
  };
}

/** An insert that can tell something of each row. */
type Insertion = { compile(): CompiledQuery; returning(told: ReturnType<RawBuilder<unknown>['as']>): Insertion };

/** Read when the statement's own transaction is committed; true: for that transaction alone. */
const WITHOUT_WAITING = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Inserts without waiting for the disk: what was written is seen by everybody and survives the end
 * of the process; a machine that loses its power in the next moments may lose it.
 */
export async function runUnsynced(db: Db, query: Insertion): Promise<void> {
  if (!isPostgres(db)) await db.executeQuery(unsynced(query.compile()));
  // on a store that is spread another machine would evaluate it
  else if (!isSpread(db)) await db.executeQuery(query.returning(WITHOUT_WAITING.as('unsynced')).compile());
  else {
    await db.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx);
      await tx.executeQuery(query.compile());
    });
  }
}
