// Transactional mails for tests: queued as the server does, and their results.

import { registerWorker } from '../../src/coordination/lease.ts';
import { claimEmails } from '../../src/delivery/claim.ts';
import { openEmails } from '../../src/delivery/open-campaigns.ts';
import { type MailToQueue, queueEmail } from '../../src/emails/queue.ts';
import { type Db, inTransaction } from '../../src/storage/db.ts';
import type { Message } from '../../src/storage/tables.ts';

/**
 * Queues a mail to `to`; given members replace its own. `at` is now, in ms. @returns its row's id
 * and its uid
 */
export function queueMail(
  db: Db,
  customerId: number,
  to: string,
  given: Partial<MailToQueue> = {},
  at = Date.now(),
): Promise<{ id: number; uid: string }> {
  const mail: MailToQueue = {
    customerId,
    kind: 'transactional',
    to: { name: 'Bob', email: to },
    from: { name: 'Ada', email: 'ada@example.com' },
    subject: 'Your order',
    html: '<p>Thank you</p>',
    ...given,
  };
  return inTransaction(db, (tx) => queueEmail(tx, mail, at));
}

/** The message of a transactional mail. */
export function messageOf(db: Db, emailId: number): Promise<Message> {
  return db.selectFrom('message').selectAll().where('subscriber_id', '=', -emailId).executeTakeFirstOrThrow();
}

/** Claims the customer's mails that are due, as a new worker. */
export async function claimMails(db: Db, customerId: number) {
  const lease = await registerWorker(db);
  const open = (await openEmails(db, Date.now())).find((offer) => offer.customerId === customerId);
  const claim = await claimEmails(db, {
    leaseId: lease.id,
    attempt: 1,
    campaignId: open?.id ?? 0,
    limit: 10,
    now: Date.now(),
  });
  return { lease, claim };
}
