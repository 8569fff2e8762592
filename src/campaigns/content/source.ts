// Where a campaign's page comes from, and storing it. The campaign gets its own copy of page and
// pictures, so that later changes to the template do not change it.

import { hashesIn } from '../../mail/html/file-addresses.ts';
import { noteUsed } from '../../media/queries.ts';
import type { Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { Archive } from '../../templates/archive.ts';
import type { StoredFile } from '../../templates/store-archive.ts';
import { storeArchive } from '../../templates/store-archive.ts';
import { blobsOf, replaceCampaignFiles } from './queries-files.ts';

/** HTML or blocks as they are stored, an archive just read, or a template with the files it has. */
export type CampaignSource =
  | { kind: 'content'; html: string }
  | { kind: 'archive'; archive: Archive }
  | { kind: 'blocks'; html: string; blocks: string }
  | { kind: 'template'; html: string; blocks: string | null; files: StoredFile[] };

/** The HTML to store for a source. */
function htmlOf(source: CampaignSource): string {
  return source.kind === 'archive' ? source.archive.html : source.html;
}

/** The columns to store for a source. */
export function pageColumns(source: CampaignSource): { content: string; blocks: string | null } {
  return { content: htmlOf(source), blocks: 'blocks' in source ? source.blocks : null };
}

/** Stores a source's files and makes them the campaign's, in place of those of its last source. */
export async function keepSource(
  tx: Tx,
  campaign: Pick<Campaign, 'id' | 'customer_id'>,
  source: CampaignSource,
): Promise<void> {
  const { files } =
    source.kind === 'archive'
      ? await storeArchive(tx, source.archive)
      : source.kind === 'template'
        ? source
        : { files: await filesNamedIn(tx, source.html) };
  await replaceCampaignFiles(tx, campaign, files);
  await noteUsed(tx, campaign.customer_id, hashesIn(htmlOf(source)));
}

/** Content that was read from a template and sent back names files that are already stored. */
async function filesNamedIn(tx: Tx, html: string): Promise<StoredFile[]> {
  const blobs = await blobsOf(tx, [...hashesIn(html)]);
  return blobs.map(({ hash, media_type }) => ({ path: hash, hash, mediaType: media_type }));
}
