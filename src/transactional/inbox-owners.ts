// Whose the mails in the test inbox are.
import { parseMessageId } from '../campaigns/message-id.ts';
import { ownersOfMessages } from '../campaigns/queries.ts';
import type { Db } from '../storage/db.ts';
import { textSet } from '../storage/dialect.ts';

/**
 * The customers who may read mails of these Message-IDs; those that name no campaign are left out.
 * So are mails to users about their accounts: a link for a new password is for its reader alone,
 * and where there is no relay for the operator, who sees everything.
 */
export async function ownersOfMails(db: Db, messageIds: readonly string[]): Promise<Map<string, number>> {
  const owners = await ownersOfMessages(db, messageIds);
  for (const [customerId, ids] of Map.groupBy(owners.keys(), (id) => owners.get(id) ?? 0)) {
    const byUid = new Map(ids.map((id) => [parseMessageId(id)?.subscriberUid ?? '', id]));
    for (const uid of await accountMailsAmong(db, customerId, [...byUid.keys()])) owners.delete(byUid.get(uid) ?? '');
  }
  return owners;
}

async function accountMailsAmong(db: Db, customerId: number, uids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('email')
    .select('uid')
    .where('customer_id', '=', customerId)
    .where('uid', 'in', textSet(db, uids))
    .where('kind', '=', 'account')
    .execute();
  return rows.map(({ uid }) => uid);
}
