// Statements on table `campaign_file`: the pictures of a campaign's page.

import type { Tx } from '../../storage/db.ts';
import { textSet } from '../../storage/dialect.ts';
import type { StoredFile } from '../../templates/store-archive.ts';

/** Those of the hashes that are kept, with their media types. */
export function blobsOf(tx: Tx, hashes: readonly string[]): Promise<{ hash: string; media_type: string }[]> {
  if (hashes.length === 0) return Promise.resolve([]);
  return tx.selectFrom('blob').select(['hash', 'media_type']).where('hash', 'in', textSet(tx, hashes)).execute();
}

const ROWS = 500; // keeps a statement's parameters far below the engines' limits

/** Notes `files` as the campaign's, in place of those noted before. */
export async function replaceCampaignFiles(tx: Tx, campaignId: number, files: readonly StoredFile[]): Promise<void> {
  await tx.deleteFrom('campaign_file').where('campaign_id', '=', campaignId).execute();
  const rows = files.map(({ path, hash, mediaType }) => ({
    campaign_id: campaignId,
    path,
    hash,
    media_type: mediaType,
  }));
  for (let at = 0; at < rows.length; at += ROWS) {
    await tx
      .insertInto('campaign_file')
      .values(rows.slice(at, at + ROWS))
      .execute();
  }
}

/** Notes the files of one campaign for another. */
export async function copyCampaignFiles(tx: Tx, fromId: number, toId: number): Promise<void> {
  await tx
    .insertInto('campaign_file')
    .columns(['campaign_id', 'path', 'hash', 'media_type'])
    .expression((from) =>
      from
        .selectFrom('campaign_file')
        .select((row) => [row.cast<number>(row.val(toId), 'bigint').as('campaign_id'), 'path', 'hash', 'media_type'])
        .where('campaign_id', '=', fromId),
    )
    .execute();
}
