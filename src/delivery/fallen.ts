// What is said again to a store that went back in time: what came of messages is written once more, what is under way is held
// as uncertain, and where nobody remembers, people decide. Messages are named by campaign and subscriber: an id may have been
// given away a second time since.
import { sql } from 'kysely';
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { pauseAll } from '../campaigns/progress.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { lockRows, recordSet } from '../storage/dialect.ts';
import type { MessageState } from '../storage/tables.ts';
import type { Begun } from './memory.ts';
import { COUNTED } from './record-statements.ts';

/** How many messages were given the outcome that they had, and how many are uncertain since it was not known yet. */
export type SaidAgain = { written: number; uncertain: number };

/** Campaigns that were paused, and single mails that are uncertain. */
export type Held = { paused: number; mails: number };

const CHUNK = 500;

const NOTICE =
  'The store went back in time (a backup, or a standby that was behind), and nobody knows what this campaign sent last. Compare the log of your mail server; when you resume it, some people may get it twice.';
const REPLY = 'the store went back in time: nobody knows whether it was sent';

/** Writes what a process knows. Doing it again changes nothing. @param now ms */
export async function sayAgain(db: Db, begun: readonly Begun[], now: number): Promise<SaidAgain> {
  const said: SaidAgain = { written: 0, uncertain: 0 };
  for (let from = 0; from < begun.length; from += CHUNK) {
    const chunk = begun.slice(from, from + CHUNK);
    const part = await inTransaction(db, (tx) => saySome(tx, chunk, now));
    said.written += part.written;
    said.uncertain += part.uncertain;
  }
  return said;
}

async function saySome(tx: Tx, begun: readonly Begun[], now: number): Promise<SaidAgain> {
  const deltas: CounterDeltas = new Map();
  await insertMissing(tx, begun, deltas);
  const said: SaidAgain = { written: 0, uncertain: 0 };
  const entryOf = new Map(begun.map((entry) => [keyOf(entry.campaignId, entry.subscriberId), entry]));
  const updates = [];
  for (const row of await heldRows(tx, begun)) {
    const entry = entryOf.get(keyOf(row.campaign_id, row.subscriber_id));
    const update = entry && updateOf(entry, now);
    if (!update || !mayBecome(row.state, update.state)) continue;
    updates.push({ ...update, message_id: row.id, attempts: Math.max(row.attempts, update.attempts) });
    for (const [state, by] of [
      [row.state, -1],
      [update.state, 1],
    ] as const) {
      const counter = COUNTED.find((name) => name === state);
      if (counter) countInto(deltas, row.campaign_id, counter, by);
    }
    if (update.state === 'uncertain') said.uncertain += 1;
    else said.written += 1;
  }
  await sql`update message set state = r.state, attempts = r.attempts, attempt = r.attempt, lease_id = r.lease_id,
      reply = coalesce(r.reply, message.reply), relay_id = coalesce(r.relay, relay_id),
      in_flight_at = coalesce(in_flight_at, r.at), next_attempt_at = r.not_before, finished_at = r.ended_at,
      deferred_since = coalesce(deferred_since, r.deferred_at)
    from ${recordSet(tx, updates, UPDATE)} as r where message.id = r.message_id`.execute(tx);
  await addToCounters(tx, deltas);
  return said;
}

const KEY = { customer_id: 'number', campaign_id: 'number', subscriber_id: 'number' } as const;
const UPDATE = {
  message_id: 'number',
  state: 'text',
  attempts: 'number',
  attempt: 'number',
  lease_id: 'number',
  reply: 'text',
  relay: 'number',
  at: 'number',
  not_before: 'number',
  ended_at: 'number',
  deferred_at: 'number',
} as const;

function keysOf(tx: Tx, begun: readonly Begun[]) {
  const keys = begun.map(({ customerId, campaignId, subscriberId }) => {
    return { customer_id: customerId, campaign_id: campaignId, subscriber_id: subscriberId };
  });
  return recordSet(tx, keys, KEY);
}

/** Rows of an audience that was being frozen: the freeze comes to them again, and finds them. */
async function insertMissing(tx: Tx, begun: readonly Begun[], deltas: CounterDeltas): Promise<void> {
  const { rows } = await sql<{ campaign_id: number }>`insert into message
      (customer_id, campaign_id, subscriber_id, state, attempts)
    select r.customer_id, r.campaign_id, r.subscriber_id, 'pending', 0 from ${keysOf(tx, begun)} as r
    where exists (select 1 from campaign where campaign.id = r.campaign_id)
    on conflict (campaign_id, subscriber_id) do nothing returning campaign_id`.execute(tx);
  for (const { campaign_id } of rows) countInto(deltas, campaign_id, 'audience');
}

type HeldRow = { id: number; campaign_id: number; subscriber_id: number; state: MessageState; attempts: number };

/** In the order of ids, as everyone who locks several messages. */
async function heldRows(tx: Tx, begun: readonly Begun[]): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`select id, campaign_id, subscriber_id, state, attempts from message
    where (campaign_id, subscriber_id) in (select campaign_id, subscriber_id from ${keysOf(tx, begun)} as r)
    order by id ${lockRows(tx)}`.execute(tx);
  return rows;
}

const keyOf = (campaignId: number, subscriberId: number) => `${campaignId} ${subscriberId}`;

/** What has ended stays as it is; only who is uncertain may be told better. */
function mayBecome(is: MessageState, becomes: MessageState): boolean {
  if (is === 'uncertain') return becomes === 'accepted' || becomes === 'rejected';
  return is === 'pending' || is === 'claimed' || is === 'in_flight' || is === 'deferred';
}

function updateOf({ outcome, attempt, attempts, leaseId }: Begun, now: number) {
  const state: MessageState = outcome?.state ?? 'uncertain';
  const isOpen = state === 'deferred' || state === 'pending';
  const isTried = !isOpen || outcome?.relayId !== undefined;
  return {
    state,
    attempts: attempts + (isTried ? 1 : 0),
    // Under this name its lane may still say what came of it (recordLate in record.ts).
    attempt,
    lease_id: outcome ? null : leaseId,
    reply: outcome ? outcome.reply : REPLY,
    relay: outcome?.relayId ?? null,
    at: now,
    not_before: outcome?.nextAttemptAt ?? null,
    ended_at: isOpen ? null : (outcome?.at ?? now),
    deferred_at: state === 'deferred' && isTried ? (outcome?.at ?? now) : null,
  };
}

/**
 * For when nobody remembers what was sent last: campaigns are paused, with the reason; single mails are uncertain, as new
 * ones of the same customer must go on.
 */
export function holdUnknown(db: Db, now: number): Promise<Held> {
  return inTransaction(db, async (tx) => {
    const paused = await pauseAll(tx, NOTICE, now);
    const { rows } = await sql<{ campaign_id: number }>`update message
      set state = 'uncertain', reply = ${REPLY}, finished_at = ${now}, next_attempt_at = null, lease_id = null
      where campaign_id in (select id from campaign where type = 'transactional')
        and state in ('pending', 'claimed', 'in_flight', 'deferred')
      returning campaign_id`.execute(tx);
    const deltas: CounterDeltas = new Map();
    for (const { campaign_id } of rows) countInto(deltas, campaign_id, 'uncertain');
    await addToCounters(tx, deltas);
    return { paused, mails: rows.length };
  });
}
