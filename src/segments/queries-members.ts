// Statements that find a segment's members. Only confirmed subscribers are members: nobody else can
// be mailed. No index has a segment's members, so they are searched in stretches of the list: on
// SQLite a statement holds up everything else in the process.
import { type Compilable, type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../storage/db.ts';
import { inOrderOf } from '../storage/paging.ts';
import type { Segment, Subscriber } from '../storage/tables.ts';

const EVERYBODY = sql<SqlBool>`1 = 1`;

const confirmedIn = (db: Db, segment: Segment, condition: Expression<SqlBool>) =>
  db
    .selectFrom('subscriber')
    .where('subscriber.list_id', '=', segment.list_id)
    .where('subscriber.customer_id', '=', segment.customer_id)
    .where('subscriber.status', '=', 'confirmed')
    .where(condition);

/** Searches a list for the members of a segment, one stretch at a time. */
export type Search = {
  /**
   * Counts the members among the next `limit` confirmed subscribers after an id; `at` says where
   * that stretch ended, 0 when it was the last.
   */
  countAfter(afterId: number, limit: number): Promise<{ members: number; lastId: number }>;
  /**
   * Ids of members among the `limit` confirmed subscribers before an id, newest first, at most
   * `take`; and where to go on, 0 at the end of the list.
   */
  before(
    beforeId: number,
    { limit, take }: { limit: number; take: number },
  ): Promise<{ ids: number[]; nextId: number }>;
};

/** Statements are compiled once: for a hundred conditions, compiling takes as long as a stretch. */
export function searchOf(db: Db, segment: Segment, condition: Expression<SqlBool>): Search {
  const everybody = confirmedIn(db, segment, EVERYBODY).select('subscriber.id').limit(1);
  const members = confirmedIn(db, segment, condition);
  const { from, to, rows } = PLACES;
  const endAfter = prepared<{ id: number }>(
    db,
    everybody.where('subscriber.id', '>', from).orderBy('subscriber.id').offset(rows),
  );
  const endBefore = prepared<{ id: number }>(
    db,
    everybody.where('subscriber.id', '<', from).orderBy('subscriber.id', 'desc').offset(rows),
  );
  const count = prepared<{ n: number }>(
    db,
    members
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('subscriber.id', '>', from)
      .where('subscriber.id', '<=', to),
  );
  const ids = prepared<{ id: number }>(
    db,
    members
      .select('subscriber.id')
      .where('subscriber.id', '<', from)
      .where('subscriber.id', '>=', to)
      .orderBy('subscriber.id', 'desc')
      .limit(rows),
  );
  return {
    async countAfter(afterId, limit) {
      const [end] = await endAfter({ from: afterId, rows: limit - 1 });
      const [counted] = await count({ from: afterId, to: end?.id ?? Number.MAX_SAFE_INTEGER });
      return { members: Number(counted?.n ?? 0), lastId: end?.id ?? 0 };
    },
    async before(beforeId, { limit, take }) {
      const [end] = await endBefore({ from: beforeId, rows: limit - 1 });
      const found = (await ids({ from: beforeId, to: end?.id ?? 0, rows: take })).map((row) => row.id);
      const last = found.at(-1);
      return { ids: found, nextId: found.length === take && last !== undefined ? last : (end?.id ?? 0) };
    },
  };
}

type Bounds = { from: number; to?: number; rows?: number };

/** Placeholders among the parameters, which the bounds of a stretch replace. */
const MARKS: Record<keyof Bounds, object> = { from: {}, to: {}, rows: {} };
const NAMES = new Map<unknown, keyof Bounds>([
  [MARKS.from, 'from'],
  [MARKS.to, 'to'],
  [MARKS.rows, 'rows'],
]);
const placeOf = (name: keyof Bounds) => sql.val<number>(MARKS[name] as unknown as number);
/** Placeholders of bounds in a query that is prepared. */
export const PLACES = { from: placeOf('from'), to: placeOf('to'), rows: placeOf('rows') };

/** Compiles a query now, to run it with bounds later. */
export function prepared<Row>(db: Db, query: Compilable<Row>): (bounds: Bounds) => Promise<Row[]> {
  const compiled = query.compile();
  return async (bounds) => {
    const parameters = compiled.parameters.map((parameter) => {
      const name = NAMES.get(parameter);
      return name === undefined ? parameter : bounds[name];
    });
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** The subscribers of these ids, in this order. */
export async function subscribersById(db: Db, segment: Segment, ids: readonly number[]): Promise<Subscriber[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('subscriber')
    .selectAll()
    .where('customer_id', '=', segment.customer_id)
    .where('id', 'in', ids)
    .execute();
  return inOrderOf(ids, rows);
}
