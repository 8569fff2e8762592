// The files of transactional emails: stored once however many emails have them, and removed with
// the last.
import { sha256 } from '../kernel/ids.ts';
import { putPrivateBlob } from '../storage/blobs.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows, numberSet, textSet } from '../storage/dialect.ts';
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
  if (dropped.length === 0) return;
  const hashes = [...new Set(dropped.map((row) => row.hash))];
  await tx
    .selectFrom('blob')
    .select('hash')
    .where('hash', 'in', textSet(tx, hashes))
    .orderBy('hash')
    .modifyEnd(lockRows(tx))
    .execute();
  const used = await tx
    .selectFrom('email_attachment')
    .select('hash')
    .distinct()
    .where('hash', 'in', textSet(tx, hashes))
    .execute();
  const unused = [...new Set(hashes).difference(new Set(used.map((row) => row.hash)))];
  await tx.deleteFrom('blob').where('hash', 'in', textSet(tx, unused)).execute();
}
