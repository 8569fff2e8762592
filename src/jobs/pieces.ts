// The bytes of a job, in pieces that are rows: every node finds them, and nobody holds more than
// one in memory.
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Db, Job, Tx } from '../storage/tables.ts';

/**
 * - upload: the file of an import
 * - bad: its bad rows, each as a line of JSON
 * - made: uids of the subscribers that it made
 * - before: what it replaced
 * - result: the file of an export
 */
export type Part = 'upload' | 'bad' | 'made' | 'before' | 'result';

type Owner = Pick<Job, 'id' | 'customer_id'>;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const PIECE_BYTES = 1024 * 1024;

/** Adds a piece; the same number twice is an error. */
export async function addPiece(db: Db | Tx, job: Owner, part: Part, n: number, content: Uint8Array | string) {
  await insertPiece(db, job, part, n, await compress(content));
}

async function insertPiece(db: Db | Tx, { id, customer_id }: Owner, part: Part, n: number, content: Uint8Array) {
  await db.insertInto('job_piece').values({ customer_id, job_id: id, part, n, content }).execute();
}

/** One piece; undefined when there is none of that number. */
export async function readPiece(db: Db | Tx, job: Owner, part: Part, n: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('job_piece')
    .select('content')
    .where('customer_id', '=', job.customer_id)
    .where('job_id', '=', job.id)
    .where('part', '=', part)
    .where('n', '=', n)
    .executeTakeFirst();
  return row && (await decompress(row.content));
}

/** Whether there is anything of a part. */
export async function hasPart(db: Db | Tx, job: Owner, part: Part): Promise<boolean> {
  const row = await db
    .selectFrom('job_piece')
    .select('n')
    .where('customer_id', '=', job.customer_id)
    .where('job_id', '=', job.id)
    .where('part', '=', part)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The pieces of a part, in order. */
export async function* readPieces(db: Db, job: Owner, part: Part): AsyncGenerator<Buffer> {
  for (let n = 0; ; n += 1) {
    const piece = await readPiece(db, job, part, n);
    if (!piece) return;
    yield piece;
  }
}

/**
 * Stores bytes in pieces of a megabyte, whatever they come in. @returns how many bytes there were
 */
export async function storePieces(db: Db, job: Owner, part: Part, content: AsyncIterable<Buffer>): Promise<number> {
  let [chunks, waiting, bytes, n] = [[] as Buffer[], 0, 0, 0];
  const flush = async () => {
    await addPiece(db, job, part, n, Buffer.concat(chunks, waiting));
    [chunks, waiting, n] = [[], 0, n + 1];
  };
  for await (const chunk of content) {
    chunks.push(chunk);
    waiting += chunk.length;
    bytes += chunk.length;
    if (waiting >= PIECE_BYTES) await flush();
  }
  if (waiting > 0) await flush();
  return bytes;
}

const REMOVED_AT_ONCE = 50;

/** Removes some pieces of a job, of one part or of all. @returns whether there may be more */
export async function removePieces(db: Db | Tx, job: Owner, part?: Part): Promise<boolean> {
  const rows = await db
    .selectFrom('job_piece')
    .select(['part', 'n'])
    .where('customer_id', '=', job.customer_id)
    .where('job_id', '=', job.id)
    .$if(part !== undefined, (query) => query.where('part', '=', part ?? ''))
    .limit(REMOVED_AT_ONCE)
    .execute();
  for (const row of rows) {
    await db
      .deleteFrom('job_piece')
      .where('customer_id', '=', job.customer_id)
      .where('job_id', '=', job.id)
      .where('part', '=', row.part)
      .where('n', '=', row.n)
      .execute();
  }
  return rows.length === REMOVED_AT_ONCE;
}

/** Removes a part whole. */
export async function removePart(db: Db | Tx, job: Owner, part: Part): Promise<void> {
  await db
    .deleteFrom('job_piece')
    .where('customer_id', '=', job.customer_id)
    .where('job_id', '=', job.id)
    .where('part', '=', part)
    .execute();
}
