// How the delivery engine moves campaigns forward: start, freeze, finish. Each step is one update
// that asks for the state it leaves, so that a call that pauses, ends or deletes at the same moment
// is never overwritten.
//
// An autoresponder goes to `sending` when its time comes and stays there: it has no audience to
// freeze and never finishes; its messages are created as they become due (autoresponder/follow.ts).
// A recurring campaign stays there too, until its last run is made: runs are campaigns of their own
// (schedule/make-run.ts).
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Sentence } from '../../kernel/sentences/sentence.ts';
import { activeAmong } from '../../storage/campaign-conditions.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { isSpread } from '../../storage/dialect/spread.ts';
import { keepRow, skipLocked } from '../../storage/dialect.ts';
import { announceChange, customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import type { Campaign } from '../../storage/tables.ts';
import { beginTest } from '../ab-test/begin.ts';
import { variantFaults } from '../ab-test/faults.ts';
import { findTest } from '../ab-test/queries.ts';
import { hasEnded } from '../counters.ts';
import { lockCampaign } from '../queries.ts';
import { reportWhenDone } from '../queries-report.ts';
import { furtherLists } from '../several-lists/lists.ts';
import { waitsNoMore } from './notice.ts';
import { changeAndTell, pauseAndTell, tellCampaign } from './webhook-facts.ts';

type Owner = Pick<Campaign, 'id' | 'customer_id'>;

/**
 * When a campaign begins: at its send time, or before, where its recipients get it at their own.
 * Written as in the indexes campaign_due and campaign_resumed.
 */
export const BEGINS_AT = sql<number>`(send_at - begins_early)`;

/** The campaigns whose time has come, longest waiting first. `at` in ms. */
export async function campaignsDue(
  db: Db,
  at: number,
  limit = 100,
): Promise<Pick<Campaign, 'id' | 'customer_id' | 'uid'>[]> {
  const those = await customersToPoll(db, 'delivery');
  const due = (which: RawBuilder<SqlBool>) =>
    db
      .selectFrom('campaign')
      .select(['id', 'customer_id', 'uid'])
      .where(which)
      .where(sql<SqlBool>`${BEGINS_AT} <= ${at}`)
      .where(isAmong(those, 'customer_id'))
      .where(waitsNoMore(at))
      .orderBy(BEGINS_AT)
      .limit(limit)
      .execute();
  // Two statements, each answered from an index without finished and running campaigns.
  return [...(await due(sql`status = 'pending-sending'`)), ...(await due(RESUMED))].slice(0, limit);
}

/** When the next of the scheduled campaigns begins, ms; undefined: none is scheduled. */
export async function nextCampaignAt(db: Db, after: number): Promise<number | undefined> {
  const next = await db
    .selectFrom('campaign')
    .select(BEGINS_AT.as('at'))
    .where(sql<SqlBool>`status = 'pending-sending'`)
    .where(sql<SqlBool>`${BEGINS_AT} > ${after}`)
    .where(isAmong(await customersToPoll(db, 'delivery'), 'customer_id'))
    .orderBy(BEGINS_AT)
    .limit(1)
    .executeTakeFirst();
  return next === undefined ? undefined : Number(next.at);
}

/**
 * A campaign that freezes an audience itself: neither an autoresponder nor a recurring campaign.
 */
const ONCE = sql<SqlBool>`type = 'regular' and next_run_at is null and run_count = 0`;
/**
 * A resumed campaign whose audience is not frozen to the end. Written as in index campaign_resumed.
 */
const RESUMED = sql<SqlBool>`type = 'regular' and freeze_done = 0 and status = 'sending' and next_run_at is null and run_count = 0`;

/**
 * Starts a campaign whose time has come, or resumes its freeze. It is `sending` at once when its
 * audience is frozen already, or when it is an autoresponder or recurring (follow.ts decides when
 * an autoresponder started). The first start decides who can be in the audience: everyone on the
 * list by then. A campaign whose list was removed or whose customer is inactive is paused instead.
 * @param at instant in ms
 * @returns false when it was paused for that reason, or was paused, ended, deleted, put off or
 * started by another call meanwhile, or when a variant of its A/B test lacks something
 */
export async function startCampaign(db: Db, campaign: Owner, at: number): Promise<boolean> {
  const test = await findTest(db, campaign);
  if (test?.begun_at !== null) return startAndTell(db, campaign, at);
  return inTransaction(db, async (tx) => {
    // Nothing was missing when somebody scheduled it; a variant may have been removed since.
    if ((await variantFaults(tx, campaign)).length > 0) return false;
    const hasStarted = await startAndTell(tx, campaign, at);
    if (hasStarted) await beginTest(tx, campaign, at);
    return hasStarted;
  });
}

async function startAndTell(db: Db | Tx, campaign: Owner, at: number): Promise<boolean> {
  let hasStarted = false;
  await changeAndTell(
    db,
    campaign,
    ['campaign.started', 'campaign.paused'],
    async (tx) => {
      const before = await findBefore(tx, campaign);
      hasStarted = await start(tx, campaign, at);
      const isFirst = before?.status === 'pending-sending' || before?.started_at === null;
      if (hasStarted) return isFirst ? 'campaign.started' : undefined;
      const isPaused = before?.status !== 'paused' && (await findBefore(tx, campaign))?.status === 'paused';
      return isPaused ? 'campaign.paused' : undefined;
    },
    at,
  );
  return hasStarted;
}

/** The campaign before a change; looked up only where webhooks may be told of the change. */
async function findBefore(db: Db | Tx, { id, customer_id }: Owner) {
  if (!db.isTransaction) return undefined;
  return db
    .selectFrom('campaign')
    .select(['status', 'started_at'])
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

async function start(db: Db | Tx, { id, customer_id }: Owner, at: number): Promise<boolean> {
  const further = await furtherListsOf(db, { id, customer_id });
  const lastSubscriber = lastOf(customer_id, furtherLists({ further_lists: further }));
  const isDue = sql`customer_id = ${customer_id} and id = ${id} and ${BEGINS_AT} <= ${at} and (status = 'pending-sending' or (${RESUMED}))`;
  // The list is locked until this is committed: a removal of the list at this moment comes before
  // the start or sees that the campaign has begun.
  const listStays = sql`exists (select 1 from list where list.customer_id = ${customer_id}
    and list.id = campaign.list_id and list.status = 'active' ${keepRow(db)})`;
  const started = await sql`update campaign
    set status = case when ${ONCE} and freeze_done = 0 then 'processing' else 'sending' end,
      started_at = case type when 'autoresponder' then started_at else coalesce(started_at, ${at}) end,
      freeze_until_id = case when ${ONCE} then coalesce(freeze_until_id, ${lastSubscriber}) else freeze_until_id end
    where ${isDue} and ${activeAmong(undefined)} and ${listStays} and coalesce(further_lists, '') = ${further ?? ''}`.execute(
    db,
  );
  if (started.numAffectedRows === 1n) return true;
  await sql`update campaign set status = 'paused' where ${isDue} and not (${activeAmong(isSpread(db) ? [customer_id] : undefined)})`.execute(
    db,
  );
  return false;
}

/** The highest id of a subscriber of the campaign's lists: a look into the index for each. */
function lastOf(customerId: number, further: readonly number[]): RawBuilder<number> {
  const lists = [sql`campaign.list_id`, ...further.map((id) => sql`${id}`)];
  const lasts = lists.map(
    (list) => sql`select max(subscriber.id) as id from subscriber
    where subscriber.customer_id = ${customerId} and subscriber.list_id = ${list}`,
  );
  if (lasts.length === 1) return sql<number>`coalesce((${lasts[0]}), 0)`;
  const each = lasts.map((last) => sql`coalesce((${last}), 0)`);
  return each.reduce(
    (highest, last) => sql`case when ${highest} > ${last} then ${highest} else ${last} end`,
  ) as RawBuilder<number>;
}

async function furtherListsOf(db: Db | Tx, { id, customer_id }: Owner): Promise<string | null> {
  const row = await db
    .selectFrom('campaign')
    .select('further_lists')
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.further_lists ?? null;
}

/** Written as in index campaign_running, which has one row for each running campaign. */
export const RUNNING = sql<SqlBool>`freeze_until_id is not null and (campaign.status || '') in ('processing', 'sending')`;

/** Pauses the running campaigns of inactive customers. */
export async function pauseSwitchedOff(db: Db | Tx, at: number): Promise<void> {
  await pauseAndTell(db, pauseRunning, at);
}

async function pauseRunning(db: Db | Tx): Promise<Owner[]> {
  const those = await customersToPoll(db, 'delivery');
  const { rows } =
    await sql<Owner>`update campaign set status = 'paused' where ${RUNNING} and not (${activeAmong(those)})
    and ${isAmong(those, 'campaign.customer_id')}
    returning id, customer_id`.execute(db);
  return rows;
}

/**
 * Pauses every campaign that is running or due, because nobody knows what it has sent. @param
 * notice why, for people
 * @returns how many
 */
export function pauseAll(tx: Tx, notice: readonly Sentence[], at: number): Promise<number> {
  return pauseAndTell(tx, (db) => pauseEvery(db, JSON.stringify(notice), at), at);
}

function pauseEvery(db: Db | Tx, notice: string, at: number): Promise<Owner[]> {
  return db
    .updateTable('campaign')
    .set({ status: 'paused', notice, updated_at: at })
    .where('type', '<>', 'transactional')
    .where((is) =>
      is.or([
        is('status', 'in', ['processing', 'sending']),
        is.and([is('status', '=', 'pending-sending'), sql<SqlBool>`${BEGINS_AT} <= ${at}`]),
      ]),
    )
    .returning(['id', 'customer_id'])
    .execute();
}

/** What the delivery engine needs to know of a running campaign. */
export type RunningCampaign = Pick<
  Campaign,
  | 'id'
  | 'uid'
  | 'customer_id'
  | 'max_per_minute'
  | 'uncertain_policy'
  | 'freeze_done'
  | 'relay_numbers'
  | 'sending_window'
  | 'recipient_time_zone'
>;

/** Running campaigns: with a frozen audience or one being frozen, and a begin that has come. */
export async function runningCampaigns(db: Db, at: number): Promise<RunningCampaign[]> {
  return db
    .selectFrom('campaign')
    .select([
      'id',
      'uid',
      'customer_id',
      'max_per_minute',
      'uncertain_policy',
      'freeze_done',
      'relay_numbers',
      'sending_window',
      'recipient_time_zone',
    ])
    .where(RUNNING)
    .where(sql<SqlBool>`${BEGINS_AT} <= ${at}`) // later while it was paused and rescheduled
    .where(isAmong(await customersToPoll(db, 'delivery'), 'customer_id'))
    .orderBy('id')
    .execute();
}

/**
 * Records that the freeze has looked at a list (which of the campaign's, from 0) up to `afterId`;
 * with `done` that was the end of the last one, and the campaign is now sending.
 * @param campaign as read before the chunk was made
 * @returns false when it has moved since, or another node writes a chunk at this moment, which
 * nobody waits for: then the chunk must not be written
 */
export async function moveFreeze(
  tx: Tx,
  campaign: Owner & Pick<Campaign, 'freeze_after_id' | 'freeze_list'>,
  { list, afterId, done }: { list: number; afterId: number; done: boolean },
): Promise<boolean> {
  const result = await tx
    .updateTable('campaign')
    .set({ freeze_list: list, freeze_after_id: afterId, ...(done && { freeze_done: 1 as const, status: 'sending' }) })
    .where('customer_id', '=', campaign.customer_id)
    .where('id', '=', campaign.id)
    .where('status', '=', 'processing')
    .where('freeze_after_id', '=', campaign.freeze_after_id)
    .where('freeze_list', '=', campaign.freeze_list)
    .where('freeze_done', '=', 0)
    .where(sql<SqlBool>`exists (select 1 from campaign as free where free.customer_id = ${campaign.customer_id}
      and free.id = ${campaign.id} ${skipLocked(tx)})`)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Finishes a campaign when each of its messages has ended, which the counters say, as they are
 * written with the messages. The campaign is locked first, as retrying does too: so the counters
 * are read before or after a retry, never during one.
 * @param at instant in ms
 * @returns whether this call finished it
 */
export function finishCampaign(db: Db, { id, customer_id }: Owner, at: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockCampaign(tx, customer_id, id);
    const result =
      await sql`update campaign set status = 'sent', finished_at = ${at}, report_due = ${reportWhenDone(tx)}
      where customer_id = ${customer_id} and id = ${id} and freeze_until_id is not null and status = 'sending' and freeze_done = 1
        and ${hasEnded(customer_id)}`.execute(tx);
    if (result.numAffectedRows !== 1n) return false;
    await announceChange(tx, customer_id); // the clock may have a report to mail
    await tellCampaign(tx, { id, customer_id }, 'campaign.finished', at);
    return true;
  });
}
