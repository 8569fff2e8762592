// Messages for tests in any condition, wherever the ledger has them, and what the ledger says of
// them.
import { sql } from 'kysely';
import { newUid } from '../../src/kernel/ids.ts';
import { REASONS } from '../../src/messages/reasons.ts';
import { flightsOf } from '../../src/messages/turn/in-flight.ts';
import type { Db } from '../../src/storage/db.ts';
import { isPostgres } from '../../src/storage/dialect.ts';
import { idsIn } from '../../src/storage/id-lists.ts';
import type { ResponseTable } from '../../src/storage/tables/ledger.ts';
import type { CampaignCounter, Message, MessageState, WorkRow } from '../../src/storage/tables.ts';

/**
 * A message as tests speak of it: in a batch, a row of work, or ended; with what its recipient did
 * first.
 */
export type LedgerRow = Omit<WorkRow, 'state' | 'next_attempt_at'> &
  Pick<ResponseTable, 'opened_at' | 'clicked_at' | 'unsubscribed_at' | 'filtered_opened_at' | 'filtered_clicked_at'> & {
    state: MessageState;
    next_attempt_at: number | null;
    finished_at: number | null;
  };
type Key = Pick<LedgerRow, 'customer_id' | 'campaign_id' | 'subscriber_id'>;

const STAMPS = ['opened_at', 'clicked_at', 'unsubscribed_at', 'filtered_opened_at', 'filtered_clicked_at'] as const;
const isEnd = (state: MessageState): state is Message['state'] =>
  ['accepted', 'rejected', 'uncertain', 'skipped'].includes(state);
const DEFAULT_REASON = {
  accepted: null,
  rejected: REASONS.rejected[0],
  uncertain: REASONS.uncertain[0],
  skipped: 'given-up',
} as const;

/** Writes a message in the condition that its state says; nothing is counted. */
export async function putMessage(db: Db, row: Key & Partial<LedgerRow>): Promise<void> {
  const { state = 'pending', next_attempt_at, finished_at, ...given } = row;
  const rest = Object.fromEntries(
    Object.entries(given).filter(([name]) => !STAMPS.some((stamp) => stamp === name)),
  ) as Key & Partial<Omit<WorkRow, 'state'>>;
  const stamps = STAMPS.flatMap((name) => (row[name] == null ? [] : [[name, row[name]] as const]));
  if (stamps.length > 0) {
    const { customer_id, campaign_id, subscriber_id } = row;
    const response = { customer_id, campaign_id, subscriber_id, ...Object.fromEntries(stamps) } as ResponseTable;
    await db.insertInto('response').values(response).execute();
  }
  if (isEnd(state)) {
    const ended = {
      attempts: 0,
      reason: DEFAULT_REASON[state],
      ...rest,
      state,
      finished_at: finished_at ?? row.in_flight_at ?? 0,
    };
    await db.insertInto('message').values(ended).execute();
    return;
  }
  const work = { attempts: 0, ...rest, state, next_attempt_at: next_attempt_at ?? 0 };
  await db.insertInto('work').values(work).execute();
}

/** The same for one that has a row already: it is taken away first. */
export async function changeMessage(db: Db, key: Key, change: Partial<LedgerRow>): Promise<void> {
  const { finished_at, ...before } = await ledgerRow(db, key.campaign_id, key.subscriber_id);
  for (const table of ['message', 'work', 'response'] as const) {
    await db
      .deleteFrom(table)
      .where('campaign_id', '=', key.campaign_id)
      .where('subscriber_id', '=', key.subscriber_id)
      .execute();
  }
  const { customer_id, campaign_id, subscriber_id } = before;
  const reason = change.state !== undefined && change.state !== before.state ? {} : { reason: before.reason };
  const { reason: _, ...kept } = before;
  await putMessage(db, { ...kept, ...reason, finished_at, customer_id, campaign_id, subscriber_id, ...change });
}

/** Freezes an audience of these subscribers into batches. */
export async function putBatches(
  db: Db,
  campaign: { id: number; customerId: number },
  subscriberIds: readonly number[],
  size = 500,
): Promise<void> {
  for (let from = 0; from < subscriberIds.length; from += size) {
    const ids = subscriberIds.slice(from, from + size);
    const listed = isPostgres(db) ? sql`${ids}::bigint[]` : sql`${JSON.stringify(ids)}`;
    await sql`insert into batch (customer_id, campaign_id, n, last_id, size, ids)
      values (${campaign.customerId}, ${campaign.id}, ${ids[0]}, ${ids.at(-1)}, ${ids.length}, ${listed})`.execute(db);
  }
}

/** All messages of a campaign, in the order of its audience. */
export async function ledgerOf(db: Db, campaignId: number): Promise<LedgerRow[]> {
  const customerId = await customerOf(db, campaignId);
  const stamps = sql.join(STAMPS.map((stamp) => sql`response.${sql.ref(stamp)}`));
  const known = (
    table: string,
  ) => sql`exists (select 1 from ${sql.table(table)} as k where k.customer_id = ${customerId} and k.campaign_id = batch.campaign_id
    and k.subscriber_id = listed.value)`;
  const { rows } = await sql<LedgerRow>`select m.*, ${stamps} from (
      select customer_id, campaign_id, subscriber_id, state, lease_id, attempt, attempts, null as next_attempt_at, in_flight_at,
        deferred_since, relay_id, reason, detail, reply, finished_at from message where customer_id = ${customerId}
      union all select customer_id, campaign_id, subscriber_id, state, lease_id, attempt, attempts, next_attempt_at,
        in_flight_at, deferred_since, relay_id, reason, detail, reply, null from work where customer_id = ${customerId}
      union all select cast(${customerId} as bigint), campaign_id, subscriber_id, 'in_flight', lease_id, attempt, 0, 0,
        in_flight_at, null, null, null, null, null, null from ${flightsOf(db, customerId)} as flight
      union all select customer_id, campaign_id, listed.value, case when lease_id is null then 'pending' else 'claimed' end,
        lease_id, attempt, 0, null, null, null, null, null, null, null, null
        from batch, ${idsIn(db, 'batch.ids')} where customer_id = ${customerId} and not ${known('work')} and not ${known('message')}
          and (batch.campaign_id, listed.value) not in (select campaign_id, subscriber_id from ${flightsOf(db, customerId)} as f)) as m
    left join response on response.customer_id = ${customerId} and response.campaign_id = m.campaign_id
      and response.subscriber_id = m.subscriber_id
    where m.campaign_id = ${campaignId} order by m.subscriber_id`.execute(db);
  return rows;
}

/** Whose campaign it is; it may be gone, and its messages not yet. */
async function customerOf(db: Db, campaignId: number): Promise<number> {
  for (const [table, id] of [
    ['campaign', 'id'],
    ['message', 'campaign_id'],
    ['work', 'campaign_id'],
    ['batch', 'campaign_id'],
  ]) {
    const { rows } = await sql<{ customer_id: number }>`select customer_id from ${sql.table(table ?? '')}
      where ${sql.ref(id ?? '')} = ${campaignId} limit 1`.execute(db);
    if (rows[0]) return rows[0].customer_id;
  }
  return 0;
}

/** The message of a campaign to a subscriber. */
export async function ledgerRow(db: Db, campaignId: number, subscriberId: number): Promise<LedgerRow> {
  const row = (await ledgerOf(db, campaignId)).find(({ subscriber_id }) => subscriber_id === subscriberId);
  if (!row) throw new Error(`Campaign ${campaignId} has no message to subscriber ${subscriberId} (${newUid()}).`);
  return row;
}

/** Sets counters of a campaign to what a test says; the others stay. */
export async function setCounters(db: Db, campaignId: number, counts: Partial<CampaignCounter>): Promise<void> {
  const { customer_id } = await db
    .selectFrom('campaign')
    .select('customer_id')
    .where('id', '=', campaignId)
    .executeTakeFirstOrThrow();
  const key = { customer_id, campaign_id: campaignId, slot: 0 };
  await db
    .updateTable('campaign_counter')
    .set(Object.fromEntries(Object.keys(counts).map((name) => [name, 0])))
    .where('campaign_id', '=', campaignId)
    .where('slot', '<>', 0)
    .execute();
  await db
    .insertInto('campaign_counter')
    .values({ ...key, ...counts } as never) // the counts have a default of 0
    .onConflict((conflict) => conflict.columns(['customer_id', 'campaign_id', 'slot']).doUpdateSet(counts))
    .execute();
}
