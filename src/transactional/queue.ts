// Queues a transactional email: one from the API, or one that the server itself writes. Delivery
// finds its row of work and sends it ahead of campaigns.
import { addToCounters, type CounterDeltas, countInto } from '../campaigns/counters.ts';
import { transactionalCampaign } from '../campaigns/transactional.ts';
import { emailKey } from '../kernel/address.ts';
import { newUid } from '../kernel/ids.ts';
import { hashesIn } from '../mail/html/file-addresses.ts';
import { noteUsed } from '../media/queries.ts';
import { addMessage } from '../messages/add.ts';
import type { Tx } from '../storage/db.ts';
import { suppressHashed } from '../suppression/hashes.ts';
import { type Attachment, keepAttachments } from './attachments.ts';
import { countEmails } from './counts.ts';
import { insertEmail } from './queries.ts';
import type { EmailKind } from './rules.ts';

/**
 * A mail to one person. The addresses are valid; texts may be any, headers are cleaned when the
 * message is composed.
 */
export type MailToQueue = {
  customerId: number;
  kind: EmailKind;
  /** The list whose pages and sender it uses. */
  listId?: number;
  to: { name: string; email: string };
  from: { name: string; email: string };
  replyTo?: { name: string; email: string };
  subject: string;
  html: string;
  /** Absent or null: made from the HTML. */
  plainText?: string | null;
  /** Instant in ms before which it is not sent; absent or past: sent at once. */
  sendAt?: number;
  attachments?: readonly Attachment[];
};

/** The ids of a queued email. */
export type EmailRef = { id: number; uid: string };

/**
 * Inserts the email and its row of work; it is sent with the next turn, ahead of campaigns. `at`:
 * now, ms.
 */
export async function queueEmail(tx: Tx, mail: MailToQueue, at: number): Promise<EmailRef> {
  const written = await writeMail(tx, mail, at);
  await count(tx, [written]);
  return written;
}

/**
 * The same for several emails, of any customers. Counters and tallies are locked last and in one
 * order, so that this transaction and a worker's turn never deadlock.
 * @returns their ids in the order of `mails`
 */
export async function queueEmails(tx: Tx, mails: readonly MailToQueue[], at: number): Promise<EmailRef[]> {
  const written: QueuedEmail[] = [];
  for (const mail of mails) written.push(await writeMail(tx, mail, at));
  await count(tx, written);
  return written;
}

type QueuedEmail = EmailRef & { campaignId: number; kind: EmailKind; customerId: number };

async function writeMail(tx: Tx, mail: MailToQueue, at: number): Promise<QueuedEmail> {
  const campaignId = await transactionalCampaign(tx, mail.customerId, at);
  const sendAt = Math.max(mail.sendAt ?? at, at);
  const to = { email: mail.to.email, email_key: emailKey(mail.to.email) };
  await suppressHashed(tx, mail.customerId, [to], at);
  const email = await insertEmail(tx, {
    uid: newUid(),
    customer_id: mail.customerId,
    kind: mail.kind,
    list_id: mail.listId ?? null,
    to_name: mail.to.name,
    to_email: to.email,
    to_key: to.email_key,
    from_name: mail.from.name,
    from_email: mail.from.email,
    reply_to_name: mail.replyTo?.name ?? null,
    reply_to_email: mail.replyTo?.email ?? null,
    subject: mail.subject,
    html: mail.html,
    plain_text: mail.plainText ?? null,
    send_at: sendAt,
    created_at: at,
  });
  await noteUsed(tx, mail.customerId, hashesIn(mail.html));
  await keepAttachments(tx, { id: email.id, customer_id: mail.customerId }, mail.attachments ?? []);
  await addMessage(tx, { customerId: mail.customerId, campaignId, subscriberId: -email.id }, { at, notBefore: sendAt });
  return { ...email, campaignId, kind: mail.kind, customerId: mail.customerId };
}

async function count(tx: Tx, written: readonly QueuedEmail[]): Promise<void> {
  const deltas: CounterDeltas = new Map();
  for (const email of written) countInto(deltas, email, 'audience');
  await addToCounters(tx, deltas);
  await countEmails(tx, written, 1);
}
