// From what a returned mail quotes to the message it is about.
import { readMessageId } from '../campaigns/message-id.ts';
import { findMessageOfEmail } from '../emails/queries.ts';
import type { Db } from '../storage/db.ts';

/**
 * The message of a Message-ID header: a campaign's, or that of a single mail. The header is not signed, but names two random uids that only the recipient and the
 * sender know; both must belong to one customer. A subscriber who is gone cannot be found this way.
 */
export async function findMessage(db: Db, messageIdHeader: string): Promise<{ id: number } | undefined> {
  const named = readMessageId(messageIdHeader);
  if (!named) return undefined;
  const message = await db
    .selectFrom('campaign')
    .innerJoin('subscriber', 'subscriber.customer_id', 'campaign.customer_id')
    .innerJoin('message', (on) =>
      on.onRef('message.campaign_id', '=', 'campaign.id').onRef('message.subscriber_id', '=', 'subscriber.id'),
    )
    .select('message.id')
    .where('campaign.uid', '=', named.campaignUid)
    .where('subscriber.uid', '=', named.subscriberUid)
    .executeTakeFirst();
  return message ?? findMessageOfEmail(db, { campaignUid: named.campaignUid, uid: named.subscriberUid });
}
