// Stores the files of an archive under the hash of their content. The owner of the page (a
// template, a campaign) records them in rows of its own; the bytes stay, because mails already sent
// keep fetching them.
import { putBlob } from '../storage/blobs.ts';
import type { Tx } from '../storage/db.ts';
import type { Archive } from './archive.ts';

/** A file of a page: its path in the archive and the hash of its content. */
export type StoredFile = { path: string; hash: string; mediaType: string };

/**
 * Stores the files of an archive. @returns its page, with markers for the files, and the record of
 * each file
 */
export async function storeArchive(tx: Tx, archive: Archive): Promise<{ html: string; files: StoredFile[] }> {
  for (const { content, mediaType } of archive.files) await putBlob(tx, { content, mediaType });
  return { html: archive.html, files: archive.files.map(({ path, hash, mediaType }) => ({ path, hash, mediaType })) };
}
