// The files of transactional emails: stored once however many emails have them, and removed with
// the last.
import { sha256 } from '../kernel/ids.ts';
import { dropPrivateBlobs, putPrivateBlob } from '../storage/blobs.ts';
import type { Db, Tx } from '../storage/db.ts';
import { numberSet } from '../storage/dialect.ts';
import type { Email } from '../storage/tables/content.ts';

/** A file of an email. `mediaType` without parameters. */
export type Attachment = { name: string; mediaType: string; content: Uint8Array };

/** Stores the files of a new email, in order. */
export async function keepAttachments(
  tx: Tx,
  email: Pick<Email, 'id' | 'customer_id'>,
  attachments: readonly Attachment[],
): Promise<void> {
  const files = attachments.map((file, position) => ({ ...file, position, key: sha256(file.content) }));
  // In one order, because emails share rows and transactions must not deadlock.
  for (const { position, name, mediaType, content } of files.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const hash = await putPrivateBlob(tx, { content, mediaType });
    await tx
      .insertInto('email_attachment')
      .values({ customer_id: email.customer_id, email_id: email.id, position, name, media_type: mediaType, hash })
      .execute();
  }
}

/** The files of an email, in order. */
export async function attachmentsOf(db: Db, email: Pick<Email, 'id' | 'customer_id'>): Promise<Attachment[]> {
  const rows = await db
    .selectFrom('email_attachment')
    .innerJoin('blob', 'blob.hash', 'email_attachment.hash')
    .select(['email_attachment.name', 'email_attachment.media_type', 'blob.content'])
    .where('email_attachment.customer_id', '=', email.customer_id)
    .where('email_attachment.email_id', '=', email.id)
    .orderBy('email_attachment.position')
    .execute();
  return rows.map(({ name, media_type, content }) => ({ name, mediaType: media_type, content }));
}

/** Removes the files of a customer's emails, and what no other email carries. */
export async function dropAttachments(tx: Tx, customerId: number, emailIds: readonly number[]): Promise<void> {
  const dropped = await tx
    .deleteFrom('email_attachment')
    .where('customer_id', '=', customerId)
    .where('email_id', 'in', numberSet(tx, emailIds))
    .returning('hash')
    .execute();
  await dropPrivateBlobs(
    tx,
    dropped.map(({ hash }) => hash),
  );
}
