// Opens a session: its secret goes to the browser, its hash into the store.
import type { Visitor } from '../../http/route.ts';
import { newToken, newUid, sha256 } from '../../kernel/ids.ts';
import type { Tx } from '../../storage/db.ts';
import { updateUser } from '../queries.ts';
import { deleteSessionByHash, insertSession } from './queries.ts';

/**
 * Opens a session of a user. The one that the browser had until now ends.
 * @returns the value of its cookie, which can never be read again
 */
export async function openSession(
  tx: Tx,
  { userId, customerId, visitor }: { userId: number; customerId: number; visitor: Visitor },
  at: number,
): Promise<string> {
  const token = newToken();
  if (visitor.session !== undefined) await deleteSessionByHash(tx, sha256(visitor.session));
  await insertSession(tx, {
    uid: newUid(),
    hash: sha256(token),
    user_id: userId,
    customer_id: customerId,
    ip_address: visitor.address,
    user_agent: visitor.userAgent,
    created_at: at,
    seen_at: at,
  });
  await updateUser(tx, userId, { signed_in_at: at, last_customer_id: customerId });
  return token;
}
