// Warns about problems in a campaign's HTML, and about pictures that are too big to embed.
import { say } from '../../kernel/sentences/sentence.ts';
import { inSlices } from '../../kernel/slices.ts';
import { htmlWarningSteps } from '../../mail/html/html-warnings.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { EMBEDDED_MAX, picturesNamedIn, picturesThatFit } from '../../templates/embedded.ts';
import { parsedOptions } from '../options.ts';
import type { Found } from './warning.ts';

const member = 'template.content';

/** In slices: a long page takes 100 ms and more. */
export async function pageWarnings(campaign: Pick<Campaign, 'content' | 'options'>): Promise<Found[]> {
  const isMarked = parsedOptions(campaign).utm_tags === 'yes';
  return (await inSlices(htmlWarningSteps(campaign.content, { isMarked }))).map((why) => ({ member, why }));
}

/** Pictures that should be embedded and stay linked. */
export async function pictureWarnings(db: Db, campaign: Pick<Campaign, 'content' | 'options'>): Promise<Found[]> {
  if (parsedOptions(campaign).embed_images === 'no') return [];
  const named = await picturesNamedIn(db, campaign.content);
  const left = named.length - picturesThatFit(named).length;
  if (left === 0) return [];
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const total = megabytes(named.reduce((sum, { size }) => sum + size, 0));
  const why = say('html-pictures', { total, most: megabytes(EMBEDDED_MAX), left, named: named.length });
  return [{ member, why }];
}
