// How many did not open a campaign and can get it again.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { isSuppressed } from '../../suppression/queries.ts';
import { mailingOf } from '../ab-test/queries.ts';
import { openedByNobody } from './audience.ts';

/** Messages in one statement: some 20 ms on SQLite, where nobody else reads meanwhile. */
const STRETCH = 4_000;

type Of = Pick<Campaign, 'id' | 'customer_id'>;

/** `count` in campaigns of lower ids, and in `campaign` up to the subscriber `after`. */
export type NotOpened = { count: number; campaign: number; after: number };

/** Begins to count. */
export const noneCounted = (): NotOpened => ({ count: 0, campaign: 0, after: 0 });

/**
 * Counts who got the campaign, or one of its A/B test, did not open it, is still confirmed and not
 * suppressed. Along the messages by key, in stretches: some seconds for a million.
 */
export async function countNotOpened(db: Db, campaign: Of & Partial<Pick<Campaign, 'test_of'>>): Promise<number> {
  const sums = noneCounted();
  const mailing = await mailingOf(db, campaign);
  while (await countStretch(db, campaign.customer_id, mailing, sums)) await new Promise(setImmediate); // lets other work run
  return sums.count;
}

/** Adds the next stretch of the messages of some campaigns. @returns whether there may be more */
export async function countStretch(
  db: Db,
  customerId: number,
  campaignIds: readonly number[],
  sums: NotOpened,
): Promise<boolean> {
  const id = campaignIds.find((one) => one >= sums.campaign);
  if (id === undefined) return false;
  const after = id === sums.campaign ? sums.after : 0;
  const { count, last } = await notOpenedBehind(db, { id, customer_id: customerId }, after);
  sums.count += count;
  sums.after = last ?? 0;
  sums.campaign = last === undefined ? id + 1 : id;
  return true;
}

/**
 * How many of them are in the next stretch of messages after a subscriber.
 * @returns with the last subscriber of the stretch; undefined when there is none
 */
async function notOpenedBehind(
  db: Db,
  { id, customer_id }: Of,
  after: number,
): Promise<{ count: number; last: number | undefined }> {
  const last = await endOfStretch(db, { id, customer_id }, after);
  if (last === undefined) return { count: 0, last };
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
    .where('message.subscriber_id', '<=', last)
    .where('subscriber.status', '=', 'confirmed')
    .where('message.state', '=', 'accepted')
    .where(openedByNobody(db, customer_id, [id]))
    .where((is) => is.not(isSuppressed(customer_id, 'subscriber.email_key')))
    .executeTakeFirstOrThrow();
  return { count: Number(row.n), last };
}

/** The last subscriber of the next stretch; undefined when there is none. */
async function endOfStretch(db: Db, { id, customer_id }: Of, after: number) {
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
