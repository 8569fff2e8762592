// The message log of a campaign as a CSV file, with the column names of the interface.
import { withDetails } from '../../campaigns/delivery/details.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { logAsCsv } from '../wire/log.ts';
import { type LogEntry, wholeLog } from './log.ts';

/**
 * The messages that are wanted, as CSV text; `hostname` is that of their Message-IDs.
 * @throws AppError `state` at once when its details were removed
 */
export function csvOfLog(
  db: Db,
  campaign: Campaign,
  { isWanted, hostname }: { isWanted: (entry: LogEntry) => boolean; hostname: string },
): AsyncIterable<string> {
  return logAsCsv(wholeLog(db, withDetails(campaign), isWanted), { campaign, hostname });
}
