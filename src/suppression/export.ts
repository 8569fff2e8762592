// Exports a list as CSV, however long: read by id in pages, so that memory stays flat and nobody
// waits for it.
import type { Db } from '../storage/db.ts';
import { HEAD, lineOf } from './csv.ts';
import { listSuppressionsAfter } from './queries.ts';

const PAGE = 1_000;

/** The lines of a list, oldest first, in chunks. Addresses added meanwhile are at the end. */
export async function* exportSuppressions(db: Db, customerId: number): AsyncGenerator<string> {
  yield HEAD;
  for (let after = 0; ; ) {
    const rows = await listSuppressionsAfter(db, customerId, after, PAGE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(lineOf).join('');
    after = last.id;
  }
}
