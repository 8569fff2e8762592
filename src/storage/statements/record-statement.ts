// Prepared statements about many records.
import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { runForEach } from '../sqlite/queries.ts';
import { byCustomer, Place, type Places, statement, type Values } from '../statement.ts';
import type { Tx } from '../tables.ts';
import type { PackedShape } from './packed.ts';

/** The places of records in a statement, and the clause that brings the records in. */
export type RecordPlaces<V extends Values, R extends Values> = Pick<Places<V>, 'value'> & {
  member(name: keyof R & string): RawBuilder<unknown>;
  /** ` from … as r`, or empty where each record is a run of its own. */
  from: RawBuilder<unknown>;
  /** The records alone, for a `using` clause; undefined where each is a run of its own. */
  set: RawBuilder<unknown> | undefined;
};

/** The members of records. */
export type RecordShape<R extends Values> = Readonly<Record<keyof R & string, 'number' | 'text'>>;

/**
 * The places of records inside of a statement for all of them; `name` is the value with the
 * records.
 */
export function recordPlaces<V extends Values, R extends Values>(
  name: keyof V & string,
  shape: RecordShape<R>,
  { value, records }: Places<V>,
): RecordPlaces<V, R> {
  return placesIn(records(name, shape), value);
}

/** The same with records that are packed. */
export function packedPlaces<V extends Values, R extends Values>(
  name: keyof V & string,
  shape: PackedShape,
  { value, packed }: Places<V>,
): RecordPlaces<V, R> {
  return placesIn(packed(name, shape), value);
}

function placesIn<V extends Values, R extends Values>(
  set: RawBuilder<unknown>,
  value: Places<V>['value'],
): RecordPlaces<V, R> {
  return { value, member: (member) => sql.ref(`r.${member}`), from: sql`from ${set} as r`, set };
}

/** What a statement about records gives of each that changed a row. */
export type Told<R extends Values, Row> = {
  /** Behind `returning`, where one statement is for all records. */
  returning: RawBuilder<unknown>;
  /** The same from the record, where each is a run of its own. */
  rowOf(record: R): Row;
};

/**
 * A statement about many records. On PostgreSQL one statement handles them all, since each costs a
 * round trip; on SQLite it is run for each record, since a set of records would be walked anew for
 * each row, and `returning` would make a table for each run, which costs more than the change.
 * @param build text without `returning`; it changes one row of a record at most
 * @returns a function that runs it inside of a transaction and returns what is `told` of the
 * records that changed something
 */
export function recordStatement<V extends Values, R extends Values, Row = unknown>(
  shape: RecordShape<R>,
  build: (db: Tx, places: RecordPlaces<V, R>) => RawBuilder<unknown>,
  told?: Told<R, Row>,
): (tx: Tx, values: V, records: readonly R[]) => Promise<Row[]> {
  type Together = V & { records: readonly R[] };
  const together = statement<Together, Row>((db, places) => {
    const text = build(db as Tx, recordPlaces<Together, R>('records', shape, places));
    return told ? sql`${text} returning ${told.returning}` : text;
  });
  let text: { sql: string; names: readonly string[] } | undefined;
  return async (tx, values, records) => {
    if (records.length === 0) return [];
    if (isPostgres(tx)) {
      const rows: Row[] = [];
      for (const some of byCustomer(tx, records)) rows.push(...(await together(tx, { ...values, records: some })).rows);
      return rows;
    }
    if (!text) {
      const place = (name: string) => sql.val(new Place(name, (_, value) => value));
      const compiled = build(tx, { value: place, member: place, from: sql``, set: undefined }).compile(tx);
      text = { sql: compiled.sql, names: compiled.parameters.map((parameter) => (parameter as Place).name) };
    }
    const { names } = text;
    const sets = records.map((record) => names.map((name) => (name in shape ? record[name] : values[name]) ?? null));
    const { rows: changed } = await tx.executeQuery<{ set: number }>(runForEach(text.sql, sets));
    return told ? changed.flatMap(({ set }) => (records[set] ? [told.rowOf(records[set])] : [])) : [];
  };
}

/**
 * A question about many records, as recordStatement.
 * @param condition what is asked of a record
 * @returns a function that gives the records of which it is true, inside of a transaction
 */
export function recordsWhere<V extends Values, R extends Values>(
  shape: RecordShape<R>,
  condition: (places: Pick<RecordPlaces<V, R>, 'member' | 'value'>) => RawBuilder<unknown>,
): (tx: Tx, values: V, records: readonly R[]) => Promise<R[]> {
  const together = statement<V & { records: readonly R[] }, R>((_, places) => {
    const { from, ...of } = recordPlaces<V & { records: readonly R[] }, R>('records', shape, places);
    return sql`select r.* ${from} where ${condition(of)}`;
  });
  const each = recordStatement<V, R, R>(shape, (_, places) => sql`select 1 where ${condition(places)}`, {
    returning: sql``,
    rowOf: (record) => record,
  });
  return async (tx, values, records) => {
    if (records.length === 0) return [];
    if (!isPostgres(tx)) return each(tx, values, records);
    const found: R[] = [];
    for (const some of byCustomer(tx, records)) found.push(...(await together(tx, { ...values, records: some })).rows);
    return found;
  };
}
