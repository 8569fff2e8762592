// How a campaign goes on by itself: what the delivery engine asks and writes about campaigns. Each
// step is one update that asks for the state it leaves, so that a call that pauses, marks or
// deletes at the same moment is never overwritten.
//
// An autoresponder goes to `sending` when its time comes and stays there: it has no audience to
// freeze and never finishes. Its messages are made as their times come (follow.ts). A recurring
// campaign stays there too, until its last run is made: runs are campaigns of their own
// (make-run.ts).
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { keepRow } from '../../storage/dialect.ts';
import type { Campaign } from '../../storage/tables.ts';
import { HAS_ENDED } from '../counters.ts';
import { lockCampaign } from '../queries.ts';
import { reportWhenDone } from '../queries-report.ts';

/** The campaigns whose time has come, longest waiting first. `at` in ms. */
export async function campaignsDue(db: Db, at: number, limit = 100): Promise<Pick<Campaign, 'id' | 'uid'>[]> {
  const due = (which: RawBuilder<SqlBool>) =>
    db
      .selectFrom('campaign')
      .select(['id', 'uid'])
      .where(which)
      .where('send_at', '<=', at)
      .where((or) => or.or([or('waits_until', 'is', null), or('waits_until', '<=', at)]))
      .orderBy('send_at')
      .limit(limit)
      .execute();
  // Two questions, each answered from an index that holds no campaign that is done or under way.
  return [...(await due(sql`status = 'pending-sending'`)), ...(await due(RESUMED))].slice(0, limit);
}

/** It gets an audience: runs are not made of it, nor were any. */
const ONCE = sql<SqlBool>`type = 'regular' and next_run_at is null and run_count = 0`;
/**
 * Unpaused: its messages were not made at all yet, or not to the end. Written as in index
 * campaign_resumed.
 */
const RESUMED = sql<SqlBool>`type = 'regular' and freeze_done = 0 and status = 'sending' and next_run_at is null and run_count = 0`;

/** Of a row of table `campaign`: its list is there, and its customer is not switched off. */
export const ACTIVE = sql<SqlBool>`exists (select 1 from list where list.id = campaign.list_id and list.status = 'active')
  and exists (select 1 from customer where customer.id = campaign.customer_id and customer.status = 'active')`;

/**
 * A campaign's time has come. Its messages are made now, or made on; where they all are, or it is
 * an autoresponder or a recurring campaign, it is sending at once (when an autoresponder started is
 * decided in follow.ts). The first start decides whom the audience is taken from: everyone the list
 * holds by then. A campaign whose list is removed or whose customer is switched off is paused
 * instead.
 * @param at instant in ms
 * @returns false when that is so, or it was paused, marked, deleted, put off, or started by another
 * node
 */
export async function startCampaign(db: Db | Tx, campaignId: number, at: number): Promise<boolean> {
  const lastSubscriber = sql`(select coalesce(max(subscriber.id), 0) from subscriber where subscriber.list_id = campaign.list_id)`;
  const isDue = sql`id = ${campaignId} and send_at <= ${at} and (status = 'pending-sending' or (${RESUMED}))`;
  // Held until this is committed: who removes the list at this moment comes before the start or
  // sees that it has begun.
  const listStays = sql`exists (select 1 from list where list.id = campaign.list_id and list.status = 'active' ${keepRow(db)})`;
  const started = await sql`update campaign
    set status = case when ${ONCE} and freeze_done = 0 then 'processing' else 'sending' end,
      started_at = case type when 'autoresponder' then started_at else coalesce(started_at, ${at}) end,
      freeze_until_id = case when ${ONCE} then coalesce(freeze_until_id, ${lastSubscriber}) else freeze_until_id end
    where ${isDue} and ${ACTIVE} and ${listStays}`.execute(db);
  if (started.numAffectedRows === 1n) return true;
  await sql`update campaign set status = 'paused' where ${isDue} and not (${ACTIVE})`.execute(db);
  return false;
}

/** Written as in index campaign_running: as many rows as there are campaigns under way. */
const RUNNING = sql<SqlBool>`freeze_until_id is not null and status in ('processing', 'sending')`;

/** Pauses the campaigns under way of customers that were switched off. */
export async function pauseSwitchedOff(db: Db | Tx): Promise<void> {
  await sql`update campaign set status = 'paused' where ${RUNNING} and not (${ACTIVE})`.execute(db);
}

/**
 * Pauses every campaign that is under way or due, because nobody knows what of it is out. @param
 * notice why, for people
 * @returns how many
 */
export async function pauseAll(tx: Tx, notice: string, at: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('campaign')
    .set({ status: 'paused', notice, updated_at: at })
    .where('type', '<>', 'transactional')
    .where((is) =>
      is.or([
        is('status', 'in', ['processing', 'sending']),
        is.and([is('status', '=', 'pending-sending'), is('send_at', '<=', at)]),
      ]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What the delivery engine needs to know of a campaign under way. */
export type RunningCampaign = Pick<
  Campaign,
  'id' | 'uid' | 'customer_id' | 'max_per_minute' | 'uncertain_policy' | 'freeze_done' | 'relay_numbers'
>;

/**
 * Campaigns with an audience under way: it is being frozen or is frozen, send_at come, messages
 * perhaps still to send.
 */
export function runningCampaigns(db: Db, at: number): Promise<RunningCampaign[]> {
  return db
    .selectFrom('campaign')
    .select(['id', 'uid', 'customer_id', 'max_per_minute', 'uncertain_policy', 'freeze_done', 'relay_numbers'])
    .where(RUNNING)
    .where('send_at', '<=', at) // else it was put off while it was paused
    .orderBy('id')
    .execute();
}

/**
 * The freeze has looked at the list up to `afterId`; `done` says that it was the end, and the
 * campaign is sending then.
 * @param campaign as read before the chunk was made
 * @returns false when it has moved since: then the chunk must not be written
 */
export async function moveFreeze(
  tx: Tx,
  campaign: Pick<Campaign, 'id' | 'freeze_after_id'>,
  { afterId, done }: { afterId: number; done: boolean },
): Promise<boolean> {
  const result = await tx
    .updateTable('campaign')
    .set({ freeze_after_id: afterId, ...(done && { freeze_done: 1 as const, status: 'sending' }) })
    .where('id', '=', campaign.id)
    .where('status', '=', 'processing')
    .where('freeze_after_id', '=', campaign.freeze_after_id)
    .where('freeze_done', '=', 0)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Finishes a campaign each of whose messages has ended. The counters know: they are written with
 * the messages. The campaign is held first: who makes messages pending again holds it too, so that
 * the counters are read behind their change or before it, never beside it.
 * @param at instant in ms
 * @returns whether it is finished by this call
 */
export function finishCampaign(db: Db, campaignId: number, at: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockCampaign(tx, campaignId);
    const result =
      await sql`update campaign set status = 'sent', finished_at = ${at}, report_due = ${reportWhenDone(tx)}
      where id = ${campaignId} and freeze_until_id is not null and status = 'sending' and freeze_done = 1
        and ${HAS_ENDED}`.execute(tx);
    return result.numAffectedRows === 1n;
  });
}
