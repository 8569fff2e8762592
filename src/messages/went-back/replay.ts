// Repairs a store that went back in time (a restored backup, an old standby) by what a worker
// remembers: outcomes are written once more, and messages that were in flight become uncertain.
// Where nobody remembers anything, people decide (hold-unknown.ts).
import { sql } from 'kysely';
import { addToCounters, type CounterDeltas, countInto } from '../../campaigns/counters.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { lockRows, recordSet } from '../../storage/dialect.ts';
import { idsIn } from '../../storage/id-lists.ts';
import type { EndState, MessageState } from '../../storage/tables.ts';
import { type KeyRow, keyOf, keySet, keysByCustomer, type MessageKey, nameOf, nameOfRecord } from '../keys.ts';
import type { Reason } from '../reasons.ts';
import { isEnd, isSettledBy } from '../rules.ts';
import { flightsNow, takeOutOfFlight } from '../turn/hold.ts';
import { type Ended, tellEnded } from '../webhook-facts.ts';
import { UNKNOWN } from './hold-unknown.ts';

/**
 * An attempt that a worker began, and its outcome; `outcome` is undefined while it is not known.
 * `attempts`: tries before this one.
 */
export type BegunAttempt = MessageKey & {
  attempt: number;
  attempts: number;
  leaseId: number;
  outcome:
    | {
        state: EndState | 'deferred' | 'pending';
        reason: Reason | null;
        detail: string | null;
        reply: string | null;
        nextAttemptAt: number | null;
        relayId?: number | undefined;
        at: number;
      }
    | undefined;
};

/**
 * How many messages got the outcome that they had before, and how many became uncertain because
 * theirs was not known yet.
 */
export type RepairCounts = { written: number; uncertain: number };

const CHUNK = 500;

/** Writes what a process remembers. Doing it twice changes nothing. @param now ms */
export async function replayAttempts(db: Db, begun: readonly BegunAttempt[], now: number): Promise<RepairCounts> {
  const counts: RepairCounts = { written: 0, uncertain: 0 };
  for (let from = 0; from < begun.length; from += CHUNK) {
    const chunk = begun.slice(from, from + CHUNK);
    for (const some of keysByCustomer(db, chunk)) {
      const part = await inTransaction(db, (tx) => replaySome(tx, some, now));
      counts.written += part.written;
      counts.uncertain += part.uncertain;
    }
  }
  return counts;
}

/**
 * The same for a handful. `onlyAudience`: not for whom the store does not have in the audience;
 * `isDryRun`: only counts.
 */
export async function replaySome(
  tx: Tx,
  begun: readonly BegunAttempt[],
  now: number,
  { onlyAudience = false, isDryRun = false } = {},
): Promise<RepairCounts> {
  const deltas: CounterDeltas = new Map();
  const counts: RepairCounts = { written: 0, uncertain: 0 };
  const stands = await statesOf(tx, begun, isDryRun);
  const rows: ReplayRow[] = [];
  for (const entry of begun) {
    const stand = stands.get(nameOf(entry));
    const row = replayRow(entry, now);
    if (!stand || !mayBecome(stand.state, row.state)) continue;
    if (onlyAudience && stand.state === 'unknown') continue;
    rows.push({ ...row, attempts: Math.max(stand.attempts, row.attempts) });
    // An audience that is still being frozen has not reached this subscriber: the freeze will find
    // the row.
    if (stand.state === 'unknown') countInto(deltas, entry, 'audience');
    if (stand.state === 'uncertain') countInto(deltas, entry, 'uncertain', -1);
    if (isEnd(row.state)) countInto(deltas, entry, row.state);
    if (row.state === 'uncertain') counts.uncertain += 1;
    else counts.written += 1;
  }
  if (isDryRun) return counts;
  await write(tx, rows);
  await tellEnded(tx, rows.filter(hasEnded).map(endedRow));
  await addToCounters(tx, deltas);
  return counts;
}

/** Where a message is in the store: in a state, in a batch, or nowhere. */
type StoredState = { state: MessageState | 'batch' | 'unknown'; attempts: number };

/**
 * Only messages whose campaigns exist. Locks rows of work before messages, in the order of keys, as
 * everyone does who locks several; before them lists of what is in flight, from which they are
 * taken.
 */
async function statesOf(tx: Tx, begun: readonly BegunAttempt[], isDryRun: boolean): Promise<Map<string, StoredState>> {
  type Row = KeyRow & { state: MessageState; attempts: number };
  const stands = new Map<string, StoredState>();
  const known = await sql<KeyRow & { in_batch: unknown }>`select r.customer as customer_id, r.campaign as campaign_id,
      r.subscriber as subscriber_id,
      exists (select 1 from batch, ${idsIn(tx, 'batch.ids')} where batch.customer_id = r.customer
        and batch.campaign_id = r.campaign and batch.n <= r.subscriber and batch.last_id >= r.subscriber
        and listed.value = r.subscriber) as in_batch
    from ${keySet(tx, begun)} where exists (select 1 from campaign
      where campaign.customer_id = r.customer and campaign.id = r.campaign)`.execute(tx);
  for (const row of known.rows) {
    stands.set(nameOf(keyOf(row)), { state: row.in_batch ? 'batch' : 'unknown', attempts: 0 });
  }
  const names = new Set(begun.map(nameOf));
  for (const customerId of new Set(begun.map((entry) => entry.customerId))) {
    const flights = isDryRun
      ? await flightsNow(tx, customerId)
      : await takeOutOfFlight(tx, customerId, (_, name) => names.has(name));
    for (const name of flights.map(nameOfRecord)) {
      if (stands.has(name)) stands.set(name, { state: 'in_flight', attempts: 0 });
    }
  }
  for (const table of ['work', 'message']) {
    const { rows } =
      await sql<Row>`select customer_id, campaign_id, subscriber_id, state, attempts from ${sql.table(table)}
      where (customer_id, campaign_id, subscriber_id) in (select customer, campaign, subscriber from ${keySet(tx, begun)})
      order by customer_id, campaign_id, subscriber_id ${lockRows(tx)}`.execute(tx);
    for (const row of rows) stands.set(nameOf(keyOf(row)), { state: row.state, attempts: row.attempts });
  }
  return stands;
}

/** What has ended stays as it is, except that an uncertain message may get its real outcome. */
function mayBecome(is: StoredState['state'], becomes: MessageState): boolean {
  if (is === 'uncertain') return isSettledBy(becomes);
  return is === 'batch' || is === 'unknown' || !isEnd(is);
}

type ReplayRow = {
  customer: number;
  campaign: number;
  subscriber: number;
  state: EndState | 'deferred' | 'pending';
  attempts: number;
  attempt: number | null;
  lease: number | null;
  reason: string | null;
  detail: string | null;
  reply: string | null;
  relay: number | null;
  in_flight_at: number;
  at: number;
};

const COLUMNS = {
  customer: 'number',
  campaign: 'number',
  subscriber: 'number',
  state: 'text',
  attempts: 'number',
  attempt: 'number',
  lease: 'number',
  reason: 'text',
  detail: 'text',
  reply: 'text',
  relay: 'number',
  in_flight_at: 'number',
  at: 'number',
} as const;

function replayRow({ outcome, attempt, attempts, leaseId, ...key }: BegunAttempt, now: number): ReplayRow {
  const of = { customer: key.customerId, campaign: key.campaignId, subscriber: key.subscriberId, in_flight_at: now };
  if (!outcome) {
    // It keeps its lease and attempt, so that its lane can still report the outcome (late.ts).
    const unknown = { state: 'uncertain', ...UNKNOWN, reply: null, relay: null } as const;
    return { ...of, ...unknown, attempts: attempts + 1, attempt, lease: leaseId, at: now };
  }
  const { state, reason, detail, reply, relayId } = outcome;
  const isOpen = state === 'deferred' || state === 'pending';
  const isTried = !isOpen || relayId !== undefined;
  const ended = { state, reason, detail, reply, relay: relayId ?? null, attempt: null, lease: null };
  return {
    ...of,
    ...ended,
    attempts: attempts + (isTried ? 1 : 0),
    at: isOpen ? (outcome.nextAttemptAt ?? now) : outcome.at,
  };
}

const hasEnded = (row: ReplayRow): row is ReplayRow & { state: EndState } => isEnd(row.state);

function endedRow({ customer, campaign, subscriber, at, ...row }: ReplayRow & { state: EndState }): Ended {
  const { state, reason, reply } = row;
  return {
    customer_id: customer,
    campaign_id: campaign,
    subscriber_id: subscriber,
    finished_at: at,
    state,
    reason,
    reply,
  };
}

async function write(tx: Tx, rows: readonly ReplayRow[]): Promise<void> {
  const ends = recordSet(
    tx,
    rows.filter(({ state }) => isEnd(state)),
    COLUMNS,
  );
  const waits = recordSet(
    tx,
    rows.filter(({ state }) => !isEnd(state)),
    COLUMNS,
  );
  await sql`delete from work where (customer_id, campaign_id, subscriber_id) in (
    select customer, campaign, subscriber from ${ends} as r)`.execute(tx);
  await sql`insert into message (customer_id, campaign_id, subscriber_id, state, attempts, in_flight_at, finished_at, relay_id,
      lease_id, attempt, reason, detail, reply)
    select customer, campaign, subscriber, state, attempts, in_flight_at, at, relay, lease, attempt, reason, detail, reply
    from ${ends} as r where true
    on conflict (customer_id, campaign_id, subscriber_id) do update set state = excluded.state, attempts = excluded.attempts,
      finished_at = excluded.finished_at, relay_id = excluded.relay_id, lease_id = null, attempt = null,
      reason = excluded.reason, detail = excluded.detail, reply = excluded.reply`.execute(tx);
  await sql`insert into work (customer_id, campaign_id, subscriber_id, state, attempts, next_attempt_at, in_flight_at,
      deferred_since, relay_id, reason, detail, reply)
    select customer, campaign, subscriber, state, attempts, at, in_flight_at,
      case when relay is not null then in_flight_at end, relay, reason, detail, reply from ${waits} as r where true
    on conflict (customer_id, campaign_id, subscriber_id) do update set state = excluded.state, attempts = excluded.attempts,
      lease_id = null, attempt = null, next_attempt_at = excluded.next_attempt_at, reason = excluded.reason,
      deferred_since = coalesce(work.deferred_since, excluded.deferred_since), detail = excluded.detail,
      relay_id = coalesce(excluded.relay_id, work.relay_id), reply = coalesce(excluded.reply, work.reply)`.execute(tx);
}
