// Statements on table `campaign` for requests. Those of the delivery engine are in
// delivery/progress.ts.

import { type SqlBool, sql, type UpdateObject } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { hasNotBegun, isVisibleCampaign } from '../storage/campaign-conditions.ts';
import type { Db, Tx } from '../storage/db.ts';
import { campaignId } from '../storage/dialect/span.ts';
import { isSpread } from '../storage/dialect/spread.ts';
import { lockRows } from '../storage/dialect.ts';
import { isAmong } from '../storage/spread/customers-to-poll.ts';
import { ownerNamed, ownersNamed } from '../storage/spread/owners.ts';
import { reading, type ValuePlace } from '../storage/statement.ts';
import type { Campaign, CampaignCounter, List, NewCampaign, Tables } from '../storage/tables.ts';
import { COUNTERS, countersIn } from './counters.ts';
import type { DeliveryChange } from './delivery/delivery-change.ts';
import { parseMessageId } from './message-id.ts';
import type { Status } from './rules.ts';
import { toColumn } from './window/rules.ts';

/** The customer's campaign of that uid, unless it was deleted. */
export async function findCampaign(db: Db | Tx, customerId: number, uid: string): Promise<Campaign | undefined> {
  const [row] = await campaignByUid(db, { customerId, uid });
  return row;
}

type Named = { customerId: number; uid: string };

const campaignByUid = reading((db, value: ValuePlace<Named>) =>
  db
    .selectFrom('campaign')
    .selectAll()
    .where('uid', '=', value('uid'))
    .where('customer_id', '=', value('customerId'))
    .where(isVisibleCampaign),
);

/** The customer's campaign of that number, to which another campaign refers. */
export function findNamedCampaign(db: Db | Tx, customerId: number, number: number): Promise<Campaign | undefined> {
  return db
    .selectFrom('campaign')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('number', '=', number)
    .where(isVisibleCampaign)
    .executeTakeFirst();
}

/** As findCampaign. @throws AppError `not_found` */
export async function getCampaign(db: Db | Tx, customerId: number, uid: string): Promise<Campaign> {
  return (await findCampaign(db, customerId, uid)) ?? gone();
}

/** Throws the error for a campaign that is not found. */
export function gone(): never {
  throw new AppError('not_found', say('campaign-missing'));
}

/** The campaign of that id in any state, whoever owns it: for the engines. */
export async function findCampaignById(db: Db | Tx, id: number): Promise<Campaign | undefined> {
  if (!isSpread(db)) return (await campaignById(db, { id }))[0];
  const owner = await ownerNamed(db, 'campaign', id);
  return db
    .selectFrom('campaign')
    .selectAll()
    .where('id', '=', id)
    .where(isAmong(owner, 'customer_id'))
    .executeTakeFirst();
}

const campaignById = reading((db, value: ValuePlace<{ id: number }>) =>
  db.selectFrom('campaign').selectAll().where('id', '=', value('id')),
);

/** The list of a campaign, in any state; undefined when its row is gone. */
export function listOf(db: Db | Tx, campaign: Pick<Campaign, 'list_id' | 'customer_id'>): Promise<List | undefined> {
  return db
    .selectFrom('list')
    .selectAll()
    .where('id', '=', campaign.list_id)
    .where('customer_id', '=', campaign.customer_id)
    .executeTakeFirst();
}

/**
 * A campaign's counters, its status, and which counts its customer prefers. @throws AppError
 * `not_found`
 */
export async function getCounters(
  db: Db,
  customerId: number,
  uid: string,
): Promise<CampaignCounter & { status: string; statistics: string }> {
  const [row] = await countersByUid(db, { customerId, uid });
  if (!row || row.id === null) return gone();
  const { id, status, statistics } = row;
  return Object.assign(countersIn(row, { customerId, campaignId: id }), { status, statistics });
}

const countersByUid = reading((db, value: ValuePlace<Named>) =>
  db
    .selectFrom('campaign')
    .innerJoin('customer', 'customer.id', 'campaign.customer_id')
    .leftJoin('campaign_counter', (on) =>
      on
        .onRef('campaign_counter.customer_id', '=', 'campaign.customer_id')
        .onRef('campaign_counter.campaign_id', '=', 'campaign.id'),
    )
    // One campaign, or none: all are the greatest, which needs no groups.
    .select(({ fn }) => [
      fn.max<number | null>('campaign.id').as('id'),
      fn.max<string>('campaign.status').as('status'),
      fn.max<string>('customer.statistics').as('statistics'),
    ])
    .select(COUNTERS.map((name) => sql<number | null>`sum(${sql.ref(`campaign_counter.${name}`)})`.as(name)))
    .where('campaign.uid', '=', value('uid'))
    .where('campaign.customer_id', '=', value('customerId'))
    .where(isVisibleCampaign),
);

/** Inserts a campaign. */
export function insertCampaign(tx: Tx, campaign: NewCampaign): Promise<Campaign> {
  return tx
    .insertInto('campaign')
    .values({ ...campaign, ...campaignId(tx) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The customer's campaign of that id, held against changes by others until the transaction ends.
 */
export function lockCampaign(tx: Tx, customerId: number, id: number): Promise<Campaign | undefined> {
  return tx
    .selectFrom('campaign')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
}

/**
 * Throws where the caller may not change a campaign as it is now. Asked while the campaign is held:
 * before, somebody else may schedule it between question and change.
 */
export type Authorize = (db: Db | Tx, campaign: Campaign) => Promise<void>;

/**
 * A campaign as it is now, held as by lockCampaign, after the first variant of the A/B test that it
 * is a part of: whoever holds both does it in this order. @throws AppError `not_found`
 */
export async function holdCampaign(
  tx: Tx,
  { id, customer_id, test_of }: Pick<Campaign, 'id' | 'customer_id' | 'test_of'>,
): Promise<Campaign> {
  if (test_of !== null) await lockCampaign(tx, customer_id, test_of);
  const campaign = await lockCampaign(tx, customer_id, id);
  return campaign && campaign.status !== 'pending-delete' ? campaign : gone();
}

/**
 * Moves a campaign that is in one of the states `from`, or that waits in `sending` and has not
 * begun at `unbegunAt` (ms).
 * @returns the campaign as it is now; undefined when it was in another state
 */
export function moveCampaign(
  tx: Db | Tx,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  { from, unbegunAt, set }: { from: readonly Status[]; unbegunAt?: number; set: UpdateObject<Tables, 'campaign'> },
): Promise<Campaign | undefined> {
  const waits = unbegunAt === undefined ? sql<SqlBool>`1 = 0` : hasNotBegun(unbegunAt);
  return tx
    .updateTable('campaign')
    .set(set)
    .where('id', '=', campaign.id)
    .where('customer_id', '=', campaign.customer_id)
    .where((is) => is.or([is('status', 'in', from), is.and([is('status', '=', 'sending'), waits])]))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Changes how a campaign is delivered; what is undefined stays. @returns whether the campaign was
 * found
 */
export async function setDelivery(
  tx: Tx,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  change: DeliveryChange,
  at: number,
): Promise<boolean> {
  const result = await tx
    .updateTable('campaign')
    .set({
      ...(change.uncertainPolicy !== undefined && { uncertain_policy: change.uncertainPolicy }),
      ...(change.maxPerMinute !== undefined && { max_per_minute: change.maxPerMinute }),
      ...(change.sendingWindow !== undefined && {
        sending_window: change.sendingWindow && toColumn(change.sendingWindow),
      }),
      updated_at: at,
    })
    .where('id', '=', campaign.id)
    .where('customer_id', '=', campaign.customer_id)
    .where(isVisibleCampaign)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Notes that a test mail showed the campaign as it was read. `at` in ms. */
export async function noteTested(
  tx: Tx,
  { id, customer_id, revision }: Pick<Campaign, 'id' | 'customer_id' | 'revision'>,
  at: number,
): Promise<void> {
  await tx
    .updateTable('campaign')
    .set({ tested_revision: revision, tested_at: at })
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .execute();
}

/** The campaign of that uid, whoever owns it, unless deleted: for operators. */
export function findCampaignOfAnybody(db: Db, uid: string): Promise<Campaign | undefined> {
  return db.selectFrom('campaign').selectAll().where('uid', '=', uid).where(isVisibleCampaign).executeTakeFirst();
}

/** The customers of the given Message-IDs; those that name no campaign are left out. */
export async function ownersOfMessages(db: Db, messageIds: readonly string[]): Promise<Map<string, number>> {
  const uids = new Map(messageIds.map((id) => [id, parseMessageId(id)?.campaignUid ?? '']));
  const wanted = [...new Set(uids.values())].filter((uid) => uid !== '');
  if (wanted.length === 0) return new Map();
  const owners = isSpread(db) ? await ownersNamed(db, 'campaign-uid', wanted) : await ownersOfUids(db, wanted);
  return new Map([...uids].flatMap(([id, uid]) => (owners.has(uid) ? [[id, owners.get(uid) as number]] : [])));
}

async function ownersOfUids(db: Db, uids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('campaign').select(['uid', 'customer_id']).where('uid', 'in', uids).execute();
  return new Map(rows.map((row) => [row.uid, row.customer_id]));
}

/** The customer's draft of that id. */
export function draftById(db: Db, customerId: number, id: number): Promise<Campaign | undefined> {
  return db
    .selectFrom('campaign')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst();
}
