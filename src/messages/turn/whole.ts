// A turn in one statement, where each costs a round trip. It has the parts that the turn has: the
// server sets up each part of a statement each time, whether there is something in it or not.
// On a store that is spread the steps are faster: Citus runs one part after the other, and sends
// what one gives to another one to all machines, also to those that do not answer.
import { type RawBuilder, sql } from 'kysely';
import { addedTo, slotFor } from '../../campaigns/counters.ts';
import { inSpan, type Span, spanOf } from '../../storage/dialect/span.ts';
import { type Places, statement } from '../../storage/statement.ts';
import { packedPlaces, recordPlaces } from '../../storage/statements/record-statement.ts';
import type { Db } from '../../storage/tables.ts';
import { isDuplicate } from '../../storage/trouble.ts';
import { END_STATES } from '../rules.ts';
import { type TurnInterest, turnInterest, turnTellingText } from '../webhook-facts.ts';
import type { Held } from './hold.ts';
import { flightsText } from './in-flight.ts';
import {
  BATCH,
  type BatchRecord,
  type BegunBatch,
  batchesOf,
  ENDING,
  FLIGHT,
  type FlightRecord,
  OUTCOME,
  type OutcomeRecord,
  type StartedWork,
  type WholeTurn,
  WORK_START,
  type WorkStartRecord,
} from './records.ts';
import {
  ENDED,
  flightEndValues,
  flightWaitText,
  isClaimed,
  isDone,
  isRunning,
  type LeaseValues,
  mayBegin,
  type StartValues,
  workEndText,
  workStartText,
  workWaitText,
} from './texts.ts';

// Records as they are sent. `batch` of a member: its place in `batches`.
const FLIGHT_ENDS = {
  columns: { ...ENDING, in_flight_at: 'number' },
  own: ['subscriber', 'reply', 'ended_at'],
} as const;
const WORK_ENDS = { columns: ENDING, own: ['subscriber', 'reply', 'ended_at'] } as const;
const BATCHES = { columns: { ...BATCH, i: 'number', revision: 'number' }, own: ['i', 'n', 'attempt'] } as const;
const MEMBER = { batch: 'number', subscriber: 'number', changed_at: 'number' } as const;
const MEMBERS = { columns: MEMBER, own: ['batch', 'subscriber', 'changed_at'] } as const;
const HOLDS = { customer: 'number', last: 'number', edits: 'number', starts: 'number', flights: 'text' } as const;

type Values = StartValues &
  Span &
  Omit<WholeTurn, 'memberStarts'> & {
    n: number;
    slot: number;
    /** In order; what of each is in flight after it, and how many members of batches begin. */
    holds: readonly HoldRecord[];
    /** The same where the turn has one customer only. */
    customer: number;
    last: number;
    edits: number;
    starts: number;
    flights: string;
    accepted: readonly number[];
    rejected: readonly number[];
    deferred: readonly number[];
    batches: readonly (BegunBatch & { i: number })[];
    memberStarts: readonly { batch: number; subscriber: number; changed_at: number | null }[];
  };
/** `last`: the number of the turn before. */
type HoldRecord = { customer: number; last: number; edits: number; starts: number; flights: string };
/** Work that was started; of a customer whose part was written also a row without the others. */
type Row = StartedWork | ({ customer_id: number } & Record<Exclude<keyof StartedWork, 'customer_id'>, null>);

const PARTS = ['flightEnds', 'flightWaits', 'workEnds', 'workWaits', 'closes', 'memberStarts', 'workStarts'] as const;
type Part = (typeof PARTS)[number];

const turns = new Map<string, ReturnType<typeof statement<Values, Row>>>();

/** The customers whose parts were written, and which rows of work may go out. */
export type WrittenTurn = { customers: Set<number>; startedWork: StartedWork[] };

/**
 * Writes a turn. A row that is there already (a turn whose commit was not heard of) makes it fail
 * as a whole: rows are inserted without looking, which costs less; the steps bear it. Nothing is
 * written of a customer whose hold is gone or was changed by others, of whom not everybody may
 * begin, nor of a turn that is late.
 * @param n number of the turn
 * @param holds of all its customers, as they are after it
 */
export async function writeTurn(
  db: Db,
  { leaseId, n, now }: StartValues & { n: number },
  turn: WholeTurn,
  holds: readonly Held[],
): Promise<WrittenTurn> {
  const parts = PARTS.filter((part) => turn[part].length > 0);
  const batches = batchesOf(turn.memberStarts).map((batch, i) => ({ ...batch, i }));
  const numbers = new Map(batches.map(({ campaign, n, attempt, i }) => [`${campaign} ${n} ${attempt}`, i]));
  const memberStarts = turn.memberStarts.map(({ campaign, batch, attempt, subscriber, changed_at }) => {
    return { batch: numbers.get(`${campaign} ${batch} ${attempt}`) ?? -1, subscriber, changed_at };
  });
  const span = spanOf([...batches, ...turn.workStarts, ...turn.closes].map(({ campaign }) => campaign));
  const isOver = parts.some((part) => part !== 'closes' && part !== 'memberStarts' && part !== 'workStarts');
  const customers = holds.map(({ customer }) => customer);
  const told = isOver ? await turnInterest(db, customers) : undefined;
  const shared = { leaseId, n, now, slot: slotFor(db, leaseId, n), ...(told ?? NOBODY) };
  const records = holds.map(({ customer, n: last, edits, flights }): HoldRecord => {
    const starts = turn.memberStarts.filter((start) => start.customer === customer).length;
    return { customer, last, edits, starts, flights: flightsText(flights) };
  });
  const { customer = 0, last = 0, edits = 0, starts = 0, flights = '' } = records[0] ?? {};
  const alone = { customer, last, edits, starts, flights };
  const values = { ...turn, ...span, ...shared, ...alone, holds: records, batches, memberStarts };
  try {
    const { rows } = await turnOf(parts, { isTold: told !== undefined, isAlone: holds.length === 1 })(db, values);
    const written = rows.filter((row) => row.campaign_id === null).map((row) => row.customer_id);
    return {
      customers: new Set(written),
      startedWork: rows.filter((row): row is StartedWork => row.campaign_id !== null),
    };
  } catch (error) {
    if (isDuplicate(error)) return { customers: new Set(), startedWork: [] };
    throw error;
  }
}

const NOBODY: TurnInterest = { accepted: [], rejected: [], deferred: [] };

/** `isTold`: somebody wants to hear of it; `isAlone`: it is about one customer. */
type Kind = { isTold: boolean; isAlone: boolean };

function turnOf(parts: readonly Part[], kind: Kind): ReturnType<typeof statement<Values, Row>> {
  const name = `${parts.join()} ${kind.isTold} ${kind.isAlone}`;
  const known = turns.get(name);
  if (known) return known;
  const made = statement<Values, Row>((db, places) => turnText(db, places, parts, kind), { isOnce: true });
  turns.set(name, made);
  return made;
}

type Engine = Parameters<typeof isDone>[0];
/** `isHeld`: a condition on a record `r`: what is written is of customers whose holds are ours. */
type Wanted = Kind & { has(part: Part): boolean; isHeld: RawBuilder<unknown> };

/**
 * The holds on the customers come before all that is written, so that who takes one away waits, or
 * this one changes nothing; they have the number of the turn, so that a late one changes nothing
 * (hold.ts).
 */
function turnText(db: Engine, places: Places<Values>, parts: readonly Part[], kind: Kind): RawBuilder<unknown> {
  const isHeld = kind.isAlone
    ? sql`exists (select 1 from turned)`
    : sql`r.customer in (select customer_id from turned)`;
  const wanted: Wanted = { ...kind, isHeld, has: (part) => parts.includes(part) };
  const tables = [
    ...startableText(db, places, wanted),
    sql`turned as (${turnedText(places, wanted)})`,
    ...doneText(places, wanted),
    ...waitingText(places, wanted),
    ...closedText(db, places, wanted),
    ...startedText(db, places, wanted),
    ...toldText(places, wanted),
  ];
  const ofWork = sql`select customer_id, campaign_id, subscriber_id, attempt from started_work union all`;
  return sql`with ${sql.join(tables)} ${wanted.has('workStarts') ? ofWork : sql``}
    select customer_id, cast(null as bigint) as campaign_id, cast(null as bigint) as subscriber_id,
      cast(null as bigint) as attempt from turned`;
}

/** Where messages of the turn's campaigns are. */
const within =
  (db: Engine, { value }: Places<Values>) =>
  (table: string) =>
    inSpan(db, table, value);

function startableText(db: Engine, places: Places<Values>, { has }: Wanted): RawBuilder<unknown>[] {
  if (!has('memberStarts')) return [];
  const batches = packedPlaces<Values, BatchRecord>('batches', BATCHES, places);
  const ours = sql`select r.* ${batches.from} where exists (select 1 from batch where ${isClaimed<Values & LeaseValues>(batches)}
    limit 1 offset 0)
    and ${isRunning({ customer: sql.ref('r.customer'), campaign: sql.ref('r.campaign'), revision: sql.ref('r.revision') })}`;
  const key = {
    customer: sql.ref('ours.customer'),
    campaign: sql.ref('ours.campaign'),
    subscriber: sql.ref('r.subscriber'),
    changedAt: sql.ref('r.changed_at'),
  };
  const startable = sql`select ours.customer from ${places.packed('memberStarts', MEMBERS)} as r join ours on ours.i = r.batch
    where ${mayBegin(key, within(db, places))}`;
  return [sql`ours as materialized (${ours})`, sql`startable as (${startable})`];
}

function turnedText(places: Places<Values>, { has, isAlone }: Wanted): RawBuilder<unknown> {
  const { value, records } = places;
  const [n, leaseId] = [value('n'), value('leaseId')];
  if (isAlone) {
    const all = has('memberStarts') ? sql`and (select count(*) from startable) = ${value('starts')}` : sql``;
    return sql`update worker_turn set n = ${n}, in_flight = ${value('flights')}
      where worker_turn.customer_id = ${value('customer')} and worker_turn.lease_id = ${leaseId}
        and worker_turn.n = ${value('last')} and worker_turn.edits = ${value('edits')} ${all}
      returning worker_turn.customer_id`;
  }
  const own = sql`(select count(*) from startable where startable.customer = hold.customer)`;
  const all = has('memberStarts') ? sql`and ${own} = hold.starts` : sql``;
  return sql`update worker_turn set n = ${n}, in_flight = hold.flights from ${records('holds', HOLDS)} as hold
    where worker_turn.customer_id = hold.customer and worker_turn.lease_id = ${leaseId} and worker_turn.n = hold.last
      and worker_turn.edits = hold.edits ${all} returning worker_turn.customer_id`;
}

function doneText(places: Places<Values>, { has, isTold, isHeld }: Wanted): RawBuilder<unknown>[] {
  const [flightEnds, workEnds] = [has('flightEnds'), has('workEnds')];
  if (!flightEnds && !workEnds) return [];
  const flights = packedPlaces<Values, FlightRecord>('flightEnds', FLIGHT_ENDS, places);
  const sources = [
    ...(flightEnds ? [sql`select ${flightEndValues<Values>(flights)} ${flights.from} where ${isHeld}`] : []),
    ...(workEnds ? [sql`select ${ENDED} from gone`] : []),
  ];
  const gone = sql`gone as (${workEndText(packedPlaces<Values, OutcomeRecord>('workEnds', WORK_ENDS, places), sql`and ${isHeld}`)})`;
  const counts = END_STATES.map((state) => sql`count(*) filter (where state = ${sql.lit(state)})`);
  const names = END_STATES.map((name) => sql.ref(name));
  return [
    ...(workEnds ? [gone] : []),
    sql`done as (insert into message (${ENDED}) ${sql.join(sources, sql` union all `)} returning customer_id, campaign_id,
      state${isTold ? TOLD_ENDS : sql``})`,
    sql`counted as (insert into campaign_counter (customer_id, campaign_id, slot, ${sql.join(names)})
      select customer_id, campaign_id, cast(${places.value('slot')} as bigint), ${sql.join(counts)} from done
      group by customer_id, campaign_id order by customer_id, campaign_id
      on conflict (customer_id, campaign_id, slot) do update set ${addedTo(END_STATES)})`,
  ];
}

/** What is told of messages that ended, or wait. */
const TOLD_ENDS = sql`, subscriber_id, finished_at, reason, reply`;
const TOLD_WORK_WAITS = sql`returning work.customer_id, work.campaign_id, work.subscriber_id, r.reason, r.reply, r.relay,
  r.deferred_at as at`;
const TOLD_FLIGHT_WAITS = sql`returning customer_id, campaign_id, subscriber_id, reason, reply, relay_id as relay, deferred_since as at`;

function waitingText(places: Places<Values>, { has, isTold, isHeld }: Wanted): RawBuilder<unknown>[] {
  const workWaits = recordPlaces<Values, OutcomeRecord>('workWaits', OUTCOME, places);
  const flightWaits = recordPlaces<Values, FlightRecord>('flightWaits', FLIGHT, places);
  return [
    ...(has('workWaits')
      ? [sql`work_waits as (${workWaitText(workWaits, sql`and ${isHeld}`)} ${isTold ? TOLD_WORK_WAITS : sql``})`]
      : []),
    ...(has('flightWaits')
      ? [
          sql`flight_waits as (${flightWaitText(flightWaits, sql`where ${isHeld}`)} ${isTold ? TOLD_FLIGHT_WAITS : sql``})`,
        ]
      : []),
  ];
}

function closedText(db: Engine, places: Places<Values>, { has, isHeld }: Wanted): RawBuilder<unknown>[] {
  if (!has('closes')) return [];
  const closes = recordPlaces<Values, BatchRecord>('closes', BATCH, places);
  const which = isClaimed<Values & LeaseValues>(closes);
  const done = isDone(db, closes.member('customer'), within(db, places));
  return [
    sql`closed as (delete from batch using ${closes.set} as r where ${which} and ${done} and ${isHeld}
      returning batch.campaign_id, batch.n)`,
    sql`left_over as (update batch set lease_id = null, attempt = null ${closes.from} where ${which}
      and (batch.campaign_id, batch.n) not in (select campaign_id, n from closed) and ${isHeld})`,
  ];
}

function startedText(db: Engine, places: Places<Values>, { has, isHeld }: Wanted): RawBuilder<unknown>[] {
  if (!has('workStarts')) return [];
  const workStarts = recordPlaces<Values, WorkStartRecord>('workStarts', WORK_START, places);
  return [
    sql`started_work as (${workStartText(workStarts, sql`and ${isHeld}`, within(db, places))}
      returning work.customer_id, work.campaign_id, work.subscriber_id, work.attempt)`,
  ];
}

function toldText({ value }: Places<Values>, { has, isTold }: Wanted): RawBuilder<unknown>[] {
  if (!isTold) return [];
  const lists = { accepted: value('accepted'), rejected: value('rejected'), deferred: value('deferred') };
  const waiting = [...(has('workWaits') ? ['work_waits'] : []), ...(has('flightWaits') ? ['flight_waits'] : [])];
  const all = waiting.map((table) => sql`select * from ${sql.table(table)}`);
  const from = { done: has('flightEnds') || has('workEnds'), waiting: waiting.length > 0 };
  return [
    ...(from.waiting ? [sql`waiting as (${sql.join(all, sql` union all `)})`] : []),
    sql`told as (${turnTellingText(lists, from)})`,
  ];
}
