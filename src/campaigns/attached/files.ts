// The files that go along with a campaign's messages: stored once however many campaigns have them.
// A campaign keeps its claim on each file that it ever had, as its versions may name it.
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { putPrivateBlob } from '../../storage/blobs.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { textSet } from '../../storage/dialect.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { AttachedFile } from './rules.ts';

/** A file that a request brings, or one that is stored. */
export type FileToAttach = AttachedFile & { content?: Uint8Array };

const keyOf = (hash: string) => `private:${hash}`;

/** A file that goes along with any campaign of the customer. */
export async function findAttachedFile(
  db: Db,
  customerId: number,
  hash: string,
): Promise<Pick<AttachedFile, 'size'> | undefined> {
  return db
    .selectFrom('campaign_file')
    .innerJoin('blob', 'blob.hash', 'campaign_file.hash')
    .select('blob.size')
    .where('campaign_file.customer_id', '=', customerId)
    .where('campaign_file.hash', '=', keyOf(hash))
    .limit(1)
    .executeTakeFirst();
}

/** Stores the files of a campaign and notes that it has them. */
export async function keepAttachedFiles(
  tx: Tx,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  files: readonly FileToAttach[],
): Promise<void> {
  // In one order, because campaigns share rows and transactions must not deadlock.
  for (const { hash, mediaType, content } of files.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))) {
    if (content) await putPrivateBlob(tx, { content, mediaType });
    await tx
      .insertInto('campaign_file')
      .values({
        customer_id: campaign.customer_id,
        campaign_id: campaign.id,
        path: keyOf(hash),
        hash: keyOf(hash),
        media_type: mediaType,
      })
      .onConflict((conflict) => conflict.columns(['customer_id', 'campaign_id', 'path']).doNothing())
      .execute();
  }
}

/** The bytes of files, by their hashes. */
export async function contentsOf(db: Db, files: readonly AttachedFile[]): Promise<Map<string, Uint8Array>> {
  if (files.length === 0) return new Map();
  const keys = [...new Set(files.map(({ hash }) => keyOf(hash)))];
  const rows = await db.selectFrom('blob').select(['hash', 'content']).where('hash', 'in', textSet(db, keys)).execute();
  return new Map(rows.map(({ hash, content }) => [hash.slice(keyOf('').length), content]));
}

/** Why a message cannot be made whose file the store has no more. */
export const fileGone = ({ name }: Pick<AttachedFile, 'name'>) =>
  new AppError('state', say('campaign-file-gone', { name }));
