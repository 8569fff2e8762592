// Walks through the people of a list in the order of their ids, as many at a time as take some
// hundredths of a second: no statement holds up the process for long, however few fit, and however
// much is asked of each.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { areOwn } from '../../storage/dialect.ts';
import type { List, Subscriber } from '../../storage/tables.ts';

/** Where to look (after one id and up to another), and for whom. `status` undefined: any. */
export type Stretch = {
  list: Pick<List, 'id' | 'customer_id'>;
  status: string | undefined;
  condition: Expression<SqlBool>;
  after: number;
  upTo: number;
};

/**
 * How many one statement looks at, by how long the one before it held this thread up: its processor
 * time, as on a busy machine, or for a server's answer, few would take as long as many.
 */
export type Pace = { looksAt: number };

const STATEMENT_MS = 25;
/** With a hundred conditions on long values, these take as long as that. */
const FIRST_LOOKED_AT = 20;
const LEAST_LOOKED_AT = 10;
const FASTER = 4;

export const newPace = (): Pace => ({ looksAt: FIRST_LOOKED_AT });

/** Makes a statement, and sets the pace for the next one. @param most that one may look at */
export async function atPace<T>(pace: Pace, statement: () => Promise<T>, most = LOOKED_AT): Promise<T> {
  const began = process.threadCpuUsage();
  const result = await statement();
  const { user, system } = process.threadCpuUsage(began);
  const fitting = pace.looksAt * Math.min(FASTER, STATEMENT_MS / ((user + system) / 1000));
  pace.looksAt = Math.min(most, Math.max(LEAST_LOOKED_AT, Math.round(fitting)));
  return result;
}

/** The most that one statement looks at; whole people take more memory than ids. */
const LOOKED_AT = 2_000;
const PEOPLE_LOOKED_AT = 1_000;

/** What of a person goes into a file. */
const TOLD = [
  ...(['uid', 'email', 'status', 'source', 'ip_address'] as const),
  ...(['field_values', 'created_at', 'confirmed_at', 'unsubscribed_at'] as const),
] as const;
export type ToldPerson = Pick<Subscriber, (typeof TOLD)[number]>;
const told = sql.join(TOLD.map((name) => sql.ref(`subscriber.${name}`)));

const rangeOf = ({ list, status, after, upTo }: Omit<Stretch, 'condition'>) =>
  sql`from subscriber where subscriber.customer_id = ${list.customer_id} and subscriber.list_id = ${list.id}
    ${status === undefined ? sql`` : sql`and subscriber.status = ${status}`}
    and subscriber.id > ${after} and subscriber.id <= ${upTo}`;

/** The last of the ids that the next statement looks at; undefined: it reaches the end. */
async function endOf(db: Db | Tx, stretch: Stretch, looksAt: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select subscriber.id ${rangeOf(stretch)}
    order by subscriber.id limit 1 offset ${sql.lit(looksAt - 1)}`.execute(db);
  return rows[0]?.id;
}

/**
 * Those of the next people who fit; `lookedTo`: go on after it; undefined: that was all.
 * @param pace of the whole walk
 */
export async function nextPeople(
  db: Db | Tx,
  stretch: Stretch,
  pace: Pace,
): Promise<{ rows: ToldPerson[]; lookedTo: number | undefined }> {
  const lookedTo = await endOf(db, stretch, Math.min(pace.looksAt, PEOPLE_LOOKED_AT));
  const reading = sql<ToldPerson>`select ${told} ${rangeOf({ ...stretch, upTo: lookedTo ?? stretch.upTo })}
    and ${stretch.condition} order by subscriber.id`;
  const { rows } = await atPace(pace, () => reading.execute(db), PEOPLE_LOOKED_AT);
  return { rows, lookedTo };
}

/** As nextPeople, ids alone. */
export async function nextIds(
  db: Db,
  stretch: Stretch,
  pace: Pace,
): Promise<{ ids: number[]; lookedTo: number | undefined }> {
  const lookedTo = await endOf(db, stretch, pace.looksAt);
  const reading = sql<{ id: number }>`select subscriber.id ${rangeOf({ ...stretch, upTo: lookedTo ?? stretch.upTo })}
    and ${stretch.condition} order by subscriber.id`;
  const { rows } = await atPace(pace, () => reading.execute(db));
  return { ids: rows.map(({ id }) => id), lookedTo };
}

/** Those of some people who fit now. */
export async function stillFitting(
  tx: Tx,
  { list, status, condition }: Pick<Stretch, 'list' | 'status' | 'condition'>,
  ids: readonly number[],
): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`select subscriber.* from subscriber
    where ${areOwn(tx, 'subscriber', list.customer_id, ids)} and subscriber.list_id = ${list.id}
    ${status === undefined ? sql`` : sql`and subscriber.status = ${status}`}
    and ${condition} order by subscriber.id`.execute(tx);
  return rows;
}

/** How many were counted; `after`: where to go on, undefined: that was all. */
export type PeopleCount = { n: number; after: number | undefined };

/** Counts those who fit for about so long. @param ms at least one statement is made */
export async function countPeople(db: Db, stretch: Stretch, ms: number): Promise<PeopleCount> {
  const until = performance.now() + ms;
  const pace = newPace();
  let [n, after] = [0, stretch.after];
  for (;;) {
    const now = { ...stretch, after };
    const lookedTo = await endOf(db, now, pace.looksAt);
    const counting = sql<{ n: number }>`select count(*) as n
      ${rangeOf({ ...now, upTo: lookedTo ?? stretch.upTo })} and ${stretch.condition}`;
    const { rows } = await atPace(pace, () => counting.execute(db));
    n += Number(rows[0]?.n ?? 0);
    if (lookedTo === undefined) return { n, after: undefined };
    after = lookedTo;
    if (performance.now() > until) return { n, after };
    await new Promise(setImmediate); // lets other work run
  }
}
