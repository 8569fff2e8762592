// Changes that belong together, in several tables. On a server they are one statement, as each is a
// round trip; in a file, and where the store is spread, they are run one after the other.
import { type RawBuilder, sql } from 'kysely';
import { type Places, statement } from '../statement.ts';
import type { Tx } from '../tables.ts';
import { asksTogether } from './spread.ts';

type Values = Readonly<Record<string, unknown>>;
/** The text of a change. None may depend on what another change of the same statement writes. */
export type Change<V extends Values> = (places: Places<V>) => RawBuilder<unknown>;

/**
 * A prepared statement of several changes.
 * @returns a function that makes them, and returns what the last one tells (`returning`)
 */
export function together<V extends Values, Row>(changes: readonly Change<V>[]): (tx: Tx, values: V) => Promise<Row[]> {
  const one = statement<V, Row>((_, places) => {
    const texts = changes.map((change) => change(places));
    const others = texts.slice(0, -1).map((text, i) => sql`${sql.ref(`change_${i + 1}`)} as (${text})`);
    return others.length === 0 ? sql`${texts[0]}` : sql`with ${sql.join(others)} ${texts.at(-1)}`;
  });
  const each = changes.map((change) => statement<V, Row>((_, places) => change(places)));
  return async (tx, values) => {
    if (asksTogether(tx)) return (await one(tx, values)).rows;
    let rows: Row[] = [];
    for (const run of each) ({ rows } = await run(tx, values));
    return rows;
  };
}
