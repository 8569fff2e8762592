// On a store that is spread: whose something is that a link or a returned mail names by a number of
// its own. All machines are asked for it once; then a small table on the coordinator knows it, and
// each process those that it met. It never changes.
import { sql } from 'kysely';
import { isSpread } from '../dialect/spread.ts';
import { isOneOf, recordSet } from '../dialect.ts';
import type { Db, Tx } from '../tables.ts';
import { type CustomerFilter, isAmong, reachableCustomers } from './customers-to-poll.ts';

/** What is named: a campaign by its number or uid, a link, a list by its uid. */
export type Named = 'campaign' | 'campaign-uid' | 'link' | 'list-uid';

const TABLES = {
  campaign: ['campaign', 'id'],
  'campaign-uid': ['campaign', 'uid'],
  link: ['campaign_link', 'id'],
  'list-uid': ['list', 'uid'],
} as const satisfies Record<Named, readonly [string, string]>;

/** This many a process remembers, then it begins anew. */
const MOST = 50_000;
const met = new WeakMap<object, Map<string, number>>();

function metOf(db: Db | Tx): Map<string, number> {
  const store = db.getExecutor().adapter;
  const known = met.get(store);
  if (known && known.size < MOST) return known;
  const made = new Map<string, number>();
  met.set(store, made);
  return made;
}

const nameOf = (what: Named, which: number | string) => `${what} ${which}`;

/** The customers whose these are, by number or uid; of those that exist. */
export async function ownersNamed<W extends number | string>(
  db: Db | Tx,
  what: Named,
  which: readonly W[],
): Promise<Map<W, number>> {
  const known = metOf(db);
  const unmet = () => [...new Set(which)].filter((one) => !known.has(nameOf(what, one)));
  const asked = unmet();
  if (asked.length > 0) {
    const rows = await db
      .selectFrom('named_owner')
      .select(['name', 'customer_id'])
      .where(
        isOneOf(
          db,
          'name',
          asked.map((one) => nameOf(what, one)),
        ),
      )
      .execute();
    for (const { name, customer_id } of rows) known.set(name, customer_id);
  }
  const unknown = unmet();
  if (unknown.length > 0) await noteOwners(db, what, await ownersOfUnknown(db, what, unknown));
  return new Map(
    which.flatMap((one) => {
      const owner = known.get(nameOf(what, one));
      return owner === undefined ? [] : [[one, owner] as const];
    }),
  );
}

/** Whose it is, as `among` takes it: undefined where the store is one. */
export async function ownerNamed(db: Db | Tx, what: Named, which: number | string): Promise<CustomerFilter> {
  return isSpread(db) ? [...(await ownersNamed(db, what, [which])).values()] : undefined;
}

/** Notes whose these are, so that nobody has to ask. */
export async function noteOwners(
  db: Db | Tx,
  what: Named,
  owners: ReadonlyMap<number | string, number>,
): Promise<void> {
  if (!isSpread(db)) return;
  const known = metOf(db);
  const records = [...owners].flatMap(([which, customer]) => {
    const name = nameOf(what, which);
    return known.has(name) ? [] : [{ name, owner: customer }];
  });
  if (records.length === 0) return;
  await sql`insert into named_owner (name, customer_id)
    select r.name, r.owner from ${recordSet(db, records, { name: 'text', owner: 'number' })} as r
    where true on conflict (name) do nothing`.execute(db);
  for (const { name, owner } of records) known.set(name, owner);
}

/**
 * While a machine does not answer, the others are asked first. What none of them knows may be on
 * that machine, so that asking fails then: nobody may take it for something that does not exist.
 */
async function ownersOfUnknown(db: Db | Tx, what: Named, which: readonly (number | string)[]) {
  const those = await reachableCustomers(db);
  const found = await ownersByAsking(db, what, which, those);
  return those === undefined || found.size === which.length ? found : ownersByAsking(db, what, which, undefined);
}

async function ownersByAsking(
  db: Db | Tx,
  what: Named,
  which: readonly (number | string)[],
  customers: CustomerFilter,
): Promise<Map<number | string, number>> {
  const [table, column] = TABLES[what];
  const those = typeof which[0] === 'number' ? sql`${which}::bigint[]` : sql`${which}::text[]`;
  const { rows } = await sql<{
    which: number | string;
    customer_id: number;
  }>`select ${sql.ref(column)} as which, customer_id
    from ${sql.table(table)} where ${sql.ref(column)} = any(${those})
      and ${isAmong(customers, 'customer_id')}`.execute(db);
  return new Map(rows.map((row) => [row.which, row.customer_id]));
}
