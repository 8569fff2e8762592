// The counters of campaigns. They change in the transaction that changes the messages, so that
// statistics always add up. The counters of one campaign are spread over several rows (slots),
// created when needed and folded from time to time; a reader gets their sum.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { WRITERS } from '../coordination/lease.ts';
import type { Db, Tx } from '../storage/db.ts';
import { isSpread } from '../storage/dialect/spread.ts';
import { slotsOf } from '../storage/dialect.ts';
import { statement } from '../storage/statement.ts';
import type { CampaignCounter } from '../storage/tables.ts';

export const COUNTERS = [
  'audience',
  'accepted',
  'rejected',
  'uncertain',
  'skipped',
  'left_unconfirmed',
  'left_unsubscribed',
  'left_blacklisted',
  'left_suppressed',
  'left_segment',
  'left_duplicate',
  'left_other',
  'opens',
  'unique_opens',
  'clicks',
  'unique_clicks',
  'unsubscribes',
  'complaints',
  'hard_bounces',
  'soft_bounces',
  'internal_bounces',
  'filtered_opens',
  'filtered_unique_opens',
  'filtered_clicks',
  'filtered_unique_clicks',
] as const satisfies readonly (keyof CampaignCounter)[];
export type CounterName = (typeof COUNTERS)[number];
export type CounterDelta = Partial<Record<CounterName, number>>;
export type CampaignKey = { readonly customerId: number; readonly campaignId: number };
/** The changes of one transaction, by the campaign's id. */
export type CounterDeltas = Map<number, { of: CampaignKey; delta: CounterDelta }>;

/** How many subscribers were left out when the audience was frozen, by reason. */
export const leftOutOf = (counters: CampaignCounter) => ({
  unconfirmed: counters.left_unconfirmed,
  unsubscribed: counters.left_unsubscribed,
  blacklisted: counters.left_blacklisted,
  suppressed: counters.left_suppressed,
  segment: counters.left_segment,
  duplicate: counters.left_duplicate,
  other: counters.left_other,
});

/** Adds `by` to one counter of a campaign. */
export function countInto(deltas: CounterDeltas, of: CampaignKey, name: CounterName, by = 1): void {
  const delta = deltas.get(of.campaignId)?.delta ?? {};
  delta[name] = (delta[name] ?? 0) + by;
  deltas.set(of.campaignId, { of, delta });
}

type AddStatement = ReturnType<typeof statement<Readonly<Record<string, number>>>>;

/** One statement for each combination of counters that change together: a handful. */
const adding = new Map<string, AddStatement>();

/**
 * Writes the changes, always in the order of campaign ids, so that two transactions never deadlock.
 * @param slot a worker's (slotFor), so that workers do not wait for each other; absent: anybody
 * else's
 */
export async function addToCounters(tx: Tx, deltas: CounterDeltas, slot = OTHERS): Promise<void> {
  for (const [, { of, delta }] of [...deltas].sort(([a], [b]) => a - b)) await addToCounter(tx, of, delta, slot);
}

/** Adds to counters of one campaign. @param slot as addToCounters */
export async function addToCounter(
  tx: Tx,
  { customerId, campaignId }: CampaignKey,
  delta: CounterDelta,
  slot = OTHERS,
): Promise<void> {
  const changes = Object.fromEntries(Object.entries(delta).filter(([, by]) => by !== 0));
  const names = Object.keys(changes);
  if (names.length === 0) return;
  await addingTo(names)(tx, {
    ...changes,
    customer_id: customerId,
    campaign_id: campaignId,
    slot,
  });
}

/** The slot of all that are no worker. */
const OTHERS = 0;

/** After how many turns a worker's slot is another one. */
const TURNS = 128;

/**
 * The slot of a worker, which no other one has (coordination/lease.ts): the same for some turns,
 * then another, of which there are no former versions yet. PostgreSQL keeps those as long as
 * anybody has a snapshot, and each change would pass over all of them. A campaign has rows only for
 * those that wrote. On a store that is spread it stays the same, as folding would ask more machines
 * than that of the customer.
 * @param n the number of the turn
 */
export function slotFor(db: Db | Tx, leaseId: number, n = 0): number {
  const slots = slotsOf(db, WRITERS);
  if (slots === 1) return OTHERS;
  return (leaseId % slots) + (isSpread(db) ? 0 : slots * Math.floor(n / TURNS));
}

/**
 * Adds what campaigns have in one slot of a worker to another, its first one, and removes it there.
 * Without that they have a row more, and the same sums.
 */
export async function foldSlot(
  db: Db,
  { slot, first }: { slot: number; first: number },
  campaigns: readonly CampaignKey[],
): Promise<void> {
  const records = campaigns.map(({ customerId, campaignId }) => ({ customer: customerId, campaign: campaignId }));
  await fold(db, { campaigns: records, first, slot });
}

const fold = statement<{ campaigns: readonly Record<'customer' | 'campaign', number>[]; first: number; slot: number }>(
  (_, { records, value }) => {
    const columns = sql.join(COUNTERS.map((name) => sql.ref(name)));
    return sql`with gone as (delete from campaign_counter
        using ${records('campaigns', { customer: 'number', campaign: 'number' })} as r
        where campaign_counter.customer_id = r.customer and campaign_counter.campaign_id = r.campaign
          and campaign_counter.slot = ${value('slot')} returning campaign_counter.*)
      insert into campaign_counter (customer_id, campaign_id, slot, ${columns})
      select customer_id, campaign_id, cast(${value('first')} as bigint), ${columns} from gone
      on conflict (customer_id, campaign_id, slot) do update set ${addedTo(COUNTERS)}`;
  },
);

function addingTo(names: readonly string[]): AddStatement {
  const key = names.join();
  const known = adding.get(key);
  if (known) return known;
  const made: AddStatement = statement((_, { value }) => {
    const columns = names.map((name) => sql.ref(name));
    const values = names.map((name) => sql`cast(${value(name)} as bigint)`);
    return sql`insert into campaign_counter (customer_id, campaign_id, slot, ${sql.join(columns)})
      select customer_id, id, cast(${value('slot')} as bigint), ${sql.join(values)} from campaign
      where customer_id = ${value('customer_id')} and id = ${value('campaign_id')}
      on conflict (customer_id, campaign_id, slot) do update set ${addedTo(names)}`;
  });
  adding.set(key, made);
  return made;
}

/**
 * For `on conflict (customer_id, campaign_id, slot) do update set`: the stored value plus the new
 * one.
 */
export function addedTo(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    names.map((name) => sql`${sql.ref(name)} = campaign_counter.${sql.ref(name)} + excluded.${sql.ref(name)}`),
  );
}

const countersOf = (customer: number | RawBuilder<unknown>) => sql`campaign_counter
  where campaign_counter.customer_id = ${customer} and campaign_counter.campaign_id = campaign.id`;

/** One counter of a customer's campaign, for statements with a row of table `campaign`. */
export function counterOf(name: CounterName, customer: number | RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(${sql.ref(name)}), 0) from ${countersOf(customer)})`;
}

/**
 * Whether each message of the audience has ended, for statements with a row of table `campaign` of
 * a customer.
 * @param among the customers that the statement looks at, where it looks at several: on a store
 * that is spread no others' counters are asked for
 */
export const hasEnded = (
  customer: number | RawBuilder<unknown>,
  among = sql<SqlBool>`1 = 1`,
): RawBuilder<SqlBool> => sql<SqlBool>`(
  select coalesce(sum(audience - accepted - rejected - uncertain - skipped), 0) from ${countersOf(customer)}
    and ${among}) = 0`;

/** The counters of a campaign. */
export async function findCounters(db: Db | Tx, customerId: number, campaignId: number): Promise<CampaignCounter> {
  const { rows } = await readCounters(db, { customer_id: customerId, campaign_id: campaignId });
  return countersIn(rows[0], { customerId, campaignId });
}

/** The counters in the sums of a campaign's slots: null, or no row, where it has none yet. */
export function countersIn(
  sums: Partial<Record<CounterName, number | null>> | undefined,
  { customerId, campaignId }: CampaignKey,
): CampaignCounter {
  const counters = { customer_id: customerId, campaign_id: campaignId } as CampaignCounter;
  for (const name of COUNTERS) counters[name] = Number(sums?.[name] ?? 0);
  return counters;
}

const readCounters = statement<{ customer_id: number; campaign_id: number }, Partial<CampaignCounter>>(
  (_, { value }) => {
    const sums = COUNTERS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`);
    return sql`select ${sql.join(sums)} from campaign_counter
    where customer_id = ${value('customer_id')} and campaign_id = ${value('campaign_id')}`;
  },
);
