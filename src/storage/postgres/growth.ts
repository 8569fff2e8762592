// Keeps what a server knows of its tables close to what is in them. It plans by figures that it
// takes by itself once a minute at most; a campaign's start adds a hundred thousand rows before
// that, and without figures an index of a whole campaign seems as good to it as the one of a row.
import type pg from 'pg';

const LOOK_MS = 2_000;
/** So few rows change nothing that matters. */
const ROWS = 2_000;

/**
 * Fixed-width and indexed columns alone: with long texts that nothing looks up by, and the index of
 * words, analyzing would take four times as long. The server does these by itself.
 */
const COLUMNS = `select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
  where a.attrelid = s.relid and a.attnum > 0 and not a.attisdropped
    and (a.attlen > 0 or a.attnum in (select unnest(i.indkey) from pg_index i where i.indrelid = s.relid))`;
const GROWN = `select format('%I.%I', s.schemaname, s.relname) || coalesce(' (' || (${COLUMNS}) || ')', '') as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.schemaname = current_schema() and s.n_live_tup > 2 * greatest(c.reltuples, ${ROWS / 2})`;

/**
 * Watches the work of a process by how many rows its statements returned or changed. When those are
 * many, tables that have come to hold more than twice the rows that the server knows of are
 * analyzed; plans that were made before are made anew by that. A table of a million rows is
 * analyzed ten times while it grows, some 0.2 s each.
 * @returns to be told of rows; a fault of the look is left to the statements after it
 */
export function watchGrowth(connect: () => Promise<pg.PoolClient>): (rows: number) => void {
  let seen = 0;
  let lookedAt = performance.now();
  let isLooking = false;

  async function look(): Promise<void> {
    const client = await connect();
    try {
      const { rows } = await client.query<{ name: string }>(GROWN);
      // Another process may be at it.
      for (const { name } of rows) await client.query(`analyze (skip_locked) ${name}`);
    } finally {
      client.release();
    }
  }

  return (rows) => {
    seen += rows;
    if (seen < ROWS || isLooking || performance.now() - lookedAt < LOOK_MS) return;
    seen = 0;
    isLooking = true;
    look()
      .catch(() => undefined)
      .finally(() => {
        lookedAt = performance.now();
        isLooking = false;
      });
  };
}
