// Statements about how far a campaign's delivery is. Counts come from the counters; what they do not have (which of the
// open messages are pending, claimed, in flight or deferred) from indexes that hold the open ones only.
import { sql } from 'kysely';
import { findRefusal, findSettingsInForce } from '../relays/in-force.ts';
import { hasRelays } from '../relays/queries.ts';
import type { Db } from '../storage/db.ts';
import { storeNow } from '../storage/dialect.ts';
import type { Campaign, CampaignCounter, MessageState } from '../storage/tables.ts';
import { parsedRelays } from './rules.ts';

/** Messages of a campaign by state. */
export type StateCounts = Record<MessageState, number>;

const FIRST_LIMIT = 20_000;

/**
 * Exact counts of a campaign's messages by state, of one moment; their sum is the audience. Of pending and deferred messages
 * only the fewer ones are counted when there are many: the others are what is missing.
 */
export async function countStates(
  db: Db,
  campaignId: number,
  firstLimit = FIRST_LIMIT,
): Promise<StateCounts & { counters: CampaignCounter }> {
  for (let limit = firstLimit; ; limit *= 8) {
    const { claimed, in_flight, pending, deferred, ...counters } = await readStates(db, campaignId, limit);
    const { audience, accepted, rejected, uncertain, skipped } = counters;
    const ended = { accepted, rejected, uncertain, skipped, counters };
    const open = audience - accepted - rejected - uncertain - skipped;
    const inHand = { claimed, in_flight };
    if (pending < limit && deferred < limit) {
      return { ...ended, pending, deferred, in_flight, claimed: open - pending - deferred - in_flight };
    }
    const rest = open - claimed - in_flight;
    if (pending < limit) return { ...ended, ...inHand, pending, deferred: rest - pending };
    if (deferred < limit) return { ...ended, ...inHand, pending: rest - deferred, deferred };
  }
}

/** One statement, so that what it sees is of one moment; pending and deferred are counted up to `limit` only. */
async function readStates(db: Db, campaignId: number, limit: number) {
  const upTo = (state: 'pending' | 'deferred') =>
    sql<number>`(select count(*) from (select 1 from message where message.campaign_id = ${campaignId}
      and message.state = ${sql.lit(state)} limit ${limit}) as open)`;
  // Through the few leases that stand; a plus keeps the planners from the index of the campaign's messages.
  const held = (state: 'claimed' | 'in_flight') =>
    sql<number>`(select count(*) from message where message.lease_id in (select lease.id from lease)
      and +message.campaign_id = ${campaignId} and message.state = ${sql.lit(state)})`;
  const row = await db
    .selectFrom('campaign_counter')
    .selectAll()
    .select([upTo('pending').as('pending'), upTo('deferred').as('deferred')])
    .select([held('claimed').as('claimed'), held('in_flight').as('in_flight')])
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  const { pending, deferred, claimed, in_flight } = row;
  return {
    ...row,
    pending: Number(pending),
    deferred: Number(deferred),
    claimed: Number(claimed),
    in_flight: Number(in_flight),
  };
}

/** The deferred message that is tried next: when (ms), and why it is deferred. */
export function nextDeferred(db: Db, campaignId: number) {
  return db
    .selectFrom('message')
    .select(['next_attempt_at', 'reply'])
    .where('campaign_id', '=', campaignId)
    .where('state', '=', sql.lit('deferred')) // in the text, so that the index of these rows answers
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
}

/** What a campaign cannot be sent without. `relays` are those of the store that it may use. */
export type Surroundings = {
  isListActive: boolean;
  isCustomerActive: boolean;
  hasWorker: boolean;
  /** Why the last worker that asked may not send; undefined when none asked for a while. */
  refusal: string | undefined;
  /** The store has relays, though perhaps none for this customer: then the test inbox takes nothing. */
  hasRelays: boolean;
  /** The relay of the configuration is in force. */
  hasConfigured: boolean;
  relays: { name: string; fault: string | null }[];
  /** The numbers of the relays that it is pinned to, if it is. */
  pinned?: readonly number[] | undefined;
};

/** Reads them: a handful of rows. */
export async function readSurroundings(
  db: Db,
  { customer_id, list_id, relay_numbers }: Pick<Campaign, 'customer_id' | 'list_id' | 'relay_numbers'>,
): Promise<Surroundings> {
  const list = await db.selectFrom('list').select('status').where('id', '=', list_id).executeTakeFirst();
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
  return {
    isListActive: list?.status === 'active',
    isCustomerActive: customer?.status === 'active',
    hasWorker: worker !== undefined,
    refusal: worker === undefined ? await findRefusal(db) : undefined,
    hasRelays: relays.length > 0 || (await hasRelays(db)),
    hasConfigured: inForce !== undefined && inForce.relay !== null,
    relays: pinned ? relays.filter(({ number }) => pinned.includes(number)) : relays,
    pinned,
  };
}
