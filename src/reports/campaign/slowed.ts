// The receivers that a campaign is sent to slower than it could, because they refused.
import { sql } from 'kysely';
import { parsedRelays } from '../../campaigns/rules.ts';
import { listVisibleRelays } from '../../relays/queries.ts';
import type { Db } from '../../storage/db.ts';
import { byCodePoint } from '../../storage/dialect.ts';
import type { Destination } from '../../storage/tables/delivery.ts';
import type { Campaign } from '../../storage/tables.ts';

/** Receivers that one answer names. */
const MOST = 200;

/** The relay of the configuration, or the test inbox. */
const CONFIGURED = { id: 0, number: 0, name: null };

/** `relay`: the name of the delivery server; null: that of the configuration. */
export type SlowedRow = Destination & { relay: string | null };

/** What is slowed or parked at the relays that a campaign may use, by relay and name. */
export async function slowedFor(
  db: Db,
  { customer_id, relay_numbers }: Pick<Campaign, 'customer_id' | 'relay_numbers'>,
): Promise<SlowedRow[]> {
  const pinned = parsedRelays(relay_numbers);
  const relays = [CONFIGURED, ...(await listVisibleRelays(db, customer_id))];
  const usable = relays.filter(({ number }) => pinned?.includes(number) ?? true);
  const names = new Map(usable.map(({ id, name }) => [id, name]));
  if (names.size === 0) return [];
  const rows = await db
    .selectFrom('destination')
    .selectAll()
    .where('relay_id', 'in', [...names.keys()])
    .orderBy('relay_id')
    .orderBy(byCodePoint(db, sql.ref<string>('name')))
    .limit(MOST)
    .execute();
  return rows.map((row) => ({ ...row, relay: names.get(row.relay_id) ?? null }));
}
