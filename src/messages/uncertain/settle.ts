// Settles uncertain messages by later evidence: an open, a click, an unsubscribe, a bounce or a
// complaint can only come from a message that arrived. The one place where that is decided.
//
// A message that policy `skip` gave up (or that was skipped for another reason after it had been in
// flight) counts too: skipping means that it is not sent again, not that it did not arrive. A
// message that was never in flight stays as it is.
import { type SqlBool, sql } from 'kysely';
import { wakeFollowers } from '../../campaigns/autoresponder/follow.ts';
import { type CounterDeltas, countInto } from '../../campaigns/counters.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { inSpan, inSpanOf, type Span, spanOf } from '../../storage/dialect/span.ts';
import { lockRows } from '../../storage/dialect.ts';
import { groupedIdsIn } from '../../storage/id-lists.ts';
import { byCustomer, type Places, statement } from '../../storage/statement.ts';
import type { EndState, MessageState } from '../../storage/tables.ts';
import { endWork } from '../end.ts';
import {
  isMessageOf,
  KEY,
  type KeyRecord,
  type KeyRow,
  keyOf,
  keySet,
  keysByCustomer,
  type MessageKey,
  nameOf,
} from '../keys.ts';
import { UNSETTLED } from '../rules.ts';
import { stateAfter } from '../states.ts';
import { lockFlights } from '../turn/hold.ts';
import { listsOf } from '../turn/in-flight.ts';
import { tellSettled } from '../webhook-facts.ts';
import { ownersOf } from './owners.ts';

/** The message that evidence is about. `finishedAt`: null while it is in flight or waits. */
export type Subject = MessageKey & { state: MessageState; finishedAt: number | null };

/** A message as links and returned mail name it; the customer is that of the campaign. */
export type MessageName = { readonly campaignId: number; readonly subscriberId: number };

type Row = KeyRow & { state: MessageState; finished_at: number | null };
type Named = Span & { names: readonly KeyRecord[] };

// By the whole key, all of one set: of parts of it that come from several tables a server may use
// some only, and read a whole campaign for each name.
const rowsOf = (table: 'message' | 'work', places: Places<Named>) => sql`
  select held.customer_id, held.campaign_id, held.subscriber_id, held.state,
    ${table === 'message' ? sql`held.finished_at` : sql`cast(null as bigint)`} as finished_at
  from ${places.records('names', KEY)} as r
    join ${sql.table(table)} as held on ${isMessageOf('held')}`;

/** The same of those in flight without a row; the lists of their customers are read once. */
const flyingOf = (db: Db | Tx, places: Places<Named>) => {
  const { from, number, id } = groupedIdsIn(db, 'worker_turn.in_flight', 3); // turn/in-flight.ts
  return sql`select worker_turn.customer_id, r.campaign as campaign_id, r.subscriber as subscriber_id, 'in_flight' as state,
      cast(null as bigint) as finished_at
    from ${places.records('names', KEY)} as r, ${listsOf(db, sql.ref('r.customer'))}, ${from}
    where worker_turn.customer_id = r.customer and worker_turn.in_flight <> '[]' and ${number(0)} = r.campaign and ${id} = r.subscriber`;
};

const findNamed = statement<Named, Row>(
  (db, places) =>
    sql`${rowsOf('message', places)} ${inSpan(db, 'held', places.value)} union all ${rowsOf('work', places)}
      union all ${flyingOf(db, places)}`,
);
const findFlying = statement<Named, Row>((db, places) => flyingOf(db, places));

const inOrder = sql`order by held.customer_id, held.campaign_id, held.subscriber_id`;
const holdWork = statement<Named, Row>(
  (db, places) => sql`${rowsOf('work', places)} ${inOrder} ${lockRows(db, 'held')}`,
);
const holdEnded = statement<Named, Row>(
  (db, places) =>
    sql`${rowsOf('message', places)} ${inSpan(db, 'held', places.value)} ${inOrder} ${lockRows(db, 'held')}`,
);

/**
 * The messages of these names, including those in flight or waiting, but not those still in a
 * batch.
 */
export function findMessages(db: Db | Tx, names: readonly MessageName[]): Promise<Subject[]> {
  return readNamed(db, names, [findNamed]);
}

/**
 * The same, locked until the transaction ends, so that two reports about one message happen one
 * after the other: lists of what is in flight first, then rows of work, then messages, in the order
 * of their keys. What moves from one to the other in between is seen where it came to; what moves
 * back, because it is tried again, is looked for once more.
 */
export async function holdMessages(tx: Tx, names: readonly MessageName[]): Promise<Subject[]> {
  const found = await holdOnce(tx, names);
  const missing = names.filter((name) => !found.has(nameOf(name)));
  const moved = missing.length > 0 ? await holdOnce(tx, missing) : new Map<string, Subject>();
  return [...found.values(), ...moved.values()];
}

async function holdOnce(tx: Tx, names: readonly MessageName[]): Promise<Map<string, Subject>> {
  const flying = await readNamed(tx, names, [findFlying]);
  // In one order for all: two that hold each other's next would wait for ever.
  const customerIds = new Set(flying.map((one) => one.customerId));
  for (const customerId of [...customerIds].toSorted((a, b) => a - b)) await lockFlights(tx, customerId);
  const still = flying.length === 0 ? [] : await readNamed(tx, flying, [findFlying]);
  const found = [...still, ...(await readNamed(tx, names, [holdWork, holdEnded]))];
  return new Map(found.map((one) => [nameOf(one), one]));
}

async function readNamed(
  db: Db | Tx,
  names: readonly MessageName[],
  reads: readonly (typeof findNamed)[],
): Promise<Subject[]> {
  const owners = await ownersOf(
    db,
    names.map(({ campaignId }) => campaignId),
  );
  const owned = names.flatMap(({ campaignId: campaign, subscriberId: subscriber }) => {
    const customer = owners.get(campaign);
    return customer === undefined ? [] : [{ customer, campaign, subscriber }];
  });
  const found: Subject[] = [];
  if (owned.length === 0) return found;
  const span = spanOf(owners.keys());
  for (const read of reads) {
    for (const some of byCustomer(db, owned)) {
      const { rows } = await read(db, { names: some, ...span });
      found.push(...rows.map((row) => ({ ...keyOf(row), state: row.state, finishedAt: row.finished_at })));
    }
  }
  return found;
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
      // Accepted as of then: who follows that may be late already.
      for (const customerId of new Set(accepted.map((row) => row.customer_id))) await wakeFollowers(tx, customerId);
      for (const row of accepted) {
        countInto(deltas, keyOf(row), state, -1);
        countInto(deltas, keyOf(row), 'accepted');
        settled += 1;
      }
    }
  }
  return settled;
}

/**
 * Makes a message accepted that evidence says has arrived while it is tried again: an earlier
 * attempt was taken, whatever the mail server said, and this one may still be refused. What it
 * answers now finds no row. A first attempt goes on, as its answer tells more.
 * @param message in flight, and locked
 * @param at now, ms
 */
export async function settleRepeated(tx: Tx, message: Subject, deltas: CounterDeltas, at: number): Promise<void> {
  const { customerId, campaignId, subscriberId } = message;
  const which = sql<SqlBool>`work.customer_id = ${customerId} and work.campaign_id = ${campaignId}
    and work.subscriber_id = ${subscriberId} and work.attempts > 0`;
  const ended = await endWork(tx, which, { event: 'accept', reason: null, isTried: true, at });
  await tellSettled(tx, ended, at);
  for (const row of ended) countInto(deltas, keyOf(row), 'accepted');
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
