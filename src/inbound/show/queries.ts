// Statements about returned mail for people: how much came, and what was not understood.

import { sql } from 'kysely';
import { DAY_MS } from '../../kernel/durations.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { LINE, type ReturnedLine } from '../queries-returned.ts';

/** How long numbers of a day are kept. */
const KEPT_DAYS = 90;

/** Counts mails of a day (UTC) by where they came from. */
export async function countReturnedOf(
  tx: Db | Tx,
  origin: string,
  { understood, unknown, at }: { understood: number; unknown: number; at: number },
): Promise<void> {
  const day = Math.floor(at / DAY_MS);
  await tx
    .insertInto('returned_count')
    .values({ origin, day, understood, not_understood: unknown })
    .onConflict((conflict) =>
      conflict.columns(['origin', 'day']).doUpdateSet({
        understood: sql<number>`returned_count.understood + excluded.understood`,
        not_understood: sql<number>`returned_count.not_understood + excluded.not_understood`,
      }),
    )
    .execute();
}

/** Removes numbers of days long ago: all at once, as they are few. @returns false */
export async function removeOldCounts(db: Db, at: number): Promise<boolean> {
  const oldest = Math.floor(at / DAY_MS) - KEPT_DAYS;
  await db.deleteFrom('returned_count').where('day', '<', oldest).execute();
  return false;
}

/** The numbers since an instant, by where the mails came from. */
export async function sumReturned(db: Db, since: number) {
  const rows = await db
    .selectFrom('returned_count')
    .select('origin')
    .select(({ fn }) => [fn.sum<number>('understood').as('understood'), fn.sum<number>('not_understood').as('unknown')])
    .select(({ fn }) => fn.max('day').as('day'))
    .where('day', '>', Math.floor(since / DAY_MS))
    .groupBy('origin')
    .execute();
  return new Map(
    rows.map(({ origin, understood, unknown, day }) => {
      return [origin, { understood: Number(understood), unknown: Number(unknown), day: Number(day) }];
    }),
  );
}

/** Mails that were not understood, newest first: those before one. */
export function pageOfReturned(db: Db, before: number | undefined, limit: number): Promise<ReturnedLine[]> {
  return db
    .selectFrom('returned_mail')
    .select(LINE)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
