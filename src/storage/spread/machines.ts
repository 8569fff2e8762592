// Machines of a store that is spread which do not answer. Nobody asks for that while everything
// works: a statement that failed for it has them asked, and then again until all answer.
import { sql } from 'kysely';
import type { Db, Tx } from '../tables.ts';

const ASK_AGAIN_MS = 2_000;

/** When a statement failed for a machine; of this thread, which has one store. */
let troubledAt = Number.NEGATIVE_INFINITY;

/** Notes an error of a statement, whatever it is. */
export function noteTrouble(error: unknown): void {
  const message = error instanceof Error ? error.message : '';
  if (/remote node|connection to .* (failed|lost)|terminating connection|server closed/i.test(message))
    troubledAt = performance.now();
}

type Known = { at: number; down: Promise<number[]> };
const known = new WeakMap<object, Known>();

/** The groups (as Citus calls a machine) that do not answer. */
export async function machinesDown(db: Db | Tx): Promise<number[]> {
  const store = db.getExecutor().adapter;
  const before = known.get(store);
  if (!before || before.at < troubledAt) {
    if (troubledAt === Number.NEGATIVE_INFINITY) return [];
    return ask(db, store);
  }
  const down = await before.down;
  return down.length > 0 && performance.now() - before.at >= ASK_AGAIN_MS ? ask(db, store) : down;
}

function ask(db: Db | Tx, store: object): Promise<number[]> {
  const down = sql<{ group: number }>`select groupid as "group" from pg_dist_node
    where noderole = 'primary' and isactive and groupid <> 0 and not citus_check_connection_to_node(nodename, nodeport)`
    .execute(db)
    .then(({ rows }) => rows.map(({ group }) => group));
  known.set(store, { at: performance.now(), down });
  down.catch(() => known.delete(store));
  return down;
}

/** Those of the customers whose rows are on one of these machines. */
export async function onMachines(
  db: Db | Tx,
  customers: readonly number[],
  groups: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from unnest(${customers}::bigint[]) as listed(id)
    where (select groupid from pg_dist_placement
      where shardid = get_shard_id_for_distribution_column('tally', listed.id) limit 1) = any(${groups}::int[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
