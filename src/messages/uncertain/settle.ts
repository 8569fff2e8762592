// Settles uncertain messages by later evidence: an open, a click, an unsubscribe, a bounce or a
// complaint can only come from a message that arrived. The one place where that is decided.
//
// A message that policy `skip` gave up (or that was skipped for another reason after it had been in
// flight) counts too: skipping means that it is not sent again, not that it did not arrive. A
// message that was never in flight stays as it is.
import { sql } from 'kysely';
import { type CounterDeltas, countInto } from '../../campaigns/counters.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { inSpanOf } from '../../storage/dialect/span.ts';
import { isSpread } from '../../storage/dialect/spread.ts';
import { lockRows } from '../../storage/dialect.ts';
import type { EndState, MessageState } from '../../storage/tables.ts';
import { isMessageOf, type KeyRow, keyOf, keySet, keysByCustomer, type MessageKey, nameOf } from '../keys.ts';
import { UNSETTLED } from '../rules.ts';
import { stateAfter } from '../states.ts';
import { tellSettled } from '../told.ts';
import { ownersOf } from './owners.ts';

/** The message that evidence is about. `finishedAt`: null while it is in flight or waits. */
export type Subject = MessageKey & { state: MessageState; finishedAt: number | null };

/** A message as links and returned mail name it; the customer is that of the campaign. */
export type MessageName = { readonly campaignId: number; readonly subscriberId: number };

/**
 * The messages of these names, including those in flight or waiting, but not those still in a
 * batch.
 */
export async function findMessages(db: Db | Tx, names: readonly MessageName[]): Promise<Subject[]> {
  type Row = KeyRow & { state: MessageState; finished_at: number | null };
  if (isSpread(db)) return findOwned(db, names);
  const named = keySet(
    db,
    names.map((name) => ({ customerId: 0, ...name })),
  );
  const of = (
    table: string,
    finishedAt: string,
    where = sql``,
  ) => sql`select held.customer_id, held.campaign_id, held.subscriber_id, held.state,
      ${sql.raw(finishedAt)} as finished_at
    from ${named} join campaign on campaign.id = r.campaign join ${sql.table(table)} as held
      on held.customer_id = campaign.customer_id and held.campaign_id = r.campaign and held.subscriber_id = r.subscriber ${where}`;
  const { rows } = await sql<Row>`${of('message', 'held.finished_at', inSpanOf(db, 'held', campaignsOf(names)))}
    union all ${of('work', 'cast(null as bigint)')}`.execute(db);
  return rows.map((row) => ({ ...keyOf(row), state: row.state, finishedAt: row.finished_at }));
}

/** The same on a store that is spread: first whose they are, then each customer's by themselves. */
async function findOwned(db: Db | Tx, names: readonly MessageName[]): Promise<Subject[]> {
  const owners = await ownersOf(
    db,
    names.map(({ campaignId }) => campaignId),
  );
  const keys = names.flatMap((name) => {
    const customerId = owners.get(name.campaignId);
    return customerId === undefined ? [] : [{ customerId, ...name }];
  });
  const found: Subject[] = [];
  for (const some of keysByCustomer(db, keys)) {
    for (const [table, finishedAt] of LEDGER) {
      const { rows } = await sql<KeyRow & { state: MessageState; finished_at: number | null }>`
        select held.customer_id, held.campaign_id, held.subscriber_id, held.state, ${finishedAt} as finished_at
        from ${keySet(db, some)} join ${sql.table(table)} as held on ${isMessageOf('held')}`.execute(db);
      found.push(...rows.map((row) => ({ ...keyOf(row), state: row.state, finishedAt: row.finished_at })));
    }
  }
  return found;
}

const LEDGER = [
  ['message', sql`held.finished_at`],
  ['work', sql`cast(null as bigint)`],
] as const;

/**
 * The same, locked until the transaction ends, so that two reports about one message happen one
 * after the other: rows of work first, then messages, in the order of their keys. What moves from
 * one to the other in between is seen as a message.
 */
export async function holdMessages(tx: Tx, names: readonly MessageName[]): Promise<Subject[]> {
  const found = await findMessages(tx, names);
  if (found.length === 0) return [];
  const stands = new Map<string, Pick<Subject, 'state' | 'finishedAt'>>();
  for (const [table, finishedAt, where] of [
    ['work', sql`cast(null as bigint)`, sql``],
    ['message', sql`finished_at`, inSpanOf(tx, 'message', campaignsOf(found))],
  ] as const) {
    for (const some of keysByCustomer(tx, found)) {
      const { rows } = await sql<KeyRow & { state: MessageState; finished_at: number | null }>`
        select customer_id, campaign_id, subscriber_id, state, ${finishedAt} as finished_at from ${sql.table(table)}
        where (customer_id, campaign_id, subscriber_id) in (select customer, campaign, subscriber from ${keySet(tx, some)}) ${where}
        order by customer_id, campaign_id, subscriber_id ${lockRows(tx)}`.execute(tx);
      for (const row of rows) stands.set(nameOf(keyOf(row)), { state: row.state, finishedAt: row.finished_at });
    }
  }
  return found.map((subject) => ({ ...subject, ...stands.get(nameOf(subject)) }));
}

/**
 * Makes messages accepted that evidence says have arrived; those already accepted stay. The caller
 * has locked their rows; adds to `deltas` what changes in the counters.
 * @param at now, ms
 * @returns how many became accepted
 */
export async function settleArrived(
  tx: Tx,
  messages: readonly Subject[],
  deltas: CounterDeltas,
  at: number,
): Promise<number> {
  let settled = 0;
  for (const state of UNSETTLED) {
    const some = messages.filter((message) => message.state === state);
    if (some.length === 0) continue;
    for (const own of keysByCustomer(tx, some)) {
      const accepted = await acceptFrom(tx, state, own);
      await tellSettled(tx, accepted, at);
      for (const row of accepted) {
        countInto(deltas, keyOf(row), state, -1);
        countInto(deltas, keyOf(row), 'accepted');
        settled += 1;
      }
    }
  }
  return settled;
}

const campaignsOf = (messages: readonly MessageName[]) => messages.map(({ campaignId }) => campaignId);

/** Removes the lease: a late outcome from its owner then finds no row. */
async function acceptFrom(tx: Tx, state: EndState, keys: readonly MessageKey[]): Promise<KeyRow[]> {
  const { rows } =
    await sql<KeyRow>`update message set state = ${stateAfter('accept')}, reason = null, lease_id = null, attempt = null
    where (customer_id, campaign_id, subscriber_id) in (select customer, campaign, subscriber from ${keySet(tx, keys)})
      ${inSpanOf(tx, 'message', campaignsOf(keys))} and state = ${state} and (state = 'uncertain' or in_flight_at is not null)
    returning customer_id, campaign_id, subscriber_id`.execute(tx);
  return rows;
}
