// The counters of campaigns: changed in the transaction that changes the messages, so that statistics always add up.
import { sql } from 'kysely';
import type { Tx } from '../storage/db.ts';
import { statement } from '../storage/statement.ts';
import type { CampaignCounter } from '../storage/tables.ts';

type CounterName = Exclude<keyof CampaignCounter, 'campaign_id' | 'customer_id'>;
export type CounterDelta = Partial<Record<CounterName, number>>;
/** What one transaction changes, by campaign. */
export type CounterDeltas = Map<number, CounterDelta>;

/** Adds `by` to one counter of a campaign. */
export function countInto(deltas: CounterDeltas, campaignId: number, name: CounterName, by = 1): void {
  const delta = deltas.get(campaignId) ?? {};
  delta[name] = (delta[name] ?? 0) + by;
  deltas.set(campaignId, delta);
}

type Adding = ReturnType<typeof statement<Readonly<Record<string, number>>>>;

/** One statement for each combination of counters that is changed together: a handful. */
const adding = new Map<string, Adding>();

/** Writes the changes; always in the order of the campaigns' ids, so that two transactions never wait in a circle. */
export async function addToCounters(tx: Tx, deltas: CounterDeltas): Promise<void> {
  for (const [campaignId, delta] of [...deltas].sort(([a], [b]) => a - b)) {
    const changes = Object.fromEntries(Object.entries(delta).filter(([, by]) => by !== 0));
    const names = Object.keys(changes);
    if (names.length > 0) await addingTo(names)(tx, { ...changes, campaign_id: campaignId });
  }
}

function addingTo(names: readonly string[]): Adding {
  const key = names.join();
  const known = adding.get(key);
  if (known) return known;
  const made: Adding = statement((_, { value }) => {
    const set = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${value(name)}`);
    return sql`update campaign_counter set ${sql.join(set)} where campaign_id = ${value('campaign_id')}`;
  });
  adding.set(key, made);
  return made;
}
