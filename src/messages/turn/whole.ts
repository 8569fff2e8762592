// A turn in one statement, where each costs a round trip. It has the parts that the turn has: the
// server sets up each part of a statement each time, whether there is something in it or not.
import { type RawBuilder, sql } from 'kysely';
import { addedTo, slotFor } from '../../campaigns/counters.ts';
import { inSpan, type Span, spanOf } from '../../storage/dialect/span.ts';
import { allAtOnce } from '../../storage/dialect.ts';
import { type Places, packedPlaces, recordPlaces, statement } from '../../storage/statement.ts';
import type { Db } from '../../storage/tables.ts';
import { isDuplicate } from '../../storage/trouble.ts';
import type { KeyRow } from '../keys.ts';
import { END_STATES } from '../rules.ts';
import { type TurnInterest, turnInterest, turnTellingText } from '../told.ts';
import { anyOf, turnedText } from './hold.ts';
import {
  BATCH,
  type BatchRecord,
  type BeginRecord,
  batchesOf,
  ENDING,
  OUTCOME,
  type OutcomeRecord,
  RESUME,
  type ResumeRecord,
} from './records.ts';
import { removeText } from './steps.ts';
import {
  beginText,
  ENDED,
  isClaimed,
  isDone,
  isRunning,
  type Lease,
  putOffText,
  resumeText,
  type StartValues,
} from './texts.ts';

/** Everything in the order of keys, as everyone who locks several messages. */
export type WholeTurn = {
  ends: readonly OutcomeRecord[];
  waits: readonly OutcomeRecord[];
  begins: readonly BeginRecord[];
  resumes: readonly ResumeRecord[];
  closes: readonly BatchRecord[];
};

// Records as they are sent. `batch` of a member: its place in `batches`.
const ENDS = { columns: ENDING, own: ['subscriber', 'reply', 'ended_at'] } as const;
const BATCHES = { columns: { ...BATCH, i: 'number' }, own: ['i', 'n', 'attempt'] } as const;
const MEMBERS = { columns: { batch: 'number', subscriber: 'number' }, own: ['batch', 'subscriber'] } as const;

type Values = StartValues &
  Span & {
    n: number;
    slot: number;
    ends: readonly OutcomeRecord[];
    waits: readonly OutcomeRecord[];
    resumes: readonly ResumeRecord[];
    closes: readonly BatchRecord[];
    /** In order. `records`: the same, for a store that is spread. */
    customers: readonly number[];
    records: readonly { customer: number }[];
    accepted: readonly number[];
    rejected: readonly number[];
    deferred: readonly number[];
    batches: readonly (BatchRecord & { i: number; customer: number })[];
    begins: readonly { batch: number; subscriber: number }[];
  };
type Row = { [name in keyof KeyRow]: number | null };

/** Whether `writeTurn` can be used on this store. */
export const canWriteTurn: (db: Db) => boolean = allAtOnce;

const PARTS = ['ends', 'waits', 'closes', 'begins', 'resumes'] as const;
type Part = (typeof PARTS)[number];

const turns = new Map<string, ReturnType<typeof statement<Values, Row>>>();

/**
 * Writes a turn. A row that is there already (a turn whose commit was not heard of) makes it fail
 * as a whole: rows are inserted without looking, which costs less; the steps bear it.
 * @param n number of the turn
 * @returns keys that may go out; undefined when nothing was written: our lease is gone, the turn is
 * late, or was written before
 */
export async function writeTurn(
  db: Db,
  { leaseId, n, now }: StartValues & { n: number },
  turn: WholeTurn,
): Promise<KeyRow[] | undefined> {
  const parts = PARTS.filter((part) => turn[part].length > 0);
  const batches = batchesOf(turn.begins).map((batch, i) => ({ ...batch, i }));
  const numbers = new Map(batches.map(({ campaign, n, attempt, i }) => [`${campaign} ${n} ${attempt}`, i]));
  const begins = turn.begins.map(({ campaign, batch, attempt, subscriber }) => {
    return { batch: numbers.get(`${campaign} ${batch} ${attempt}`) ?? -1, subscriber };
  });
  const span = spanOf([...batches, ...turn.resumes, ...turn.closes].map(({ campaign }) => campaign));
  const customers = customersOf(turn);
  const records = customers.map((customer) => ({ customer }));
  const isOver = turn.ends.length > 0 || turn.waits.length > 0;
  const told = isOver ? await turnInterest(db, customers) : undefined;
  const shared = { leaseId, n, now, slot: slotFor(db, leaseId), ...(told ?? NOBODY) };
  const values = { ...turn, ...span, ...shared, customers, records, batches, begins };
  try {
    const { rows } = await turnOf(parts, told !== undefined)(db, values);
    if (!rows.some((row) => row.campaign_id === null)) return undefined;
    return rows.filter((row): row is KeyRow => row.campaign_id !== null);
  } catch (error) {
    if (isDuplicate(error)) return undefined;
    throw error;
  }
}

/** The customers of a turn, in order. */
export function customersOf(turn: Partial<WholeTurn>): number[] {
  const records = Object.values(turn).flat() as { customer: number }[];
  return [...new Set(records.map(({ customer }) => customer))].sort((a, b) => a - b);
}

const NOBODY: TurnInterest = { accepted: [], rejected: [], deferred: [] };

function turnOf(parts: readonly Part[], isTold: boolean): ReturnType<typeof statement<Values, Row>> {
  const name = parts.join() + (isTold ? ' told' : '');
  const known = turns.get(name);
  if (known) return known;
  const made = statement<Values, Row>((db, places) => turnText(db, places, { parts, isTold }), { isOnce: true });
  turns.set(name, made);
  return made;
}

/**
 * The hold on the customers comes first, so that who takes it away waits, or this one changes
 * nothing; it has the number of the turn, so that a late one changes nothing (hold.ts).
 */
function turnText(
  db: Parameters<typeof isDone>[0],
  places: Places<Values>,
  { parts, isTold }: { parts: readonly Part[]; isTold: boolean },
): RawBuilder<unknown> {
  const { value } = places;
  const from = { done: parts.includes('ends'), waiting: parts.includes('waits') };
  const lists = { accepted: value('accepted'), rejected: value('rejected'), deferred: value('deferred') };
  const telling = isTold ? sql`, told as (${turnTellingText(lists, from)})` : sql``;
  const started = parts.filter((part) => part === 'begins' || part === 'resumes');
  const keys = started.map(
    (part) => sql`select customer_id, campaign_id, subscriber_id from ${sql.table(STARTED[part])} union all`,
  );
  const customers = places.customer('records', anyOf(value('customers')));
  const turned = turnedText(customers, { leaseId: value('leaseId'), n: value('n') });
  return sql`with turned as (${turned})
    ${sql.join(
      parts.map((part) => sql`, ${TEXTS[part](db, places, isTold)}`),
      sql` `,
    )}${telling}
    ${sql.join(keys, sql` `)} select null, null, null from turned`;
}

const STARTED = { begins: 'begun', resumes: 'resumed' } as const;
const HELD = sql`and exists (select 1 from turned)`;
const KEYS = sql`returning work.customer_id, work.campaign_id, work.subscriber_id`;

/** Where messages of the turn's campaigns are. */
const within =
  (db: Parameters<typeof isDone>[0], { value }: Places<Values>) =>
  (table: string) =>
    inSpan(db, table, value);

type Text = (db: Parameters<typeof isDone>[0], places: Places<Values>, isTold: boolean) => RawBuilder<unknown>;

/** What is told of messages that ended, or wait. */
const TOLD_ENDS = sql`, subscriber_id, finished_at, reason, reply`;
const TOLD_WAITS = sql`returning work.customer_id, work.campaign_id, work.subscriber_id, r.reason, r.reply, r.relay,
  r.deferred_at as at`;

const TEXTS: Record<Part, Text> = {
  ends(_, places, isTold) {
    const counts = END_STATES.map((state) => sql`count(*) filter (where state = ${sql.lit(state)})`);
    const names = END_STATES.map((name) => sql.ref(name));
    return sql`gone as (${removeText(packedPlaces<Values, OutcomeRecord>('ends', ENDS, places), HELD)}),
      done as (insert into message (${ENDED}) select ${ENDED} from gone returning customer_id, campaign_id,
        state${isTold ? TOLD_ENDS : sql``}),
      counted as (insert into campaign_counter (customer_id, campaign_id, slot, ${sql.join(names)})
        select customer_id, campaign_id, cast(${places.value('slot')} as bigint), ${sql.join(counts)} from done
        group by customer_id, campaign_id order by customer_id, campaign_id
        on conflict (customer_id, campaign_id, slot) do update set ${addedTo(END_STATES)})`;
  },
  waits: (_, places, isTold) =>
    sql`waiting as (${putOffText(recordPlaces<Values, OutcomeRecord>('waits', OUTCOME, places), HELD)}
      ${isTold ? TOLD_WAITS : sql``})`,
  closes(db, places) {
    const closes = recordPlaces<Values, BatchRecord>('closes', BATCH, places);
    const which = isClaimed<Values & Lease>(closes);
    const done = isDone(db, closes.member('customer'), within(db, places));
    return sql`closed as (delete from batch using ${closes.set} as r where ${which} and ${done} ${HELD}
        returning batch.campaign_id, batch.n),
      left_over as (update batch set lease_id = null, attempt = null ${closes.from} where ${which}
        and (batch.campaign_id, batch.n) not in (select campaign_id, n from closed) ${HELD})`;
  },
  begins(db, places) {
    const batches = packedPlaces<Values, BatchRecord>('batches', BATCHES, places);
    const ours = sql`select r.* ${batches.from} where exists (select 1 from batch where ${isClaimed<Values & Lease>(batches)}
      limit 1 offset 0) and ${isRunning({ customer: sql.ref('r.customer'), campaign: sql.ref('r.campaign') })}`;
    const text = beginText(
      {
        ...{
          customer: places.customer('records', sql.ref('ours.customer')),
          campaign: sql.ref('ours.campaign'),
          attempt: sql.ref('ours.attempt'),
        },
        subscriber: sql.ref('r.subscriber'),
        from: sql`from ${places.packed('begins', MEMBERS)} as r join ours on ours.i = r.batch`,
      },
      places.value as Places<StartValues>['value'],
      within(db, places),
    );
    return sql`ours as materialized (${ours}), begun as (${text} ${HELD} ${KEYS})`;
  },
  resumes: (db, places) =>
    sql`resumed as (${resumeText(recordPlaces<Values, ResumeRecord>('resumes', RESUME, places), HELD, within(db, places))} ${KEYS})`,
};
