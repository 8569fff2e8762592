// How much room a store takes on its disk, and whether it is whole there.
import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { lookForDamage } from '../sqlite/damage.ts';
import type { Db } from '../tables.ts';
import { isSpread } from './spread.ts';

/** Bytes of the file, or of the database on the server; one that is spread: on all that answer. */
export async function storeBytes(db: Db): Promise<number> {
  const { rows } = await sizeText(db).execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

function sizeText(db: Db): RawBuilder<{ bytes: number }> {
  const onServer = 'select pg_database_size(current_database()) as bytes';
  if (isSpread(db))
    return sql`select sum(result::bigint) as bytes from run_command_on_all_nodes(${sql.lit(onServer)}) where success`;
  if (isPostgres(db)) return sql.raw(onServer);
  return sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
}

/**
 * Lines about damage in a file, a few at most; undefined on a server, which sees to that. The whole
 * file is read, by a thread of its own: the caller's goes on.
 */
export async function findDamage(db: Db): Promise<string[] | undefined> {
  if (isPostgres(db)) return undefined;
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return lookForDamage(rows[0]?.file ?? '');
}
