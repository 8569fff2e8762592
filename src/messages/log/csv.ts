// The message log of a campaign as a CSV file, with the column names of the interface.
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { logAsCsv } from '../wire/log.ts';
import { wholeLog } from './log.ts';
import type { WantedStatus } from './status.ts';

/** The messages of a status, or all, as CSV text; `hostname` is that of their Message-IDs. */
export function csvOfLog(
  db: Db,
  campaign: Campaign,
  { status, hostname }: { status: WantedStatus | undefined; hostname: string },
): AsyncIterable<string> {
  return logAsCsv(wholeLog(db, campaign, status), { campaign, hostname });
}
