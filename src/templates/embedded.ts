// Chooses the pictures of a page that are attached to its mails, when requested: the first ones
// that fit.
import type { Picture } from '../mail/html/embed-pictures.ts';
import { hashesIn } from '../mail/html/file-addresses.ts';
import { imageTypeOfMedia } from '../mail/html/images.ts';
import type { Db, Tx } from '../storage/db.ts';
import { textSet } from '../storage/dialect.ts';

/**
 * Bytes of attached pictures in a mail; base64 adds a third, and many servers accept no more than
 * 10 MB.
 */
export const EMBEDDED_MAX = 5_000_000;

type PictureSize = { hash: string; size: number };

/**
 * The pictures that fit, in this order; one that does not leaves room for smaller ones after it.
 */
export function picturesThatFit<T extends PictureSize>(pictures: readonly T[]): T[] {
  let room = EMBEDDED_MAX;
  return pictures.filter(({ size }) => {
    if (size > room) return false;
    room -= size;
    return true;
  });
}

/** The pictures in stored HTML, in order of first use, with their sizes in bytes. */
export async function picturesNamedIn(db: Db | Tx, html: string): Promise<PictureSize[]> {
  const hashes = [...hashesIn(html)];
  if (hashes.length === 0) return [];
  const rows = await db.selectFrom('blob').select(['hash', 'size']).where('hash', 'in', textSet(db, hashes)).execute();
  const found = new Map(rows.map((row) => [row.hash, row]));
  return hashes.flatMap((hash) => found.get(hash) ?? []);
}

/** The pictures of stored HTML that are attached to its mails. */
export async function picturesToEmbed(db: Db, html: string): Promise<Picture[]> {
  const hashes = picturesThatFit(await picturesNamedIn(db, html)).map(({ hash }) => hash);
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom('blob')
    .select(['hash', 'media_type', 'content'])
    .where('hash', 'in', textSet(db, hashes))
    .execute();
  return rows.flatMap(({ hash, media_type: mediaType, content }) => {
    const type = imageTypeOfMedia(mediaType);
    return type ? [{ hash, extension: type.extension, mediaType, content }] : [];
  });
}
