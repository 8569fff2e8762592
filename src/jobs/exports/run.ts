// The handler of exports: writes people into pieces of about a megabyte. The transaction that
// stores a piece notes up to whom it goes, so that an export goes on after the server was killed,
// and nobody is missing or twice in the file.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { findListById } from '../../lists/queries.ts';
import { newPace, nextPeople } from '../../segments/people/walk.ts';
import { stretchOf } from '../fixed-people.ts';
import type { JobRun } from '../job.ts';
import { addPiece } from '../pieces.ts';
import { saveProgress, step } from '../progress.ts';
import { headOf, lineWriter } from './format.ts';
import { exportParameters, exportProgress } from './parameters.ts';

const PIECE_BYTES = 1_000_000;
/** A piece ends after so long, so that people see the export go on. */
const PIECE_MS = 1_500;
/** After each statement, requests have their turn: so much of the time that it took. */
const REST = 0.5;

/** Writes an export, from where it was left. */
export async function runExport(run: JobRun): Promise<'done' | 'stopped'> {
  const { db, job } = run;
  const list = await findListById(db, job.customer_id, job.list_id ?? 0);
  if (!list) throw new AppError('state', say('export-list-removed'));
  const { people, format, columns } = exportParameters(job);
  const fields = await fieldsOf(db, list.customer_id, list.id);
  let done = exportProgress(job);
  const lineOf = lineWriter(format, columns);
  const pace = newPace();
  for (;;) {
    if (!run.mayGoOn()) return 'stopped';
    // As bytes: texts that live for a second and a half would be promoted by the garbage collector,
    // and stay long after.
    const pages = [Buffer.from(done.pieces === 0 ? headOf(format, columns) : '')];
    let [after, rows, length, isAll] = [done.after, 0, 0, false];
    const until = performance.now() + PIECE_MS;
    while (!isAll && length < PIECE_BYTES && performance.now() < until) {
      const begunAt = performance.now();
      const next = await nextPeople(db, stretchOf(db, list, fields, people, after), pace);
      const page = Buffer.from(next.rows.map(lineOf).join(''));
      pages.push(page);
      length += page.length;
      rows += next.rows.length;
      after = next.lookedTo ?? people.upTo;
      isAll = next.lookedTo === undefined;
      await sleep((performance.now() - begunAt) * REST);
    }
    const text = Buffer.concat(pages);
    const isPiece = text.length > 0;
    const now = {
      after,
      rows: done.rows + rows,
      bytes: done.bytes + text.length,
      pieces: done.pieces + (isPiece ? 1 : 0),
    };
    await step(run, async (tx) => {
      if (isPiece) await addPiece(tx, job, 'result', done.pieces, text);
      await saveProgress(tx, run, now);
    });
    done = now;
    if (isAll) return 'done';
  }
}
