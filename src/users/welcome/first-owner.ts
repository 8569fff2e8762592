// The first user of an installation: whoever starts it gets a link, until somebody used one.
import { firstCustomerId } from '../../accounts/queries.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import type { Db } from '../../storage/db.ts';
import { hasUsers } from '../queries.ts';
import { makeLink, welcomeAddress } from './links.ts';

/**
 * The address where the first owner is made, a new one at each call; undefined when there is a
 * user. Older ones stay good for their half hour: another node may have shown them.
 */
export async function firstOwnerAddress({
  db,
  clock,
  baseUrl,
}: {
  db: Db;
  clock: Clock;
  baseUrl: string;
}): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined;
  const customer_id = (await firstCustomerId(db)) ?? null;
  const whom = { customer_id, user_id: null, email: '', name: '', role: 'owner', language: 'en' };
  return welcomeAddress(baseUrl, (await makeLink(db, 'first-owner', whom, agreedNow(clock))).token);
}
