// From what a returned mail quotes to the message it is about.
import type { Db } from '../storage/db.ts';

/** `<campaign>.<subscriber>@host`, as mail/compose.ts writes it; programs on the way may drop the angle brackets. */
const MESSAGE_ID = /^\s*<?([a-z]{2}[a-z0-9]{11})\.([a-z]{2}[a-z0-9]{11})@[^\s<>@]+>?\s*$/i;

/**
 * The message of a Message-ID header. The header is not signed, but names two random uids that only the recipient and the
 * sender know; both must belong to one customer. A subscriber who is gone cannot be found this way.
 */
export async function findMessage(db: Db, messageIdHeader: string): Promise<{ id: number } | undefined> {
  const [, campaignUid, subscriberUid] = MESSAGE_ID.exec(messageIdHeader) ?? [];
  if (campaignUid === undefined || subscriberUid === undefined) return undefined;
  return db
    .selectFrom('campaign')
    .innerJoin('subscriber', 'subscriber.customer_id', 'campaign.customer_id')
    .innerJoin('message', (on) =>
      on.onRef('message.campaign_id', '=', 'campaign.id').onRef('message.subscriber_id', '=', 'subscriber.id'),
    )
    .select('message.id')
    .where('campaign.uid', '=', campaignUid.toLowerCase())
    .where('subscriber.uid', '=', subscriberUid.toLowerCase())
    .executeTakeFirst();
}
