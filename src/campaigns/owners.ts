// Whose a message is that goes out or comes back.
import type { Db } from '../storage/db.ts';
import { readMessageId } from './message-id.ts';

/**
 * The customers whose campaigns messages are of, by Message-ID; one that names no campaign is not
 * in it.
 */
export async function ownersOfMessages(db: Db, messageIds: readonly string[]): Promise<Map<string, number>> {
  const uids = new Map(messageIds.map((id) => [id, readMessageId(id)?.campaignUid ?? '']));
  const wanted = [...new Set(uids.values())].filter((uid) => uid !== '');
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('campaign').select(['uid', 'customer_id']).where('uid', 'in', wanted).execute();
  const owners = new Map(rows.map((row) => [row.uid, row.customer_id]));
  return new Map([...uids].flatMap(([id, uid]) => (owners.has(uid) ? [[id, owners.get(uid) as number]] : [])));
}
