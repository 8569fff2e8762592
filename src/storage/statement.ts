// Statements of the hot paths: built once for each engine and run again with other values. Building costs more than
// running where a statement moves a handful of rows, thousands of times a second.
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { isPostgres, numberSetOf, numbersValue, recordSetOf } from './dialect.ts';
import type { Db, Tx } from './tables.ts';

type Executor = Db | Tx;
type Values = Readonly<Record<string, unknown>>;

/** Where a value comes in. Each kind of place may be used several times. */
export type Places<V extends Values> = {
  /** A number, a text, or null. */
  value(name: keyof V & string): RawBuilder<unknown>;
  /** A list of numbers, to select from. */
  numbers(name: keyof V & string): RawBuilder<number>;
  /** A list of records, to select from; their members by name. */
  records(name: keyof V & string, columns: Readonly<Record<string, 'number' | 'text'>>): RawBuilder<unknown>;
};

/** A parameter that has no value yet. */
class Place {
  readonly name: string;
  readonly encode: (db: Executor, value: unknown) => unknown;

  constructor(name: string, encode: Place['encode']) {
    this.name = name;
    this.encode = encode;
  }
}

/**
 * A statement in two steps: `build` gives its text once for each engine, the function that comes back runs it.
 * @returns runs the statement with values; gives its rows, and how many rows it changed
 */
export function statement<V extends Values, Row = unknown>(
  build: (db: Executor, places: Places<V>) => RawBuilder<unknown>,
): (db: Executor, values: V) => Promise<{ rows: Row[]; changed: number }> {
  const built = new Map<boolean, { text: string; parameters: readonly unknown[] }>();
  return async (db, values) => {
    const engine = isPostgres(db);
    let known = built.get(engine);
    if (!known) {
      const compiled = build(db, placesOf(db)).compile(db);
      known = { text: compiled.sql, parameters: compiled.parameters };
      built.set(engine, known);
    }
    const parameters = known.parameters.map((parameter) =>
      parameter instanceof Place ? parameter.encode(db, values[parameter.name]) : parameter,
    );
    const result = await db.executeQuery<Row>(CompiledQuery.raw(known.text, parameters));
    return { rows: result.rows, changed: Number(result.numAffectedRows ?? 0) };
  };
}

function placesOf<V extends Values>(db: Executor): Places<V> {
  const place = (name: string, encode: Place['encode']) => sql.val(new Place(name, encode));
  return {
    value: (name) => place(name, (_, value) => value),
    numbers: (name) =>
      numberSetOf(
        db,
        place(name, (engine, value) => numbersValue(engine, value as readonly number[])),
      ),
    records: (name, columns) =>
      recordSetOf(
        db,
        place(name, (_, value) => JSON.stringify(value)),
        columns,
      ),
  };
}
