// Warns about problems in a campaign's HTML, and about pictures that are too big to embed.
import type { Warning } from '../../kernel/errors.ts';
import { htmlWarnings } from '../../mail/html/html-warnings.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { EMBEDDED_MAX, picturesNamedIn, picturesThatFit } from '../../templates/embedded.ts';
import { parsedOptions } from '../options.ts';
import type { Check } from './warning.ts';

const member = 'template.content';

export const pageWarnings: Check = ({ content }) => htmlWarnings(content).map((message) => ({ member, message }));

/** Pictures that should be embedded and stay linked. */
export async function pictureWarnings(db: Db, campaign: Pick<Campaign, 'content' | 'options'>): Promise<Warning[]> {
  if (parsedOptions(campaign).embed_images === 'no') return [];
  const named = await picturesNamedIn(db, campaign.content);
  const left = named.length - picturesThatFit(named).length;
  if (left === 0) return [];
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const total = megabytes(named.reduce((sum, { size }) => sum + size, 0));
  const message = `The pictures are ${total} MB and at most ${megabytes(EMBEDDED_MAX)} MB travel in a mail: ${left} of ${named.length} will be fetched when the mail is read.`;
  return [{ member, message }];
}
