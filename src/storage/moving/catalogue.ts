// The tables of a store as its engine's catalogue has them, so that a new table moves along by
// itself.
import { CompiledQuery } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db } from '../tables.ts';

/** What a column holds; `ids`: a list of numbers, which SQLite keeps as a text (id-lists.ts). */
export type Kind = 'number' | 'text' | 'bytes' | 'ids';

export type Column = { name: string; kind: Kind };

/** A table whose rows are moved; `key`: the columns by which the engine that is read finds them. */
export type Table = { name: string; columns: readonly Column[]; key: readonly string[] };

/** What is of the store itself: each is made with its own. */
const OWN = new Set(['migration', 'high_water', 'move']);

const KINDS: Readonly<Record<string, Kind>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'text',
  bytea: 'bytes',
  _int8: 'ids',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  blob: 'bytes',
};

const OF_POSTGRES = `select tab.relname::text as name, att.attname::text as "column", typ.typname::text as type,
    coalesce(array_position(string_to_array(ind.indkey::text, ' ')::int[], att.attnum::int), 0) as place
  from pg_class as tab join pg_attribute as att on att.attrelid = tab.oid and att.attnum > 0 and not att.attisdropped
    join pg_type as typ on typ.oid = att.atttypid
    left join pg_index as ind on ind.indrelid = tab.oid and ind.indisprimary
  where tab.relnamespace = current_schema()::regnamespace and tab.relkind in ('r', 'p') and not tab.relispartition
  order by 1, 2`;

const OF_SQLITE = `select tab.name, col.name as "column", col.type, col.pk as place
  from pragma_table_list as tab cross join pragma_table_xinfo(tab.name) as col
  where tab.schema = 'main' and tab.type = 'table' and tab.name not like 'sqlite%' order by 1, 2`;

type Row = { name: string; column: string; type: string; place: number };

/** All tables with rows to move, by name; their columns are in the order of their names. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(isPostgres(db) ? OF_POSTGRES : OF_SQLITE));
  const names = [...new Set(rows.map(({ name }) => name))].filter((name) => !OWN.has(name)).sort();
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name);
    const columns = own.map(({ column, type }) => ({ name: column, kind: kindOf(name, column, type) }));
    const inKey = own.filter(({ place }) => Number(place) > 0).sort((a, b) => Number(a.place) - Number(b.place));
    if (inKey.length === 0) throw new TypeError(`table ${name} has no primary key`);
    return {
      name,
      columns: columns.sort((a, b) => (a.name < b.name ? -1 : 1)),
      key: inKey.map(({ column }) => column),
    };
  });
}

function kindOf(table: string, column: string, type: string): Kind {
  const kind = KINDS[type.toLowerCase()];
  if (kind === undefined) throw new TypeError(`column ${column} of ${table} has a type that nobody moves: ${type}`);
  return kind;
}

/**
 * The tables of a store with the kinds that the columns have in another one too.
 * @throws TypeError when they do not have the same tables and columns
 */
export function tablesOfBoth(tables: readonly Table[], others: readonly Table[]): Table[] {
  const columnsOf = (some: readonly Table[]) =>
    some.map(({ name, columns }) => `${name}: ${columns.map((column) => column.name).join(', ')}`).join('; ');
  if (columnsOf(tables) !== columnsOf(others)) throw new TypeError('the stores have different tables');
  return tables.map((table, n) => ({
    ...table,
    columns: table.columns.map((column, place) => {
      const other = others[n]?.columns[place]?.kind;
      return other === 'ids' ? { ...column, kind: other } : column;
    }),
  }));
}
