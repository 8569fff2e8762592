// The receivers that a campaign is sent to slower than it could, because they refused.
import { parsedRelays } from '../../campaigns/rules.ts';
import { listVisibleRelays } from '../../relays/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Destination } from '../../storage/tables/delivery.ts';
import type { Campaign } from '../../storage/tables.ts';

/** Receivers that one answer names. */
const MOST = 200;

/** The relay of the configuration, or the test inbox. */
const CONFIGURED = { id: 0, number: 0 };

/** What is slowed or parked at the relays that a campaign may use, by relay and name. */
export async function slowedFor(
  db: Db,
  { customer_id, relay_numbers }: Pick<Campaign, 'customer_id' | 'relay_numbers'>,
): Promise<Destination[]> {
  const pinned = parsedRelays(relay_numbers);
  const relays = [CONFIGURED, ...(await listVisibleRelays(db, customer_id))];
  const ids = relays.filter(({ number }) => pinned?.includes(number) ?? true).map(({ id }) => id);
  if (ids.length === 0) return [];
  return db
    .selectFrom('destination')
    .selectAll()
    .where('relay_id', 'in', ids)
    .orderBy('relay_id')
    .orderBy('name')
    .limit(MOST)
    .execute();
}
