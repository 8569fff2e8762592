// Deletes a campaign: hidden from every call at once, its rows are removed in the background.
import { sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { dropPrivateBlobs } from '../storage/blobs.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import type { Campaign } from '../storage/tables.ts';
import { addToTally, removeTallies } from '../storage/tally.ts';
import { removeVariants } from './ab-test/change.ts';
import { isBeforeDecision, othersOf } from './ab-test/follow.ts';
import { countOfList, noteDraft } from './create.ts';
import { type Authorize, holdCampaign, moveCampaign } from './queries.ts';
import { TRANSITIONS } from './rules.ts';
import { deleteHistory } from './versions/queries.ts';

/**
 * Hides a campaign from every call; with the first variant of an A/B test all its parts, as they
 * are one mailing, which is known by it.
 * @param authorize throws where the caller may not change the campaign as it is now
 * @param at ms
 * @throws AppError `state` while it is being sent or its audience is being frozen, and while the
 * A/B test that it is a part of is not decided: without a variant those who were to get it, or the
 * rest, would be forgotten
 */
export function deleteCampaign(
  db: Db,
  found: Campaign,
  { authorize, at }: { authorize: Authorize; at: number },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const campaign = await holdCampaign(tx, found);
    await authorize(tx, campaign);
    if (await isBeforeDecision(tx, campaign)) throw new AppError('state', say('ab-test-undecided'));
    const { from, to } = TRANSITIONS.remove;
    const set = { status: to, updated_at: at };
    const deleted = await moveCampaign(tx, campaign, { from, unbegunAt: at, set });
    if (!deleted) throw new AppError('state', say('campaign-not-removable'));
    await noteRemoved(tx, deleted, campaign.blocks);
    if (deleted.test_of !== null) return;
    await removeVariants(tx, deleted, at);
    for (const part of await othersOf(tx, deleted)) {
      // One that waits to begin has most of the list, so somebody says first what becomes of it.
      const removed = await moveCampaign(tx, part, { from: from.filter((one) => one !== 'pending-sending'), set });
      if (!removed) throw new AppError('state', say('ab-test-parts-under-way', { name: part.name }));
      await noteRemoved(tx, removed, part.blocks);
    }
  });
}

async function noteRemoved(tx: Tx, removed: Campaign, blocks: Campaign['blocks']): Promise<void> {
  await noteDraft(tx, removed, blocks);
  await addToTally(tx, removed.customer_id, 'campaigns', -1);
  await countOfList(tx, removed.customer_id, removed.list_id, -1);
}

/** A deleted campaign whose rows are being removed. */
export type Removal = Pick<Campaign, 'id' | 'customer_id'>;

/**
 * Removes up to `chunk` rows of a deleted campaign in one transaction, finally the campaign itself.
 * Pictures stay, because mails that were sent keep asking for them. The unsubscribe link of such a
 * mail keeps working too, as it names the subscriber; its other links stop working.
 * @param others functions of other rooms that remove up to `limit` rows of a campaign, and return
 * how many they were
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
    .where(isAmong(await customersToPoll(db, 'upkeep'), 'customer_id'))
    .limit(1)
    .executeTakeFirst();
  if (!campaign) return false;
  await inTransaction(db, async (tx) => {
    // Messages first, so that no bounce or click is recorded for them any more.
    for (const remove of others) if ((await remove(tx, campaign, chunk)) > 0) return;
    await deleteHistory(tx, campaign);
    const { id, customer_id } = campaign;
    await removeTallies(tx, customer_id, ['links'], id);
    await dropFiles(tx, campaign);
    for (const table of ['campaign_link', 'campaign_run', 'campaign_counter', 'ab_test'] as const) {
      await tx.deleteFrom(table).where('customer_id', '=', customer_id).where('campaign_id', '=', id).execute();
    }
    await tx.deleteFrom('campaign').where('customer_id', '=', customer_id).where('id', '=', id).execute();
  });
  return true;
}

/** Files that went along go with the last campaign that has them. */
async function dropFiles(tx: Tx, { id, customer_id }: Removal): Promise<void> {
  const dropped = await tx
    .deleteFrom('campaign_file')
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', id)
    .returning('hash')
    .execute();
  await dropPrivateBlobs(
    tx,
    dropped.map(({ hash }) => hash),
  );
}
