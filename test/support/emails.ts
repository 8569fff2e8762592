// Transactional mails for tests: queued as the server does, and their results.

import { registerWorker } from '../../src/coordination/lease.ts';
import { claimEmails } from '../../src/messages/claim.ts';
import { openEmails } from '../../src/messages/open.ts';
import { type Db, inTransaction } from '../../src/storage/db.ts';
import { type MailToQueue, queueEmail } from '../../src/transactional/queue.ts';
import { seedList } from './delivery-rows.ts';
import { type LedgerRow, ledgerRow } from './ledger.ts';
import { until } from './until.ts';

/** A new customer, with a list. */
export async function newCustomer(db: Db): Promise<number> {
  return (await seedList(db)).customerId;
}

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

/** The message of a transactional email. */
export async function messageOf(db: Db, emailId: number): Promise<LedgerRow> {
  const { customer_id } = await db
    .selectFrom('email')
    .select('customer_id')
    .where('id', '=', emailId)
    .executeTakeFirstOrThrow();
  const campaign = await db
    .selectFrom('campaign')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('type', '=', 'transactional')
    .executeTakeFirstOrThrow();
  return ledgerRow(db, campaign.id, -emailId);
}

/** The state of a transactional email. */
export async function emailState(db: Db, emailId: number): Promise<string> {
  return (await messageOf(db, emailId)).state;
}

/** Waits until a transactional email is in that state. */
export function emailInState(db: Db, emailId: number, state: string): Promise<void> {
  return until(`it is ${state}`, async () => (await emailState(db, emailId)) === state);
}

/** Claims the customer's mails that are due, as a new worker. */
export async function claimMails(db: Db, customerId: number) {
  const lease = await registerWorker(db);
  const open = (await openEmails(db, Date.now())).find((offer) => offer.customerId === customerId);
  const claim = await claimEmails(db, {
    leaseId: lease.id,
    attempt: 1,
    customerId,
    campaignId: open?.id ?? 0,
    limit: 10,
    now: Date.now(),
  });
  return { lease, claim };
}

/** A transactional email as a request has it, with all that it needs. */
export const SENT_EMAIL = {
  to_name: 'Bob',
  to_email: 'Bob@example.test',
  from_name: 'Ada',
  subject: 'Your order',
  body: '<p>Thänk you</p>',
  send_at: '2026-11-21 11:00:00',
};
