// Statements on table `campaign_file`: the pictures of a campaign's page.

import type { Tx } from '../../storage/db.ts';
import { textSet } from '../../storage/dialect.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { StoredFile } from '../../templates/store-archive.ts';

/** The given hashes that are stored already, with their media types. */
export function blobsOf(tx: Tx, hashes: readonly string[]): Promise<{ hash: string; media_type: string }[]> {
  if (hashes.length === 0) return Promise.resolve([]);
  return tx.selectFrom('blob').select(['hash', 'media_type']).where('hash', 'in', textSet(tx, hashes)).execute();
}

type Owner = Pick<Campaign, 'id' | 'customer_id'>;

const ROWS = 500; // keeps a statement's parameters far below the engines' limits

/** Makes `files` the campaign's files, in place of the former ones. */
export async function replaceCampaignFiles(tx: Tx, campaign: Owner, files: readonly StoredFile[]): Promise<void> {
  await tx
    .deleteFrom('campaign_file')
    .where('customer_id', '=', campaign.customer_id)
    .where('campaign_id', '=', campaign.id)
    .where('hash', 'not like', 'private:%') // files that go along (attached/files.ts) are no part of the page
    .execute();
  const rows = files.map(({ path, hash, mediaType }) => ({
    customer_id: campaign.customer_id,
    campaign_id: campaign.id,
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

/** Notes the files of one campaign for another of the customer. */
export async function copyCampaignFiles(tx: Tx, { id: fromId, customer_id }: Owner, toId: number): Promise<void> {
  await tx
    .insertInto('campaign_file')
    .columns(['customer_id', 'campaign_id', 'path', 'hash', 'media_type'])
    .expression((from) =>
      from
        .selectFrom('campaign_file')
        .select((row) => ['customer_id', row.cast<number>(row.val(toId), 'bigint').as('campaign_id')])
        .select(['path', 'hash', 'media_type'])
        .where('customer_id', '=', customer_id)
        .where('campaign_id', '=', fromId),
    )
    .execute();
}
