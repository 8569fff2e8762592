// Marks in a list: each says how many people stand between the mark before it and its own, in the
// order of ids. A page of any number is found by adding up some marks instead of walking over
// everybody before it; in a large list some groups of marks, and then marks of one group, so that
// its length matters little. People after the last mark (the newest) have none yet: how many they
// are follows from the list's tally. Ids only grow, so newcomers never stand before a mark; who
// leaves is taken off theirs, and off its group, in the same transaction. Marks are set at the end
// of an import, and by the way for lists whose pages somebody reads.
import { sql } from 'kysely';
import { newPause } from '../../kernel/slices.ts';
import { lockList } from '../../lists/queries.ts';
import { inTransaction } from '../../storage/db.ts';
import { reading, statement, type ValuePlace } from '../../storage/statement.ts';
import { recordStatement } from '../../storage/statements/record-statement.ts';
import type { Db, List, Tx } from '../../storage/tables.ts';

type ListName = Pick<List, 'id' | 'customer_id'>;

/** People between two marks. */
export const PEOPLE_A_MARK = 4_096;
/** Marks in a group. */
const MARKS_A_GROUP = 64;
/** Marks of one transaction: some milliseconds. */
const MARKS_AT_ONCE = 40;

/** 0: a mark; 1: a group of them. */
type Level = 0 | 1;
type OfList = { customerId: number; listId: number };
type OfLevel = OfList & { level: Level };

const lastMark = reading((db, value: ValuePlace<OfLevel>) =>
  db
    .selectFrom('subscriber_mark')
    .select('last_id')
    .where('customer_id', '=', value('customerId'))
    .where('list_id', '=', value('listId'))
    .where('level', '=', value('level'))
    .orderBy('last_id', 'desc')
    .limit(1),
);

const nextMark = reading((db, value: ValuePlace<OfList & { after: number; skipped: number }>) =>
  db
    .selectFrom('subscriber')
    .select('id')
    .where('customer_id', '=', value('customerId'))
    .where('list_id', '=', value('listId'))
    .where('id', '>', value('after'))
    .orderBy('id')
    .offset(value('skipped'))
    .limit(1),
);

/**
 * Sets the marks that a list lacks, in short transactions.
 * @param size people between two marks
 * @param group marks in a group
 */
export async function setMarks(db: Db, list: ListName, size = PEOPLE_A_MARK, group = MARKS_A_GROUP): Promise<void> {
  const of = { customerId: list.customer_id, listId: list.id };
  const pause = newPause();
  const setSome = async (tx: Tx) => {
    await lockList(tx, list); // nobody comes or goes meanwhile
    const isMore = await setSingle(tx, of, size);
    await setGroups(tx, of, group);
    return isMore;
  };
  while (await inTransaction(db, setSome)) await pause();
}

/** @returns whether there may be more to set */
async function setSingle(tx: Tx, of: OfList, size: number): Promise<boolean> {
  let after = (await lastMark(tx, { ...of, level: 0 }))[0]?.last_id ?? 0;
  for (let set = 0; set < MARKS_AT_ONCE; set += 1) {
    const [next] = await nextMark(tx, { ...of, after, skipped: size - 1 });
    if (!next) return false;
    await insertMark(tx, { ...of, level: 0, lastId: next.id, n: size });
    after = next.id;
  }
  return true;
}

async function setGroups(tx: Tx, of: OfList, size: number): Promise<void> {
  let after = (await lastMark(tx, { ...of, level: 1 }))[0]?.last_id ?? 0;
  for (;;) {
    const [next] = (await nextMarks(tx, { ...of, after, size })).rows;
    if (next?.last_id == null || Number(next.marks) < size) return;
    await insertMark(tx, { ...of, level: 1, lastId: next.last_id, n: Number(next.n) });
    after = next.last_id;
  }
}

const nextMarks = statement<
  OfList & { after: number; size: number },
  { marks: number; last_id: number | null; n: number }
>(
  (_, { value }) => sql`select count(*) as marks, max(last_id) as last_id, sum(n) as n from (
    select last_id, n from subscriber_mark where customer_id = ${value('customerId')} and list_id = ${value('listId')}
      and level = 0 and last_id > ${value('after')} order by last_id limit ${value('size')}) as following`,
);

const insertMark = statement<OfLevel & { lastId: number; n: number }>(
  (_, { value }) => sql`insert into subscriber_mark (customer_id, list_id, level, last_id, n)
    values (${value('customerId')}, ${value('listId')}, ${value('level')}, ${value('lastId')}, ${value('n')})`,
);

type Fewer = { lastId: number; gone: number };

const takeOff = recordStatement<OfLevel, Fewer>(
  { lastId: 'number', gone: 'number' },
  (_, { value, member, from }) => sql`update subscriber_mark set n = n - ${member('gone')}${from}
    where subscriber_mark.customer_id = ${value('customerId')} and subscriber_mark.list_id = ${value('listId')}
    and subscriber_mark.level = ${value('level')} and subscriber_mark.last_id = ${member('lastId')}`,
);

const marksBetween = reading((db, value: ValuePlace<OfLevel & { from: number; to: number }>) =>
  db
    .selectFrom('subscriber_mark')
    .select('last_id')
    .where('customer_id', '=', value('customerId'))
    .where('list_id', '=', value('listId'))
    .where('level', '=', value('level'))
    .where('last_id', '>=', value('from'))
    // up to the mark that the last one stands before
    .where('last_id', '<=', (is) =>
      is.fn.coalesce(
        is
          .selectFrom('subscriber_mark as above')
          .select(({ fn }) => fn.min<number>('above.last_id').as('id'))
          .where('above.customer_id', '=', value('customerId'))
          .where('above.list_id', '=', value('listId'))
          .where('above.level', '=', value('level'))
          .where('above.last_id', '>=', value('to')),
        sql<number>`9007199254740991`,
      ),
    )
    .orderBy('last_id'),
);

/** Takes people off their marks. Call it in the transaction that removes their rows. */
export async function takeOffMarks(tx: Tx, list: ListName, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const of = { customerId: list.customer_id, listId: list.id };
  const sorted = [...ids].sort((a, b) => a - b);
  for (const level of [0, 1] as const) {
    const marks = await marksBetween(tx, { ...of, level, from: sorted[0] ?? 0, to: sorted.at(-1) ?? 0 });
    if (marks.length === 0) return; // no group either
    await takeOff(tx, { ...of, level }, fewerOf(marks, sorted));
  }
}

/** How many of these people stand before each mark. @param sorted their ids */
function fewerOf(marks: readonly { last_id: number }[], sorted: readonly number[]): Fewer[] {
  const gone = new Map<number, number>();
  let at = 0;
  for (const id of sorted) {
    while (at < marks.length && (marks[at]?.last_id ?? 0) < id) at += 1;
    const mark = marks[at];
    if (mark) gone.set(mark.last_id, (gone.get(mark.last_id) ?? 0) + 1);
  }
  return [...gone].map(([lastId, n]) => ({ lastId, gone: n }));
}

/** Forgets the marks of a list that is gone. */
export async function removeMarks(tx: Tx, list: ListName): Promise<void> {
  await tx
    .deleteFrom('subscriber_mark')
    .where('customer_id', '=', list.customer_id)
    .where('list_id', '=', list.id)
    .execute();
}
