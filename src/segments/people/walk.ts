// Walks through the people of a list in the order of their ids, some thousand at a time: no
// statement holds up the process for long, however few fit.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { areOwn } from '../../storage/dialect.ts';
import type { List, Subscriber } from '../../storage/tables.ts';

/** Where to look: behind one id and up to another, and whom for. `status` undefined: any. */
export type Stretch = {
  list: Pick<List, 'id' | 'customer_id'>;
  status: string | undefined;
  condition: Expression<SqlBool>;
  after: number;
  upTo: number;
};

/** How many one statement looks at; whole people take more memory than ids. */
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
async function endOf(db: Db | Tx, stretch: Stretch, looksAt = LOOKED_AT): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select subscriber.id ${rangeOf(stretch)}
    order by subscriber.id limit 1 offset ${sql.lit(looksAt - 1)}`.execute(db);
  return rows[0]?.id;
}

/** Those of the next people who fit; `lookedTo`: go on behind it; undefined: that was all. */
export async function nextPeople(
  db: Db | Tx,
  stretch: Stretch,
): Promise<{ rows: ToldPerson[]; lookedTo: number | undefined }> {
  const lookedTo = await endOf(db, stretch, PEOPLE_LOOKED_AT);
  const { rows } = await sql<ToldPerson>`select ${told} ${rangeOf({ ...stretch, upTo: lookedTo ?? stretch.upTo })}
    and ${stretch.condition} order by subscriber.id`.execute(db);
  return { rows, lookedTo };
}

/** As nextPeople, ids alone. */
export async function nextIds(db: Db, stretch: Stretch): Promise<{ ids: number[]; lookedTo: number | undefined }> {
  const lookedTo = await endOf(db, stretch);
  const { rows } = await sql<{
    id: number;
  }>`select subscriber.id ${rangeOf({ ...stretch, upTo: lookedTo ?? stretch.upTo })}
    and ${stretch.condition} order by subscriber.id`.execute(db);
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
  let [n, after] = [0, stretch.after];
  for (;;) {
    const now = { ...stretch, after };
    const lookedTo = await endOf(db, now);
    const { rows } = await sql<{ n: number }>`select count(*) as n
      ${rangeOf({ ...now, upTo: lookedTo ?? stretch.upTo })} and ${stretch.condition}`.execute(db);
    n += Number(rows[0]?.n ?? 0);
    if (lookedTo === undefined) return { n, after: undefined };
    after = lookedTo;
    if (performance.now() > until) return { n, after };
    await new Promise(setImmediate); // lets other work run
  }
}
