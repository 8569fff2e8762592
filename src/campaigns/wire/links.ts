// Tracked links of a campaign, an extension of the interface (wire contract, section 9).
import { z } from 'zod';
import { pageOf } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { CampaignCounter } from '../../storage/tables.ts';
import type { Link } from '../content/queries-links.ts';
import { type Counts, rate } from './stats.ts';

/** A tracked link in a listing. `all`: the counters of its campaign. */
export function toWireLink(link: Link, counts: Counts, all: CampaignCounter) {
  const clicksOf = (of: ClickCounts) =>
    counts === 'raw' ? [of.clicks, of.unique_clicks] : [of.filtered_clicks, of.filtered_unique_clicks];
  const [clicks = 0, unique = 0] = clicksOf(link);
  const [allClicks = 0, clickers = 0] = clicksOf(all);
  return {
    hash: link.sha1,
    hash_sha256: link.hash,
    destination: link.url,
    clicks_count: clicks,
    clicks_rate: rate(clicks, allClicks),
    unique_clicks_count: unique,
    unique_clicks_rate: rate(unique, clickers),
  };
}

type ClickCounts = Pick<Link, 'clicks' | 'unique_clicks' | 'filtered_clicks' | 'filtered_unique_clicks'>;

const link = whenNeeded(() =>
  z
    .strictObject({
      hash: z.string().describe('SHA-1 of `destination` in hex, as accepted by track-url.'),
      hash_sha256: z.string().describe('SHA-256 of `destination` in hex, also accepted by track-url.'),
      destination: z
        .string()
        .describe(
          'As the author wrote it: HTML entities decoded, surrounding whitespace removed, merge tags not filled in; with the parameters of `options.utm_tags`.',
        ),
      clicks_count: z.int().min(0).describe('Clicks.'),
      clicks_rate: z.number().min(0).max(100).describe('As a percentage of all clicks of the campaign.'),
      unique_clicks_count: z.int().min(0).describe('Recipients who clicked it.'),
      unique_clicks_rate: z.number().min(0).max(100).describe('As a percentage of all recipients who clicked.'),
    })
    .meta({ id: 'CampaignLink', description: 'A tracked link of a campaign.' }),
);

export const linksAnswer = pageOf(link);
