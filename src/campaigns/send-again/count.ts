// How many did not open a campaign and can get it again.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { isSuppressed } from '../../suppression/queries.ts';
import { openedByNobody } from './audience.ts';

/** Messages in one statement: some 20 ms on SQLite, where nobody else reads meanwhile. */
const STRETCH = 4_000;

/**
 * Counts who got the campaign, did not open it, is still confirmed and not suppressed. Along the
 * messages by key, in stretches: some seconds for a million.
 */
export async function countNotOpened(
  db: Db,
  { id, customer_id }: Pick<Campaign, 'id' | 'customer_id'>,
): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const stretch = await endOfStretch(db, { id, customer_id }, after);
    if (stretch === undefined) return count;
    const row = await db
      .selectFrom('message')
      .innerJoin('subscriber', (on) =>
        on
          .onRef('subscriber.id', '=', 'message.subscriber_id')
          .onRef('subscriber.customer_id', '=', 'message.customer_id'),
      )
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('message.customer_id', '=', customer_id)
      .where('message.campaign_id', '=', id)
      .where('message.subscriber_id', '>', after)
      .where('message.subscriber_id', '<=', stretch)
      .where('subscriber.status', '=', 'confirmed')
      .where('message.state', '=', 'accepted')
      .where(openedByNobody(customer_id, id))
      .where((is) => is.not(isSuppressed(customer_id, 'subscriber.email_key')))
      .executeTakeFirstOrThrow();
    count += Number(row.n);
    after = stretch;
    await new Promise(setImmediate); // lets other work run
  }
}

/** The last subscriber of the next stretch; undefined when there is none. */
async function endOfStretch(db: Db, { id, customer_id }: Pick<Campaign, 'id' | 'customer_id'>, after: number) {
  const next = db
    .selectFrom('message')
    .select('subscriber_id')
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', id)
    .where('subscriber_id', '>', after)
    .orderBy('subscriber_id')
    .limit(STRETCH);
  const { rows } = await sql<{ last: number | null }>`select max(subscriber_id) as last from (${next}) as next`.execute(
    db,
  );
  return rows[0]?.last === null || rows[0] === undefined ? undefined : Number(rows[0].last);
}
