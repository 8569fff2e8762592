// A store that is spread over machines: PostgreSQL with the extension Citus. What a customer has is
// distributed by `customer_id`, so that it lies together on one machine; what all customers share
// and join stands on every machine; the rest is on the coordinator alone.
import { sql } from 'kysely';
import type pg from 'pg';
import { beginTableChanges, noteSpread } from '../dialect/spread.ts';
import type { Db } from '../tables.ts';

/** Small, rarely changed, and joined with what customers have: on every machine. */
const EVERYWHERE = ['customer', 'blob', 'relay', 'suppressed_by_all'];

/**
 * With a customer, and on the coordinator all the same: they are found by a secret, by a person, or
 * by nobody's customer, and no statement joins them with what customers have.
 */
const TOGETHER = ['api_key', 'membership', 'user_session', 'welcome_link', 'inbox_mail', 'look', 'named_owner'];

/** Rows of every customer: the table that the others lie beside. */
const FIRST = 'tally';

/** Within a computing centre a connection takes milliseconds; Citus waits for half a minute. */
const CONNECT_MS = 2_000;
/** The server gives up what it does for a connection that is closed here, after so long. */
const GONE_MS = 2_000;

/** Sets a session up: what waits for a machine that says nothing fails soon. */
export async function setUpSession(client: pg.Client): Promise<void> {
  await client.query(
    `set citus.node_connection_timeout = ${CONNECT_MS}; set client_connection_check_interval = ${GONE_MS}`,
  );
}

/**
 * Asks all machines. @param client a connection that was set up, and asked nothing: one to a
 * machine that it had already would say nothing about the way there
 * @returns the groups (as Citus calls a machine) that do not answer
 */
export async function machinesNotAnswering(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ group: number }>(`select groupid as "group" from pg_dist_node
    where noderole = 'primary' and isactive and groupid <> 0 and not citus_check_connection_to_node(nodename, nodeport)`);
  return rows.map(({ group }) => group);
}

/** Finds out whether the store is to be spread. */
export async function findSpread(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (rows.length > 0) noteSpread(db);
  return rows.length > 0;
}

/**
 * Spreads the tables that are not yet: all of a new store, or those of a migration. Rows that they
 * have move along.
 */
export async function spreadTables(db: Db): Promise<void> {
  if ((await unspread(db)).length === 0) return;
  await db.transaction().execute(async (tx) => {
    await beginTableChanges(tx);
    await sql`lock table migration in exclusive mode`.execute(tx); // another process may be at it
    for (const { name, isShared } of await unspread(tx)) {
      if (isShared) await sql`select create_reference_table(${name}::regclass)`.execute(tx);
      else {
        const beside = name === FIRST ? 'none' : FIRST;
        await sql`select create_distributed_table(${name}::regclass, 'customer_id', colocate_with => ${beside})`.execute(
          tx,
        );
      }
    }
  });
}

/** `refersTo`: the tables that its foreign keys name. */
type Unspread = { name: string; isShared: boolean; refersTo: readonly string[] };

/** In the order in which they may be spread. */
async function unspread(db: Db): Promise<Unspread[]> {
  const { rows } = await sql<{ name: string; is_shared: boolean; refers_to: string[] }>`select relname::text as name,
      relname = any(${EVERYWHERE}::text[]) as is_shared, array(select named.relname::text from pg_constraint
        join pg_class as named on named.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as refers_to
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and (relname = any(${EVERYWHERE}::text[]) or (relname <> all(${TOGETHER}::text[])
        and exists (select 1 from pg_attribute where attrelid = pg_class.oid and attname = 'customer_id' and attnotnull)))
      and not exists (select 1 from pg_dist_partition where logicalrelid = pg_class.oid and (partmethod <> 'n' or repmodel = 't'))
    order by relname <> all(${EVERYWHERE}::text[]), relname <> ${FIRST}, pg_class.oid`.execute(db);
  return referredFirst(
    rows.map(({ name, is_shared, refers_to }) => ({ name, isShared: is_shared, refersTo: refers_to })),
  );
}

/**
 * The tables in their order, but what others refer to before them: a dump makes tables in the order
 * of their names.
 */
export function referredFirst<T extends Pick<Unspread, 'name' | 'refersTo'>>(tables: readonly T[]): T[] {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: T[] = [];
  const add = (table: T) => {
    waiting.delete(table.name);
    for (const name of table.refersTo) {
      const referred = waiting.get(name);
      if (referred) add(referred);
    }
    ordered.push(table);
  };
  for (const table of tables) if (waiting.has(table.name)) add(table);
  return ordered;
}
