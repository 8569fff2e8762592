// Warns about files that make messages large.
import type { Warning } from '../../kernel/errors.ts';
import { counted } from '../../kernel/text/counted.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { findTally } from '../../storage/tally.ts';
import { attachedTo } from './rules.ts';

/** Bytes from which files are worth a word. */
const LARGE = 1_000_000;

/** What files take on the wire: base64 in lines. */
const encodedSize = (bytes: number) => Math.ceil((bytes / 3) * 4 * (78 / 76));

/** How much files add to each message, and to all of them. */
export async function fileWarnings(db: Db, campaign: Campaign): Promise<Warning[]> {
  const bytes = attachedTo(campaign).reduce((sum, { size }) => sum + encodedSize(size), 0);
  if (bytes < LARGE) return [];
  const people = await findTally(db, campaign.customer_id, 'subscribers:confirmed', campaign.list_id);
  const together = people > 0 ? `, ${amount(bytes * people)} to ${counted(people, 'person', 'people')}` : '';
  const message = `The attachments add ${amount(bytes)} to each message${together}. Many mail servers take no more than 10 MB; a link to the file costs nobody anything.`;
  return [{ member: 'attachments', message }];
}

const amount = (bytes: number) =>
  bytes < 1e9
    ? `${(bytes / 1e6).toFixed(1)} MB`
    : `${(bytes / 1e9).toLocaleString('en', { maximumFractionDigits: 1 })} GB`;
