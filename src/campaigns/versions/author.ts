// Who saves a campaign, or has it open: a person in a session, or the program behind an API key.
import type { Caller } from '../../http/route.ts';
import type { Db } from '../../storage/db.ts';

/** `mark` tells authors apart; `name` is for people. */
export type Author = { mark: string; name: string };

/** Who acts, with the name of the person or the API key. */
export async function authorOf(db: Db, { customerId, actor }: Pick<Caller, 'customerId' | 'actor'>): Promise<Author> {
  if (actor.kind === 'user') {
    const user = await db.selectFrom('user_account').select('name').where('id', '=', actor.userId).executeTakeFirst();
    return { mark: `user:${actor.userId}`, name: user?.name || 'Somebody' };
  }
  if (actor.kind === 'nobody') return { mark: 'nobody', name: 'Somebody' };
  const key = await db
    .selectFrom('api_key')
    .select('name')
    .where('customer_id', '=', customerId)
    .where('id', '=', actor.keyId)
    .executeTakeFirst();
  return { mark: `key:${actor.keyId}`, name: key?.name || 'An API key' };
}
