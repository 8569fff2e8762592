// Statements about the progress of a campaign's delivery. Counts come from the counters; how many
// of the open messages are claimed, in flight or deferred comes from their rows, and the rest is
// pending.
import { type RawBuilder, sql } from 'kysely';
import { findRefusal, findSettingsInForce } from '../../relays/in-force.ts';
import { hasRelays } from '../../relays/queries.ts';
import { findConfiguredFault } from '../../relays/usable.ts';
import type { Db } from '../../storage/db.ts';
import { storeNow } from '../../storage/dialect.ts';
import { groupedIdsIn, idsIn } from '../../storage/id-lists.ts';
import type { Campaign, CampaignCounter, MessageState } from '../../storage/tables.ts';
import { COUNTERS, counterOf } from '../counters.ts';
import { parsedRelays } from '../rules.ts';

/** Messages of a campaign by state. */
export type StateCounts = Record<MessageState, number>;

/**
 * Counts a campaign's messages by state, exactly and as of one moment; their sum is the audience.
 */
export async function countStates(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
): Promise<StateCounts & { counters: CampaignCounter }> {
  const row = await findStates(db, campaign);
  const counts = Object.fromEntries(COUNTERS.map((name) => [name, Number(row[name])]));
  const counters = { customer_id: campaign.customer_id, campaign_id: campaign.id, ...counts } as CampaignCounter;
  const { audience, accepted, rejected, uncertain, skipped } = counters;
  const [deferred, in_flight, claimed] = [Number(row.deferred), Number(row.in_flight), Number(row.claimed)];
  const pending = audience - accepted - rejected - uncertain - skipped - deferred - in_flight - claimed;
  return { pending, claimed, in_flight, deferred, accepted, rejected, uncertain, skipped, counters };
}

/**
 * One statement, so that all of it is of one moment. Claimed messages are counted from the few
 * batches that workers have.
 */
function findStates(db: Db, campaign: Pick<Campaign, 'id' | 'customer_id'>) {
  const customer = campaign.customer_id;
  const of = (table: string) => sql`${sql.raw(table)}.customer_id = ${customer}
    and ${sql.raw(table)}.campaign_id = campaign.id`;
  const has = (table: string) => sql`exists (select 1 from ${sql.raw(table)} as known where ${of('known')}
    and known.subscriber_id = listed.value limit 1 offset 0)`;
  // Its rows of work are read once. What was in flight in a lost worker counts as pending.
  const count = (which: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${which})`;
  const alive = sql`(select lease_id from worker_hold where customer_id = ${customer})`;
  const held = sql<{ deferred: number; in_flight: number; claimed: number }>`(select
      ${count(sql`state = 'deferred' and lease_id is null`)} as deferred,
      ${count(sql`state = 'in_flight' and lease_id in ${alive}`)} as in_flight,
      ${count(sql`state = 'claimed' and lease_id is not null`)} as claimed
    from work where customer_id = ${customer} and campaign_id = ${campaign.id})`.as<'held'>('held');
  const { from, number, id } = groupedIdsIn(db, 'worker_turn.in_flight', 3); // messages/turn/in-flight.ts
  const flying = sql`(select ${id} as subscriber_id from worker_turn, ${from}
    where worker_turn.customer_id = ${customer} and ${number(0)} = ${campaign.id}) as flying`;
  const members = sql`(select count(*) from batch, ${idsIn(db, 'batch.ids')} where ${of('batch')}
    and batch.lease_id is not null and not ${has('work')} and not ${has('message')}
    and listed.value not in (select subscriber_id from ${flying}))`;
  return db
    .selectFrom(['campaign', held])
    .select(COUNTERS.map((name) => counterOf(name, customer).as(name)))
    .select(['held.deferred', sql<number>`held.in_flight + (select count(*) from ${flying})`.as('in_flight')])
    .select([sql<number>`held.claimed + ${members}`.as('claimed')])
    .where('campaign.customer_id', '=', campaign.customer_id)
    .where('campaign.id', '=', campaign.id)
    .executeTakeFirstOrThrow();
}

/** The deferred message that is tried next: when (ms), and why it was deferred. */
export function nextDeferred(db: Db, { id, customer_id }: Pick<Campaign, 'id' | 'customer_id'>) {
  return db
    .selectFrom('work')
    .select(['state', 'next_attempt_at', 'reason', 'detail', 'reply'])
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', id)
    .where('lease_id', 'is', null)
    .where('state', '=', 'deferred')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
}

/** What a campaign needs in order to be sent. `relays` are those in the store that it may use. */
export type SendingConditions = {
  isListActive: boolean;
  isCustomerActive: boolean;
  hasWorker: boolean;
  /** Why the last worker that asked may not send; undefined when none asked lately. */
  refusal: string | undefined;
  /**
   * Whether the store has any relays, even if none for this customer: then nothing goes to the test
   * inbox.
   */
  hasRelays: boolean;
  /** Whether the relay of the configuration is in force. */
  hasConfigured: boolean;
  /** Why it cannot be used, if so. */
  configuredFault?: { name: string; fault: string } | undefined;
  relays: { name: string; fault: string | null }[];
  /** Numbers of the relays that the campaign is pinned to, if it is. */
  pinned?: readonly number[] | undefined;
};

/** Reads the conditions: a handful of rows. */
export async function findSendingConditions(
  db: Db,
  { customer_id, list_id, relay_numbers }: Pick<Campaign, 'customer_id' | 'list_id' | 'relay_numbers'>,
): Promise<SendingConditions> {
  const list = await db
    .selectFrom('list')
    .select('status')
    .where('customer_id', '=', customer_id)
    .where('id', '=', list_id)
    .executeTakeFirst();
  const customer = await db.selectFrom('customer').select('status').where('id', '=', customer_id).executeTakeFirst();
  const worker = await db
    .selectFrom('lease')
    .select('id')
    .where('name', 'like', 'worker:%')
    .where(sql<boolean>`expires_at > ${storeNow(db)}`)
    .limit(1)
    .executeTakeFirst();
  const relays = await db
    .selectFrom('relay')
    .select(['number', 'name', 'fault'])
    .where((is) => is.or([is('customer_id', '=', customer_id), is('customer_id', 'is', null)]))
    .where('status', '=', 'active')
    .orderBy('priority')
    .orderBy('id')
    .execute();
  const pinned = parsedRelays(relay_numbers);
  const inForce = await findSettingsInForce(db);
  const fault = inForce?.relay ? await findConfiguredFault(db) : null;
  return {
    isListActive: list?.status === 'active',
    isCustomerActive: customer?.status === 'active',
    hasWorker: worker !== undefined,
    refusal: worker === undefined ? await findRefusal(db) : undefined,
    hasRelays: relays.length > 0 || (await hasRelays(db)),
    hasConfigured: inForce !== undefined && inForce.relay !== null,
    configuredFault: inForce?.relay && fault !== null ? { name: inForce.relay.name, fault } : undefined,
    relays: pinned ? relays.filter(({ number }) => pinned.includes(number)) : relays,
    pinned,
  };
}
