// Removes files of imports and exports that hold an address: they would bring it back, or give it
// out. Others stay, and go by themselves within a week.
import { domainToASCII } from 'node:url';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import type { Job } from '../../storage/tables.ts';
import { type Part, readPieces, removePart } from '../pieces.ts';
import { holdJob, markCleared } from '../queries.ts';

/** Parts with addresses; the others have ids and values of fields. */
const PARTS = ['upload', 'bad', 'result'] as const satisfies Part[];
/** Longer than an address in any encoding. */
const OVERLAP = 1_024;

/**
 * Removes them.
 * @param key the address (`kernel/address.ts`: emailKey)
 * @param only jobs by their ids; absent: all
 * @returns how many files are gone
 * @throws AppError `state` while a job that has such a file is under way
 */
export async function removeFilesWith(
  db: Db,
  customerId: number,
  key: string,
  only?: readonly number[],
): Promise<number> {
  const jobs = await db
    .selectFrom('job')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('cleared', '<', 2)
    .orderBy('id')
    .execute();
  let removed = 0;
  for (const job of jobs) {
    if (only && !only.includes(job.id)) continue;
    for (const part of PARTS) {
      if (!(await holdsAddress(db, job, part, key))) continue;
      await inTransaction(db, async (tx) => {
        const now = await holdJob(tx, job);
        if (!now) return;
        if (isUnderWay(now)) throw new AppError('state', UNDER_WAY);
        await removePart(tx, now, part);
        if (part === 'result') await markCleared(tx, now, 1); // without it the export would be an empty file
      });
      removed += 1;
    }
  }
  return removed;
}

const isUnderWay = ({ state }: Job) => state === 'waiting' || state === 'running';
const UNDER_WAY = say('import-erasing');

async function holdsAddress(db: Db, job: Job, part: Part, key: string): Promise<boolean> {
  const forms = formsOf(key);
  // Without the last zero the same bytes stand in UTF-16 of the other order.
  const wide = forms.map((form) => Buffer.from(form, 'utf16le').toString('latin1').slice(0, -1));
  let before = '';
  let textBefore = '';
  for await (const piece of readPieces(db, job, part)) {
    const bytes = (before + piece.toString('latin1')).toLowerCase();
    const text = isAscii(key) ? '' : (textBefore + piece.toString('utf8')).toLowerCase();
    if ([...forms, ...wide].some((form) => bytes.includes(form)) || text.includes(key)) return true;
    before = bytes.slice(-OVERLAP);
    textBefore = text.slice(-OVERLAP);
  }
  return false;
}

/** As addresses may be written: the domain in letters of its own, as in the key, or in ASCII. */
function formsOf(key: string): string[] {
  const domain = key.lastIndexOf('@') + 1;
  const ascii = domainToASCII(key.slice(domain));
  return [...new Set([key, ...(ascii === '' ? [] : [key.slice(0, domain) + ascii])])];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);
