// Statements about how far a campaign's delivery is. Counts come from the counters; what they do
// not have (which of the open messages are claimed, in flight or put off) from the rows of those,
// and what waits is what is left.
import { type RawBuilder, sql } from 'kysely';
import { findRefusal, findSettingsInForce } from '../../relays/in-force.ts';
import { hasRelays } from '../../relays/queries.ts';
import type { Db } from '../../storage/db.ts';
import { storeNow } from '../../storage/dialect.ts';
import { idsIn } from '../../storage/id-lists.ts';
import type { Campaign, CampaignCounter, MessageState } from '../../storage/tables.ts';
import { COUNTERS, counterOf } from '../counters.ts';
import { parsedRelays } from '../rules.ts';

/** Messages of a campaign by state. */
export type StateCounts = Record<MessageState, number>;

/** Exact counts of a campaign's messages by state, of one moment; their sum is the audience. */
export async function countStates(db: Db, campaignId: number): Promise<StateCounts & { counters: CampaignCounter }> {
  const row = await readStates(db, campaignId);
  const counts = Object.fromEntries(COUNTERS.map((name) => [name, Number(row[name])]));
  const counters = { customer_id: row.customer_id, campaign_id: campaignId, ...counts } as CampaignCounter;
  const { audience, accepted, rejected, uncertain, skipped } = counters;
  const [deferred, in_flight, claimed] = [Number(row.deferred), Number(row.in_flight), Number(row.claimed)];
  const pending = audience - accepted - rejected - uncertain - skipped - deferred - in_flight - claimed;
  return { pending, claimed, in_flight, deferred, accepted, rejected, uncertain, skipped, counters };
}

/**
 * One statement, so that what it sees is of one moment. What is claimed: of the few batches that
 * workers have.
 */
function readStates(db: Db, campaignId: number) {
  const of = (table: string) => sql`${sql.raw(table)}.customer_id = campaign.customer_id
    and ${sql.raw(table)}.campaign_id = campaign.id`;
  const has = (table: string) => sql`exists (select 1 from ${sql.raw(table)} as known where ${of('known')}
    and known.subscriber_id = listed.value limit 1 offset 0)`;
  // A plus keeps the planners from the index of the campaign's rows: those that workers have are
  // few. What was in flight for a worker that is gone is waiting.
  const held = (state: 'claimed' | 'in_flight', of: RawBuilder<unknown>) => sql`(select count(*) from work where ${of}
    and +work.customer_id = campaign.customer_id and +work.campaign_id = campaign.id and work.state = ${sql.lit(state)})`;
  const inFlight = held('in_flight', sql`work.lease_id in (select lease.id from lease)`);
  const claimed = held('claimed', sql`work.lease_id is not null`);
  const members = sql`(select count(*) from batch, ${idsIn(db, 'batch.ids')} where ${of('batch')}
    and batch.lease_id is not null and not ${has('work')} and not ${has('message')})`;
  return db
    .selectFrom('campaign')
    .select('campaign.customer_id')
    .select(COUNTERS.map((name) => counterOf(name).as(name)))
    .select(
      sql<number>`(select count(*) from work where ${of('work')} and work.lease_id is null and work.state = 'deferred')`.as(
        'deferred',
      ),
    )
    .select([sql<number>`${inFlight}`.as('in_flight'), sql<number>`${claimed} + ${members}`.as('claimed')])
    .where('campaign.id', '=', campaignId)
    .executeTakeFirstOrThrow();
}

/** The deferred message that is tried next: when (ms), and why it is deferred. */
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

/** What a campaign cannot be sent without. `relays` are those of the store that it may use. */
export type Surroundings = {
  isListActive: boolean;
  isCustomerActive: boolean;
  hasWorker: boolean;
  /** Why the last worker that asked may not send; undefined when none asked for a while. */
  refusal: string | undefined;
  /**
   * The store has relays, though perhaps none for this customer: then the test inbox takes nothing.
   */
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
