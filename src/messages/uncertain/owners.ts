// Whose campaigns are, for links and returned mail, which name a campaign and no customer.
import { sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { asksTogether, isSpread } from '../../storage/dialect/spread.ts';
import { ownersNamed } from '../../storage/spread/owners.ts';
import { statement } from '../../storage/statement.ts';

/** This many a process remembers, then it begins anew. */
const MOST = 50_000;
/** Of servers, where asking is a round trip. Whose a campaign is never changes. */
const met = new WeakMap<object, Map<number, number>>();

function metOf(db: Db | Tx): Map<number, number> {
  const store = db.getExecutor().adapter;
  const known = met.get(store);
  if (known && known.size < MOST) return known;
  const made = new Map<number, number>();
  met.set(store, made);
  return made;
}

/** The customers of these campaigns, by campaign; of those that exist, or did a while ago. */
export async function ownersOf(db: Db | Tx, campaignIds: readonly number[]): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map();
  const ids = [...new Set(campaignIds)];
  if (isSpread(db)) return ownersNamed(db, 'campaign', ids);
  const known = asksTogether(db) ? metOf(db) : new Map<number, number>();
  const unmet = ids.filter((id) => !known.has(id));
  const { rows } = unmet.length === 0 ? { rows: [] } : await readOwners(db, { ids: unmet });
  for (const row of rows) known.set(row.id, row.customer_id);
  return new Map(
    ids.flatMap((id) => {
      const owner = known.get(id);
      return owner === undefined ? [] : [[id, owner] as const];
    }),
  );
}

const readOwners = statement<{ ids: readonly number[] }, { id: number; customer_id: number }>(
  (_, { numbers }) => sql`select id, customer_id from campaign where id in ${numbers('ids')}`,
);
