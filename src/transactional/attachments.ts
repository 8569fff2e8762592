// The files of single mails: kept once however many mails carry them, gone with the last of these.
import { sha256 } from '../kernel/ids.ts';
import { putPrivateBlob } from '../storage/blobs.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows, numberSet, textSet } from '../storage/dialect.ts';

/** A file that travels with a mail. `mediaType` without parameters. */
export type Attachment = { name: string; mediaType: string; content: Uint8Array };

/** Keeps the files of a new email, in their order. */
export async function keepAttachments(tx: Tx, emailId: number, attachments: readonly Attachment[]): Promise<void> {
  const files = attachments.map((file, position) => ({ ...file, position, key: sha256(file.content) }));
  // Rows that several mails share are held in one order, so that nobody waits in a circle.
  for (const { position, name, mediaType, content } of files.sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const hash = await putPrivateBlob(tx, { content, mediaType });
    await tx
      .insertInto('email_attachment')
      .values({ email_id: emailId, position, name, media_type: mediaType, hash })
      .execute();
  }
}

/** The files of an email, in their order. */
export async function attachmentsOf(db: Db, emailId: number): Promise<Attachment[]> {
  const rows = await db
    .selectFrom('email_attachment')
    .innerJoin('blob', 'blob.hash', 'email_attachment.hash')
    .select(['email_attachment.name', 'email_attachment.media_type', 'blob.content'])
    .where('email_attachment.email_id', '=', emailId)
    .orderBy('email_attachment.position')
    .execute();
  return rows.map(({ name, media_type, content }) => ({ name, mediaType: media_type, content }));
}

/** Removes the files of emails, and what no other email carries. */
export async function dropAttachments(tx: Tx, emailIds: readonly number[]): Promise<void> {
  const dropped = await tx
    .deleteFrom('email_attachment')
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
  await tx
    .deleteFrom('blob')
    .where('hash', 'in', textSet(tx, hashes))
    .where((no) =>
      no.not(
        no.exists(
          no.selectFrom('email_attachment').select('email_id').whereRef('email_attachment.hash', '=', 'blob.hash'),
        ),
      ),
    )
    .execute();
}
