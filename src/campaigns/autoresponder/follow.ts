// Statements and actions on autoresponders: how far each has followed its events. The place is an
// event, not a time, so a changed delay never skips anybody: everyone up to that event was looked
// at and nobody after it.
import { type RawBuilder, sql } from 'kysely';
import { activeAmong } from '../../storage/campaign-conditions.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { lockRows, recordSet } from '../../storage/dialect.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import { byCustomer } from '../../storage/statement.ts';
import type { Campaign } from '../../storage/tables.ts';
import { pauseAndTell } from '../delivery/webhook-facts.ts';
import { type FollowedEvent, startOf } from './follow-rules.ts';

/** An autoresponder under way, without its content, and the zone of its customer's calendar. */
export type Autoresponder = Pick<
  Campaign,
  | 'id'
  | 'uid'
  | 'customer_id'
  | 'list_id'
  | 'segment_id'
  | 'options'
  | 'send_at'
  | 'started_at'
  | 'updated_at'
  | 'followed_at'
  | 'followed_id'
  | 'rests_until'
> & { time_zone: string };

/**
 * Written as in index campaign_follows. An autoresponder that was ended, and whose failed messages
 * are retried, follows nobody.
 */
const FOLLOWS = sql<boolean>`campaign.type = 'autoresponder' and campaign.status = 'sending' and campaign.freeze_done = 0`;

/** Most have nothing to do for hours: whoever looks for what is due looks at the others alone. */
const isAwake = (at: number) => sql<boolean>`campaign.rests_until <= ${at}`;

/** Another value that is over already: who read the former one notes no rest any more. */
const WOKEN = sql<number>`case when rests_until > 0 then 0 else rests_until - 1 end`;

/** What an autoresponder has to write beside a change of what it follows, or of when. */
export const AWAKE = { rests_until: WOKEN };

/**
 * Pauses the autoresponders of inactive customers and of removed lists.
 * @param which those alone that do not rest at `at` (ms), or all
 */
export async function pauseSwitchedOffFollowers(db: Db, at: number, which: 'awake' | 'all' = 'awake'): Promise<void> {
  await pauseAndTell(db, (on) => pauseFollowers(on, which === 'all' ? sql<boolean>`1 = 1` : isAwake(at)), at);
}

async function pauseFollowers(db: Db | Tx, isMeant: RawBuilder<boolean>) {
  const those = await customersToPoll(db, 'follow');
  const { rows } = await sql<Pick<Campaign, 'id' | 'customer_id'>>`update campaign set status = 'paused'
    where ${FOLLOWS} and ${isMeant} and not (${activeAmong(those)}) and ${isAmong(those, 'campaign.customer_id')}
    returning id, customer_id`.execute(db);
  return rows;
}

/**
 * The autoresponders whose send time has come, that are not paused, and that do not rest. `at` is
 * now, in ms.
 */
export async function autorespondersUnderWay(db: Db, at: number): Promise<Autoresponder[]> {
  const found = await db
    .selectFrom('campaign')
    .innerJoin('customer', 'customer.id', 'campaign.customer_id')
    .select(['campaign.id', 'campaign.uid', 'campaign.customer_id', 'campaign.list_id', 'campaign.segment_id'])
    .select(['campaign.options', 'campaign.send_at', 'campaign.started_at', 'campaign.updated_at'])
    .select(['campaign.followed_at', 'campaign.followed_id', 'campaign.rests_until'])
    .select('customer.time_zone')
    .where(FOLLOWS)
    .where(isAwake(at))
    .where(isAmong(await customersToPoll(db, 'follow'), 'campaign.customer_id'))
    .where('campaign.send_at', '<=', at) // later while it was paused and rescheduled
    .execute();
  return found.sort((a, b) => a.id - b.id); // for an order in the statement SQLite would read all campaigns
}

/**
 * Ids of the campaigns that each of the autoresponders follows, in the same order: all that are one
 * mailing with the named one (an A/B test); none where it follows none or one that was deleted. One
 * statement.
 */
export async function followedCampaigns(
  db: Db,
  followers: readonly { customerId: number; followed: FollowedEvent }[],
): Promise<number[][]> {
  const records = followers.flatMap(({ customerId, followed }, at) =>
    followed.event === 'subscribe' ? [] : [{ at, customer: customerId, number: followed.campaignNumber }],
  );
  const ids = followers.map((): number[] => []);
  for (const some of records.length === 0 ? [] : byCustomer(db, records)) {
    const set = recordSet(db, some, { at: 'number', customer: 'number', number: 'number' });
    const parts = ['id', 'test_of'].map(
      (column) => sql`select w.at, part.id from ${set} as w
        join campaign as named on named.customer_id = w.customer and named.number = w.number
          and named.status <> 'pending-delete'
        join campaign as part on part.customer_id = w.customer
          and ${sql.ref(`part.${column}`)} = coalesce(named.test_of, named.id) and part.status <> 'pending-delete'`,
    );
    const { rows } = await sql<{ at: number; id: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
    for (const { at, id } of rows) ids[at]?.push(id);
  }
  return ids;
}

/**
 * Begins with the first event at `from` or later (ms); also used to begin again after its events
 * changed.
 * @returns the autoresponder as it is then; undefined when it has changed since it was read
 */
export async function beginFollowing<A extends Autoresponder>(db: Db, read: A, from: number): Promise<A | undefined> {
  const begun = { started_at: startOf(read), followed_at: from, followed_id: 0 };
  const result = await db
    .updateTable('campaign')
    .set(begun)
    .where('customer_id', '=', read.customer_id)
    .where('id', '=', read.id)
    .where('status', '=', 'sending')
    .where('updated_at', '=', read.updated_at)
    .where('followed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n ? { ...read, ...begun } : undefined;
}

/** An autoresponder as it was read, with the instant (ms) before which nothing of its is due. */
export type Resting = { campaign: Autoresponder; until: number };

/** Lets autoresponders rest that are as they were read. One statement. */
export async function restFollowers(db: Db, resting: readonly Resting[]): Promise<void> {
  const records = resting.map(({ campaign, until }) => ({
    customer: campaign.customer_id,
    campaign: campaign.id,
    at: campaign.followed_at,
    place: campaign.followed_id,
    known: campaign.rests_until,
    until,
  }));
  const columns = { customer: 'number', campaign: 'number', at: 'number', place: 'number', known: 'number' } as const;
  for (const some of records.length === 0 ? [] : byCustomer(db, records)) {
    const set = recordSet(db, some, { ...columns, until: 'number' });
    await sql`update campaign set rests_until = w.until from ${set} as w
      where campaign.customer_id = w.customer and campaign.id = w.campaign and campaign.status = 'sending'
        and campaign.followed_at = w.at and campaign.followed_id = w.place
        and campaign.rests_until = w.known`.execute(db);
  }
}

/**
 * Ends the rest of a customer's autoresponders: events may be due sooner than it was known. Call it
 * with the change.
 */
export async function wakeFollowers(tx: Tx, customerId: number): Promise<void> {
  await sql`update campaign set rests_until = ${WOKEN}
    where customer_id = ${customerId} and type = 'autoresponder' and status = 'sending'`.execute(tx);
}

/**
 * After a clock that was ahead was put back: ends rests that are longer than any (`mostMs`), or of
 * autoresponders whose place is still to come.
 */
export async function endRestsAhead(db: Db, at: number, mostMs: number): Promise<void> {
  await sql`update campaign set rests_until = 0
    where ${FOLLOWS} and rests_until > ${at} and (rests_until > ${at + mostMs} or followed_at > ${at})
      and ${isAmong(await customersToPoll(db, 'follow'), 'customer_id')}`.execute(db);
}

/** An event: its time and the id of its row. */
export type EventKey = { at: number; id: number };

/**
 * Records that the events up to `to` have been followed.
 * @param read the autoresponder as it was before
 * @returns false when it has changed since, or another node has moved it on: then nothing may be
 * written
 */
export async function moveFollowing(tx: Db | Tx, read: Autoresponder, to: EventKey): Promise<boolean> {
  const result = await tx
    .updateTable('campaign')
    .set({ followed_at: to.at, followed_id: to.id })
    .where('customer_id', '=', read.customer_id)
    .where('id', '=', read.id)
    .where('status', '=', 'sending')
    .where('updated_at', '=', read.updated_at)
    .where('followed_at', '=', read.followed_at)
    .where('followed_id', '=', read.followed_id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Locks an autoresponder until the transaction ends. @returns false when it has changed since it
 * was read
 */
export async function holdFollowing(tx: Tx, read: Autoresponder): Promise<boolean> {
  const row = await tx
    .selectFrom('campaign')
    .select('id')
    .where('customer_id', '=', read.customer_id)
    .where('id', '=', read.id)
    .where('status', '=', 'sending')
    .where('updated_at', '=', read.updated_at)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
  return row !== undefined;
}
