// Adds a picture.
import { AppError } from '../kernel/errors.ts';
import { newUid, sha256 } from '../kernel/ids.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { putHeldBlob, storedAmong } from '../storage/blobs.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { filesOfPicture } from './pictures/apart.ts';
import * as queries from './queries.ts';
import { checkedPicture, damaged, MOST } from './rules.ts';

export type NewPicture = { name: string; alt: string | null; content: Uint8Array };

/**
 * Makes the files of a picture and stores them; one that is there already stays as it is, and is as
 * new to those who remove unused ones.
 * @throws AppError `invalid` for what is no picture, `state` when there are too many
 */
export async function addPicture(
  db: Db,
  customerId: number,
  { name, alt, content }: NewPicture,
  at: number,
): Promise<{ media: queries.Media; isNew: boolean }> {
  const facts = checkedPicture(content);
  const source_hash = sha256(content);
  const known = await queries.findBySource(db, customerId, source_hash);
  const media = known && (await inTransaction(db, (tx) => renew(tx, known, at)));
  if (media) return { media, isNew: false };
  const made = await filesOfPicture({ content, facts }, customerId).catch((error: unknown) => {
    throw error instanceof AppError ? error : damaged();
  });
  const files = made
    .map((file) => ({ ...file, hash: fileHash(customerId, file.content) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return inTransaction(db, async (tx) => {
    if ((await queries.countMedia(tx, customerId)) >= MOST)
      throw new AppError('state', say('picture-many', { most: MOST }));
    const media = await queries.insertMedia(tx, {
      uid: newUid(),
      customer_id: customerId,
      name,
      folded_name: name.toLowerCase(),
      alt,
      source_hash,
      was_used: (await areKept(tx, customerId, files)) ? 1 : 0,
      created_at: at,
    });
    if (!media) {
      const same = await queries.findBySource(tx, customerId, source_hash);
      if (same) return { media: same, isNew: false };
      throw new AppError('state', say('picture-removing'));
    }
    const rows = [];
    for (const { content: bytes, mediaType, width, height, hash } of files) {
      await putHeldBlob(tx, hash, { content: bytes, mediaType });
      rows.push({
        customer_id: customerId,
        media_id: media.id,
        hash,
        media_type: mediaType,
        width,
        height,
        size: bytes.length,
      });
    }
    await queries.insertFiles(tx, rows);
    return { media, isNew: true };
  });
}

/** The picture that is there, wanted from now; undefined: somebody has removed it. */
async function renew(tx: Tx, known: queries.Media, at: number): Promise<queries.Media | undefined> {
  const media = await queries.lockMedia(tx, known);
  if (media) await queries.renewUnused(tx, media, at);
  return media;
}

/**
 * Whether files are there that belong to no unused picture: mails have them, of a picture that was
 * removed since or of another that becomes the same file; they stay whatever becomes of this one.
 */
async function areKept(tx: Tx, customerId: number, files: readonly { hash: string }[]): Promise<boolean> {
  const stored = await storedAmong(
    tx,
    files.map(({ hash }) => hash),
  );
  if (stored.length === 0) return false;
  const unused = await queries.unusedFiles(tx, customerId, stored);
  return stored.some((hash) => !unused.has(hash));
}

/**
 * The name of a file: of the customer as well as of its bytes, so that nobody finds out by it
 * whether another customer has the same picture, and that it can go when its customer has no use
 * for it.
 */
const fileHash = (customerId: number, bytes: Uint8Array) =>
  sha256(Buffer.concat([Buffer.from(`picture of ${customerId}\n`), bytes]));
