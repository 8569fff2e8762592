// From what a returned mail quotes to the message it is about.
import { readMessageId } from '../campaigns/message-id.ts';
import { findMessages, type MessageName } from '../messages/uncertain/settle.ts';
import type { Db } from '../storage/db.ts';
import { findMessageOfEmail } from '../transactional/queries.ts';

/**
 * The message of a Message-ID header: a campaign's, or that of a single mail. The header is not
 * signed, but names two random uids that only the recipient and the sender know; both must belong
 * to one customer. A subscriber who is gone cannot be found this way.
 */
export async function findMessage(db: Db, messageIdHeader: string): Promise<MessageName | undefined> {
  const named = readMessageId(messageIdHeader);
  if (!named) return undefined;
  const found = await db
    .selectFrom('campaign')
    .innerJoin('subscriber', 'subscriber.customer_id', 'campaign.customer_id')
    .select(['campaign.id as campaignId', 'subscriber.id as subscriberId'])
    .where('campaign.uid', '=', named.campaignUid)
    .where('subscriber.uid', '=', named.subscriberUid)
    .executeTakeFirst();
  const [message] = found ? await findMessages(db, [found]) : [];
  return message ?? findMessageOfEmail(db, { campaignUid: named.campaignUid, uid: named.subscriberUid });
}
