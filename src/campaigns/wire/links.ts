// The tracked links of a campaign as our extension of the interface shows them (wire contract,
// section 9).
import { z } from 'zod';
import { pageOf } from '../../http/members/schema.ts';
import type { Link } from '../content/queries-links.ts';
import type { Counts } from './stats.ts';

/** A tracked link in a listing. */
export function toWireLink(link: Link, counts: Counts) {
  const [clicks, unique] =
    counts === 'raw' ? [link.clicks, link.unique_clicks] : [link.filtered_clicks, link.filtered_unique_clicks];
  return {
    hash: link.sha1,
    hash_sha256: link.hash,
    destination: link.url,
    clicks_count: clicks,
    unique_clicks_count: unique,
  };
}

const link = z
  .strictObject({
    hash: z.string().describe('SHA-1 of `destination` in hex, as track-url takes it.'),
    hash_sha256: z.string().describe('SHA-256 of `destination` in hex, which track-url takes too.'),
    destination: z
      .string()
      .describe(
        'As the author wrote it: entities of HTML decoded, without white space around, merge tags not filled in.',
      ),
    clicks_count: z.int().min(0).describe('Clicks.'),
    unique_clicks_count: z.int().min(0).describe('Recipients who clicked it.'),
  })
  .meta({ id: 'CampaignLink', description: 'A tracked link of a campaign.' });

export const linksAnswer = pageOf(link);
