// Statements on the autoresponders of a list.
import { sql } from 'kysely';
import { isVisibleCampaign } from '../../storage/campaign-conditions.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { Campaign, List } from '../../storage/tables.ts';

const STEP = [
  'id',
  'customer_id',
  'list_id',
  'status',
  'options',
  'send_at',
  'started_at',
  'updated_at',
  'freeze_done',
  'followed_at',
  'followed_id',
] as const;

/** An autoresponder with what says whom it follows, and how far it has followed them. */
export type StepRow = Pick<Campaign, (typeof STEP)[number]>;

/** The newest autoresponders of a list, at most `limit`; from index campaign_steps. */
export function stepsOf(db: Db, list: Pick<List, 'id' | 'customer_id'>, limit: number): Promise<StepRow[]> {
  return db
    .selectFrom('campaign')
    .select(STEP)
    .where('customer_id', '=', list.customer_id)
    .where('list_id', '=', list.id)
    .where('type', '=', sql.lit('autoresponder')) // in the text, so that the index of these rows answers
    .where(isVisibleCampaign)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A campaign that autoresponders follow. */
export type FollowedCampaign = Pick<Campaign, 'id' | 'number' | 'uid' | 'name'>;

/** The customer's campaigns of these numbers, as far as there are any. */
export async function campaignsOfNumbers(
  db: Db,
  customerId: number,
  numbers: readonly number[],
): Promise<FollowedCampaign[]> {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('campaign')
    .select(['id', 'number', 'uid', 'name'])
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`number in ${numberSet(db, numbers)}`)
    .where(isVisibleCampaign)
    .execute();
}
