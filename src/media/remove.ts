// Removes pictures with their files.
import { dropBlobs, lockBlobs } from '../storage/blobs.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import * as queries from './queries.ts';

/**
 * Removes a picture; its files too, unless a mail has had them, whose readers fetch them still.
 * @throws AppError `not_found`
 */
export function removePicture(db: Db, media: queries.Media): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = await queries.lockMedia(tx, media);
    if (!now) throw queries.missingMedia();
    await remove(tx, now);
  });
}

/**
 * Removes a picture that nothing has ever had, and that was added before an instant (ms). Whoever
 * uses it meanwhile keeps it. @returns whether it is gone
 */
export function removeUnused(db: Db, media: queries.Media, before: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const now = await queries.lockMedia(tx, media);
    if (!now || now.was_used === 1 || now.created_at >= before) return false;
    await remove(tx, now);
    return true;
  });
}

async function remove(tx: Tx, media: queries.Media): Promise<void> {
  const { customer_id, was_used } = media;
  const hashes = (await queries.filesOf(tx, customer_id, [media.id])).map(({ hash }) => hash);
  await queries.deleteMedia(tx, media);
  if (was_used === 1) return;
  await lockBlobs(tx, hashes); // whoever adds a picture with one of these files is done, or comes later
  const shared = await queries.sharedFiles(tx, customer_id, hashes);
  await dropBlobs(
    tx,
    hashes.filter((hash) => !shared.has(hash)),
  );
}
