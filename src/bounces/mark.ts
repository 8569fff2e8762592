// Records a bounce that a client program reports, which reads the mailbox for returned mail itself.
import { listIdsOf } from '../campaigns/several-lists/lists.ts';
import { AppError } from '../kernel/errors.ts';
import { holdMessages } from '../messages/uncertain/settle.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Campaign, Subscriber } from '../storage/tables.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { findBounce } from './queries.ts';
import { noteBounce } from './record.ts';
import { type BounceType, TEXTS } from './rules.ts';

/**
 * Marks a subscriber of the campaign's list as bounced, with everything that a bounce causes; also
 * one who has no message of the campaign, which statistics do not count.
 * @param at now, ms
 * @returns the subscriber, and whether statistics count the bounce
 * @throws AppError `not_found` for no subscriber of the list, `invalid` for one that is marked
 * already
 */
export function markBounced(
  db: Db,
  campaign: Pick<Campaign, 'id' | 'customer_id' | 'list_id' | 'further_lists'>,
  bounce: { subscriberUid: string; type: BounceType; message: string },
  at: number,
): Promise<Subscriber & { counted: 0 | 1 }> {
  return inTransaction(db, async (tx) => {
    const subscriber = await findOnLists(tx, campaign, bounce.subscriberUid);
    if (!subscriber) throw new AppError('not_found', TEXTS.unknownSubscriber);
    const subject = { customer_id: campaign.customer_id, campaign_id: campaign.id, subscriber_id: subscriber.id };
    const [held] = await holdMessages(tx, [{ campaignId: campaign.id, subscriberId: subscriber.id }]);
    const isMarked = (await findBounce(tx, subject)) !== undefined;
    const report = { type: bounce.type, enhanced: null, message: bounce.message };
    if (isMarked || (await noteBounce(tx, subject, { held, ...report }, at)) === 'known') {
      throw new AppError('invalid', TEXTS.marked);
    }
    const counted = (await findBounce(tx, subject))?.counted === 1 ? 1 : 0;
    return { ...subscriber, counted };
  });
}

/** The subscriber of that uid on one of the campaign's lists. */
async function findOnLists(
  tx: Tx,
  campaign: Pick<Campaign, 'customer_id' | 'list_id' | 'further_lists'>,
  uid: string,
): Promise<Subscriber | undefined> {
  for (const listId of listIdsOf(campaign)) {
    const found = await findSubscriber(tx, campaign.customer_id, listId, uid);
    if (found) return found;
  }
  return undefined;
}
