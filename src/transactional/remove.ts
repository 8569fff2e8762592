// Removes transactional emails: at once when one is deleted, and all of them some time after they
// are done.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addToCounters } from '../campaigns/counters.ts';
import { removeMailMessages, skipDeleted } from '../messages/remove.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { useOneConnectionEach } from '../storage/dialect/spread.ts';
import { isOwn, lockRows, numberSet } from '../storage/dialect.ts';
import { customersToPoll, isAmong } from '../storage/spread/customers-to-poll.ts';
import { dropAttachments } from './attachments.ts';
import { countEmails } from './counts.ts';
import { noSuchEmail } from './listing.ts';
import type { EmailKind } from './rules.ts';

/**
 * Deletes a transactional email with its content and files. One that was not sent yet is not sent
 * any more. If it is in flight, its outcome is still recorded. The address stays for bounces; it is
 * removed as if the email had been due now at the latest.
 * @param at now, ms
 * @throws AppError `not_found`
 */
export function deleteEmail(db: Db, customerId: number, uid: string, at: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const email = await tx
      .updateTable('email')
      .set({ deleted_at: at, subject: '', html: '', plain_text: null })
      .set({ send_at: sql<number>`case when send_at > ${at} then ${at} else send_at end` })
      .where('uid', '=', uid)
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'transactional')
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!email) return noSuchEmail();
    await dropAttachments(tx, customerId, [email.id]);
    await skipDeleted(tx, { customerId, subscriberId: -email.id }, at);
    await countEmails(tx, [{ kind: 'transactional', customerId }], -1);
  });
}

/**
 * Removes up to `limit` emails that were due before an instant, of the customer who has the oldest,
 * with their messages; what is on its way stays. The counters keep what became of them.
 * @param others removes the rows of others about these messages
 * @returns whether there may be more to remove
 */
export function removeOldEmails(
  db: Db,
  before: number,
  limit: number,
  others: (tx: Tx, customerId: number, subscriberIds: readonly number[]) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await useOneConnectionEach(tx);
    const oldest = await customerOfOldest(tx, before);
    if (oldest === undefined) return false;
    const due = await tx
      .selectFrom('email')
      .select(['id', 'customer_id', 'kind', 'deleted_at'])
      .where(isOwn(tx, 'customer_id', oldest))
      .where('send_at', '<', before)
      .where(isAtRest(sql`${oldest}`))
      .orderBy('send_at')
      .limit(limit)
      .modifyEnd(lockRows(tx))
      .execute();
    const { underWay, deltas } = await removeMailMessages(
      tx,
      due.map(({ id, customer_id }) => ({ customerId: customer_id, subscriberId: -id })),
    );
    const gone = due.filter(({ id }) => !underWay.has(-id));
    if (gone.length === 0) return false;
    const ids = gone.map(({ id }) => id);
    await dropAttachments(tx, oldest, ids);
    await tx.deleteFrom('email').where('customer_id', '=', oldest).where('id', 'in', numberSet(tx, ids)).execute();
    // Files, counters, tallies: locked in the same order by queueing and by recording bounces.
    await addToCounters(tx, deltas);
    await others(
      tx,
      oldest,
      ids.map((id) => -id),
    );
    const listed = gone.filter(({ deleted_at }) => deleted_at === null);
    const counted = listed.map(({ kind, customer_id }) => ({ kind: kind as EmailKind, customerId: customer_id }));
    await countEmails(tx, counted, -1);
    return true;
  });
}

/** No worker has it: those that are under way must not stand before the others. */
const isAtRest = (customer: RawBuilder<unknown>) => sql<SqlBool>`not exists (select 1 from work
  where work.customer_id = ${customer} and work.subscriber_id = -email.id and work.lease_id is not null
    and work.campaign_id in (select campaign.id from campaign
      where campaign.customer_id = ${customer} and campaign.type = 'transactional'))`;

/** Whose email has been there longest of those that were due before an instant. */
async function customerOfOldest(tx: Tx, before: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('email')
    .select('customer_id')
    .where('send_at', '<', before)
    .where(isAtRest(sql.ref('email.customer_id')))
    .where(isAmong(await customersToPoll(tx, 'upkeep'), 'customer_id'))
    .orderBy('send_at')
    .limit(1)
    .executeTakeFirst();
  return row?.customer_id;
}
