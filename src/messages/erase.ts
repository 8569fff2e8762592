// Takes what names a person out of messages: replies of mail servers repeat addresses. The messages
// stay, as they are counted.
import { sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { numberSet } from '../storage/dialect.ts';
import type { Tx } from '../storage/tables.ts';

/**
 * @param subscriberIds of one person; their rows are gone, so that no message begins any more
 * @returns how many messages there are
 * @throws AppError `state` while one of them is on its way, as its reply would still come
 */
export async function eraseInMessages(tx: Tx, customerId: number, subscriberIds: readonly number[]): Promise<number> {
  const ids = numberSet(tx, subscriberIds);
  const work = sql`customer_id = ${customerId} and subscriber_id in ${ids} and campaign_id in (select id from campaign
    where customer_id = ${customerId} and status in ('pending-sending', 'processing', 'sending', 'paused'))`;
  const { rows } = await sql<{ n: number }>`select count(*) as n from work
    where ${work} and state = 'in_flight'`.execute(tx);
  if (Number(rows[0]?.n ?? 0) > 0) {
    throw new AppError('state', 'A message to this person is on its way right now. Please try again in a minute.');
  }
  await sql`update work set reply = null, detail = null where ${work}`.execute(tx);
  const done = await tx
    .updateTable('message')
    .set({ reply: null, detail: null })
    .where('customer_id', '=', customerId)
    .where('subscriber_id', 'in', ids)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}
