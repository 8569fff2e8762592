// Emails go: at once for who deletes one, and all of them some time after they are done.
import { sql } from 'kysely';
import { addToCounters } from '../campaigns/counters.ts';
import { removeMailMessages, skipDeleted } from '../messages/remove.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { lockRows, numberSet } from '../storage/dialect.ts';
import { dropAttachments } from './attachments.ts';
import { countEmails } from './counts.ts';
import { noSuchEmail } from './listing.ts';
import type { EmailKind } from './rules.ts';

/**
 * Deletes a transactional email with its content and its files. One that has not left does not
 * leave any more. What is in flight is on its way, and its outcome is still recorded; the address
 * stays for what may come back, and is removed as if the mail had been due now at the latest.
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
    await dropAttachments(tx, [email.id]);
    await skipDeleted(tx, { customerId, subscriberId: -email.id }, at);
    await countEmails(tx, [{ kind: 'transactional', customerId }], -1);
  });
}

/**
 * Removes up to `limit` emails that were due before an instant, with their messages; what is on its
 * way stays. The counters keep what became of them.
 * @param others removes the rows of others about these messages
 * @returns whether there may be more to remove
 */
export function removeOldEmails(
  db: Db,
  before: number,
  limit: number,
  others: (tx: Tx, subscriberIds: readonly number[]) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const due = await tx
      .selectFrom('email')
      .select(['id', 'customer_id', 'kind', 'deleted_at'])
      .where('send_at', '<', before)
      .orderBy('send_at')
      .limit(limit)
      .modifyEnd(lockRows(tx))
      .execute();
    if (due.length === 0) return false;
    const { underWay, deltas } = await removeMailMessages(
      tx,
      due.map(({ id, customer_id }) => ({ customerId: customer_id, subscriberId: -id })),
    );
    const gone = due.filter(({ id }) => !underWay.has(-id));
    if (gone.length === 0) return false;
    const ids = gone.map(({ id }) => id);
    await dropAttachments(tx, ids);
    await tx.deleteFrom('email').where('id', 'in', numberSet(tx, ids)).execute();
    // Files, counters, tallies: in this order they are held by who queues a mail, or records what
    // came back of one.
    await addToCounters(tx, deltas);
    await others(
      tx,
      ids.map((id) => -id),
    );
    const listed = gone.filter(({ deleted_at }) => deleted_at === null);
    const counted = listed.map(({ kind, customer_id }) => ({ kind: kind as EmailKind, customerId: customer_id }));
    await countEmails(tx, counted, -1);
    return due.length === limit;
  });
}
