// An import that writes nothing: what would become of the rows of a file.
import { findCustomer } from '../../accounts/queries.ts';
import type { BadRow } from '../../csv/report.ts';
import type { Db, List } from '../../storage/tables.ts';
import { findByEmails } from '../queries.ts';
import { type ImportOptions, merger } from './import.ts';
import { IN_FILE_BEFORE } from './rows.ts';
import { batchesOf } from './thread.ts';

/**
 * `stays`: those of `present` and `updated` who get no mail (unsubscribed, blacklisted, not
 * confirmed), and will not by this.
 */
export type TrialCounts = {
  added: number;
  updated: number;
  present: number;
  stays: number;
  bad: number;
  bytes: number;
};

/** Counts what importSubscribers would do with the same options. */
export async function tryImport(db: Db, list: List, options: ImportOptions): Promise<TrialCounts> {
  const { file, fields, status, at, update } = options;
  const counts = { added: 0, updated: 0, present: 0, stays: 0, bad: 0, bytes: 0 };
  const merge = update ? merger(fields) : undefined;
  const timeZone = (await findCustomer(db, list.customer_id))?.time_zone;
  for await (const batch of batchesOf({ file, fields, status, at, timeZone, keepGiven: update })) {
    const again = new Set(batch.again); // as far as 53 bits tell: there is no store that knows better
    const bad: BadRow[] = [...batch.bad];
    const found = await findByEmails(
      db,
      list.customer_id,
      list.id,
      batch.rows.map(({ email_key }) => email_key),
    );
    for (const [place, row] of batch.rows.entries()) {
      const subscriber = found.get(row.email_key);
      if (again.has(place)) bad.push({ line: batch.lines[place] ?? 0, email: row.email, reason: IN_FILE_BEFORE });
      else if (!subscriber) counts.added += 1;
      else {
        if (merge?.(subscriber, batch, place)) counts.updated += 1;
        else counts.present += 1;
        if (subscriber.status !== 'confirmed') counts.stays += 1;
      }
    }
    counts.bad += bad.length;
    counts.bytes += batch.bytes;
    await options.onBatch(
      counts,
      bad.sort((a, b) => a.line - b.line),
    );
  }
  return counts;
}
