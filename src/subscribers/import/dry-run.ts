// A dry run of an import: counts what would happen to the rows of a file.
import { findCustomer } from '../../accounts/queries.ts';
import type { BadRow } from '../../csv/bad-row.ts';
import type { Db, List } from '../../storage/tables.ts';
import { findByEmails } from '../queries.ts';
import { type ImportCounts, type ImportOptions, merger, NO_ROWS } from './import.ts';
import { IN_FILE_BEFORE } from './rows.ts';
import { batchesOf } from './thread.ts';

/** Counts what importSubscribers would do with the same options. */
export async function dryRunOf(db: Db, list: List, options: ImportOptions): Promise<ImportCounts> {
  const { file, bytes, fields, at, update } = options;
  const counts = { ...NO_ROWS };
  const merge = update ? merger(fields) : undefined;
  const timeZone = (await findCustomer(db, list.customer_id))?.time_zone;
  for await (const batch of batchesOf({ file, fields, at, timeZone, keepGiven: update }, bytes)) {
    const again = new Set(batch.again); // as far as 53-bit fingerprints can say: nothing is stored that could be asked
    const bad: BadRow[] = [...batch.bad];
    const { email, email_key } = batch.rows;
    const found = await findByEmails(db, list.customer_id, list.id, email_key);
    for (const [place, line] of batch.lines.entries()) {
      const subscriber = found.get(email_key[place] ?? '');
      if (again.has(place)) bad.push({ line, email: email[place] ?? '', reasons: [IN_FILE_BEFORE] });
      else if (!subscriber) counts.added += 1;
      else {
        if (merge?.(subscriber, batch, place)) counts.updated += 1;
        else counts.present += 1;
        if (subscriber.status !== 'confirmed') counts.stays += 1;
      }
    }
    counts.bad += bad.length;
    counts.bytes += batch.bytes;
    await options.onBatch?.(
      counts,
      bad.sort((a, b) => a.line - b.line),
    );
  }
  return counts;
}
