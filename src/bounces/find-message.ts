// Finds the message that a returned mail quotes.
import { parseMessageId } from '../campaigns/message-id.ts';
import { findMessages, type MessageName } from '../messages/uncertain/settle.ts';
import type { Db } from '../storage/db.ts';
import { findMessageOfEmail } from '../transactional/queries.ts';

/**
 * The message of a Message-ID header: a campaign's, or a transactional email's. The header is not
 * signed, but names two random uids that only recipient and sender know; both must belong to one
 * customer. The message of a removed subscriber cannot be found this way.
 */
export async function findMessage(db: Db, messageIdHeader: string): Promise<MessageName | undefined> {
  const named = parseMessageId(messageIdHeader);
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
