// Statements on tables `email` and `email_attachment`, and on the message rows of emails.
import type { Tx } from '../storage/db.ts';
import type { EmailAttachment, NewEmail } from '../storage/tables-content.ts';

/** Writes an email. */
export function insertEmail(tx: Tx, email: NewEmail): Promise<{ id: number; uid: string }> {
  return tx.insertInto('email').values(email).returning(['id', 'uid']).executeTakeFirstOrThrow();
}

/** Writes the attachments of an email, in their order. */
export async function insertAttachments(
  tx: Tx,
  emailId: number,
  attachments: readonly Pick<EmailAttachment, 'name' | 'media_type' | 'hash'>[],
): Promise<void> {
  if (attachments.length === 0) return;
  const rows = attachments.map((attachment, position) => ({ email_id: emailId, position, ...attachment }));
  await tx.insertInto('email_attachment').values(rows).execute();
}

/** The message row of an email. `notBefore`: instant in ms; null = it may go out now. */
export async function insertMessage(
  tx: Tx,
  of: { customerId: number; campaignId: number; emailId: number },
  notBefore: number | null,
): Promise<void> {
  await tx
    .insertInto('message')
    .values({
      customer_id: of.customerId,
      campaign_id: of.campaignId,
      subscriber_id: -of.emailId,
      state: notBefore === null ? 'pending' : 'deferred',
      attempts: 0,
      next_attempt_at: notBefore,
    })
    .execute();
}
