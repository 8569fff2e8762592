// A store whose disk is full, or becomes so, on both engines: SQLite may take no more pages; on
// PostgreSQL a trigger raises what the server says then.
import { sql } from 'kysely';
import type { Db } from '../../src/storage/db.ts';
import { isPostgres } from '../../src/storage/dialect.ts';

/** What a subscriber with 250 characters in a field takes, with all that is written beside. */
const BYTES_A_SUBSCRIBER = 1_500;
/** The largest number of pages that SQLite knows. */
const NO_LIMIT = 4_294_967_294;

/**
 * Fills the disk up but for some subscribers, whose number is exact on PostgreSQL only.
 * @param table on PostgreSQL, the one that takes no more rows
 * @returns what makes room again
 */
export async function fillAfter(
  db: Db,
  subscribers: number,
  table: 'subscriber' | 'keyed_request' | 'job_piece' = 'subscriber',
): Promise<() => Promise<void>> {
  if (!isPostgres(db)) {
    const { page_count: pages, page_size: size } = await row<{ page_count: number; page_size: number }>(
      db,
      'select page_count, page_size from pragma_page_count, pragma_page_size',
    );
    await limitPages(db, pages + Math.ceil((subscribers * BYTES_A_SUBSCRIBER) / size));
    return () => limitPages(db, NO_LIMIT);
  }
  const { n } = await row<{ n: string }>(db, `select count(*) as n from ${table}`);
  await sql
    .raw(
      `create function full_disk() returns trigger language plpgsql as $$ begin
         if (select count(*) from ${table}) >= ${Number(n) + subscribers} then
           raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
         end if;
         return null;
       end $$`,
    )
    .execute(db);
  await sql.raw(`create trigger full_disk after insert or update on ${table} execute function full_disk()`).execute(db);
  return async () => {
    await sql.raw(`drop trigger full_disk on ${table}`).execute(db);
    await sql.raw('drop function full_disk').execute(db);
  };
}

async function row<T>(db: Db, text: string): Promise<T> {
  return (await sql.raw<T>(text).execute(db)).rows[0] as T;
}

/** Of the connection that writes. */
async function limitPages(db: Db, pages: number): Promise<void> {
  await db.connection().execute((one) => sql.raw(`pragma max_page_count = ${pages}`).execute(one));
}
