// Deleting a campaign: at once for every call, its rows in the background.
import { sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Campaign } from '../storage/tables.ts';
import { addToTally, removeTallies } from '../storage/tally.ts';
import { moveCampaign } from './queries.ts';
import { TRANSITIONS } from './rules.ts';

/**
 * Makes a campaign invisible to every call. @throws AppError `state` while it is being sent or its
 * messages are being made
 */
export function deleteCampaign(db: Db, campaign: Campaign, at: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { from, to } = TRANSITIONS.remove;
    const set = { status: to, updated_at: at };
    const deleted = await moveCampaign(tx, campaign, { from, unbegunAt: at, set });
    if (!deleted) throw new AppError('state', 'This campaign cannot be removed now.');
    await addToTally(tx, 'campaigns', deleted.customer_id, -1);
    await addToTally(tx, 'campaigns-of-list', deleted.list_id, -1);
  });
}

/** A deleted campaign whose rows go. */
export type Removal = Pick<Campaign, 'id' | 'customer_id'>;

/**
 * Removes up to `chunk` rows of a deleted campaign in one transaction; at last the campaign itself.
 * Pictures stay: mails that are out keep asking for them. So does the unsubscribe link of such a
 * mail, which names the subscriber; its other links end.
 * @param others remove up to `limit` rows of a campaign that belong to others, and say how many
 * they were
 * @returns whether there may be more to remove
 */
export async function removeCampaign(
  db: Db,
  chunk = 5_000,
  others: readonly ((tx: Tx, campaign: Removal, limit: number) => Promise<number>)[] = [],
): Promise<boolean> {
  const campaign = await db
    .selectFrom('campaign')
    .select(['id', 'customer_id'])
    .where('status', '=', sql.lit('pending-delete')) // in the text, so that the index of these rows answers
    .limit(1)
    .executeTakeFirst();
  if (!campaign) return false;
  await inTransaction(db, async (tx) => {
    // Messages first: nothing comes back any more of one that is gone.
    for (const remove of others) if ((await remove(tx, campaign, chunk)) > 0) return;
    await tx.deleteFrom('campaign_link').where('campaign_id', '=', campaign.id).execute();
    await removeTallies(tx, ['links'], campaign.id);
    await tx.deleteFrom('campaign_file').where('campaign_id', '=', campaign.id).execute();
    await tx.deleteFrom('campaign_run').where('campaign_id', '=', campaign.id).execute();
    const { id, customer_id } = campaign;
    await tx
      .deleteFrom('campaign_counter')
      .where('customer_id', '=', customer_id)
      .where('campaign_id', '=', id)
      .execute();
    await tx.deleteFrom('campaign').where('id', '=', campaign.id).execute();
  });
  return true;
}
