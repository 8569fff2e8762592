// Machines of a store that is spread which do not answer. Whoever is about to ask several machines
// asks for that first, unless it was asked a moment ago; so does whoever waits for long.
import { sql } from 'kysely';
import { isSpread } from '../dialect/spread.ts';
import type { Db, Tx } from '../tables.ts';

/** How long it is taken for true that all answer, unless a statement fails. */
const ALL_MS = 5_000;
/** And that some do not. */
const SOME_MS = 2_000;

/** What is known of the machines of a store. */
export type Machines = {
  /** Notes an error of a statement, whatever it is. */
  noteTrouble(error: unknown): void;
  /**
   * The groups (as Citus calls a machine) that do not answer. Asks the machines when that is not
   * known; as long as some do not answer it waits for no further answer.
   */
  down(): Promise<readonly number[]>;
  /** The same as far as is known: asks nothing while all answer. */
  knownDown(): readonly number[];
  /** The same, asked anew unless that was done a moment ago. */
  look(): Promise<readonly number[]>;
};

/** @param ask all of them, for the groups that do not answer */
export function openMachines(ask: () => Promise<readonly number[]>): Machines {
  let [troubledAt, askedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let known: readonly number[] = [];
  let asking: Promise<readonly number[]> | undefined;

  function look(): Promise<readonly number[]> {
    if (asking) return asking;
    if (performance.now() - askedAt < SOME_MS && troubledAt < askedAt) return Promise.resolve(known);
    askedAt = performance.now();
    const running = ask()
      .then((down) => {
        known = down;
        return down;
      })
      .finally(() => {
        asking = undefined;
      });
    asking = running;
    return running;
  }

  function knownDown(): readonly number[] {
    const age = performance.now() - askedAt;
    if (known.length > 0 && age >= SOME_MS) look().catch(() => undefined); // who asks next hears of it
    return known;
  }

  return {
    noteTrouble(error) {
      const message = error instanceof Error ? error.message : '';
      if (/remote node|connection to .* (failed|lost)|terminating connection|server closed/i.test(message))
        troubledAt = performance.now();
    },
    async down() {
      const age = performance.now() - askedAt;
      if (known.length === 0) return troubledAt > askedAt || age >= ALL_MS || asking ? look() : known;
      return knownDown();
    },
    knownDown,
    look,
  };
}

const byStore = new WeakMap<object, Machines>();

const storeOf = (db: Db | Tx): object => db.getExecutor().adapter; // the same for its transactions

/** Call once when a store is opened. */
export function setMachines(db: Db, machines: Machines): void {
  byStore.set(storeOf(db), machines);
}

/** The groups that do not answer. */
export async function machinesDown(db: Db | Tx): Promise<readonly number[]> {
  return (await byStore.get(storeOf(db))?.down()) ?? [];
}

/** How many are known to not answer; for who asks often, as it asks no machine while all answer. */
export const countKnownDown = (db: Db): number => byStore.get(storeOf(db))?.knownDown().length ?? 0;

/** Those that do not answer, as `host:port`. */
export async function silentMachines(db: Db): Promise<string[]> {
  const down = isSpread(db) ? await machinesDown(db) : [];
  if (down.length === 0) return [];
  const { rows } = await sql<{ at: string }>`select nodename || ':' || nodeport as at from pg_dist_node
    where noderole = 'primary' and groupid = any(${down}::int[]) order by nodename, nodeport`.execute(db);
  return rows.map(({ at }) => at);
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
