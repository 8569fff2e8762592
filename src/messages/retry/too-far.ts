// Messages whose next try lies further ahead than anything is put off: a clock that was ahead said
// when, and was put back since.
import { sql } from 'kysely';
import { HOUR_MS } from '../../kernel/durations.ts';
import type { Db } from '../../storage/db.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import { walkWork } from '../open.ts';

/** Longer than the wait after any answer, throttling or fault; the longest is six hours. */
const LONGEST_MS = 8 * HOUR_MS;

/**
 * Makes them due. A transactional email keeps the time that it was given.
 * @param now instant in ms
 */
export async function bringNearer(db: Db, now: number): Promise<void> {
  const those = await customersToPoll(db, 'delivery');
  const tooFar = sql`work.lease_id is null and work.next_attempt_at > ${now + LONGEST_MS}
    and coalesce(work.reason, '') <> 'not-due'`;
  const { rows } = await sql<{ customer_id: number; campaign_id: number }>`${await walkWork(db, 'work')}
    select walk.customer_id, walk.campaign_id from walk where exists (select 1 from work
      where work.customer_id = walk.customer_id and work.campaign_id = walk.campaign_id and ${tooFar}
        and ${isAmong(those, 'work.customer_id')})`.execute(db);
  for (const { customer_id, campaign_id } of rows) {
    await sql`update work set next_attempt_at = 0 where customer_id = ${customer_id} and campaign_id = ${campaign_id}
      and ${tooFar}`.execute(db);
  }
}
