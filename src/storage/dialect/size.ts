// How much room a store takes on its disk.
import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Db } from '../tables.ts';

/** Bytes of the file, or of the database on the server. */
export async function storeBytes(db: Db): Promise<number> {
  const size = isPostgres(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await size.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
