// The beginning of an uploaded file as text: its header and some hundred rows.
import { HEADER_BYTES, headText, type TextForm } from '../../csv/file.ts';
import type { Db, Job, Tx } from '../../storage/tables.ts';
import { readPiece } from '../pieces.ts';

/** `isAll`: the file has no more. */
export async function readBeginning(db: Db | Tx, job: Pick<Job, 'id' | 'customer_id'>, form: TextForm) {
  const start = (await readPiece(db, job, 'upload', 0)) ?? Buffer.alloc(0);
  return { head: headText(start, form), isAll: form.bytes <= HEADER_BYTES };
}
