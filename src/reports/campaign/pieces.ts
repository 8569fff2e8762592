// Reads the rows of a campaign in pieces, in the order of a key.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';

/** The campaign whose rows are read. */
export type Of = Pick<Campaign, 'id' | 'customer_id'>;

/** Rows of one statement: some milliseconds on SQLite, where it holds up everything else. */
export const PIECE = 2_000;
/** The same of a statement that reads one table alone. */
export const LIGHT_PIECE = 5_000;

/** Tables with rows of campaigns, and the key that they are read by. */
const KEYS = {
  open: 'id',
  click: 'id',
  unsubscribe: 'id',
  bounce: 'id',
  response: 'subscriber_id',
  message: 'subscriber_id',
  work: 'subscriber_id',
} as const;
type TableName = keyof typeof KEYS;

type PieceOptions = { after: number; columns: RawBuilder<unknown>; which?: RawBuilder<unknown>; limit?: number };

/** The next rows of a table after a key, with `columns` and the key as `k`. */
export function pieceOf(
  table: TableName,
  { id, customer_id }: Of,
  { after, columns, which = sql``, limit = PIECE }: PieceOptions,
): RawBuilder<unknown> {
  const key = sql.ref(KEYS[table]);
  return sql`select ${key} as k, ${columns} from ${sql.table(table)}
    where customer_id = ${customer_id} and campaign_id = ${id} and ${key} > ${after} ${which} order by ${key} limit ${sql.lit(limit)}`;
}

/** Runs a statement about a piece, whose rows it groups. */
export async function rowsOf<Row>(db: Db, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await statement.execute(db)).rows as Row[];
}
