// Statements on tables `media` and `media_file`: the pictures of a customer, and the files of each.
import { type Insertable, type Selectable, sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows, textHolds, textSet } from '../storage/dialect.ts';
import type { MediaFileTable, MediaTable } from '../storage/tables.ts';

export type Media = Selectable<MediaTable>;
export type MediaFile = Selectable<MediaFileTable>;
type Key = Pick<Media, 'id' | 'customer_id'>;

export type MediaFilter = { search: string | undefined; isUnused: boolean; before: number | undefined; limit: number };

/** The customer's pictures, the newest first. `search`: what the name holds, in any case. */
export function listMedia(
  db: Db,
  customerId: number,
  { search, isUnused, before, limit }: MediaFilter,
): Promise<Media[]> {
  let query = db.selectFrom('media').selectAll().where('customer_id', '=', customerId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (isUnused) query = query.where('was_used', '=', 0);
  if (search !== undefined) query = query.where(textHolds(db, sql<string>`folded_name`, search.toLowerCase()));
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** The files of these pictures, the widest first. */
export function filesOf(db: Db | Tx, customerId: number, ids: readonly number[]): Promise<MediaFile[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('media_file')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('media_id', 'in', ids)
    .orderBy('width', 'desc')
    .orderBy('hash')
    .execute();
}

/** The customer's picture of that uid. @throws AppError `not_found` */
export async function getMedia(db: Db | Tx, customerId: number, uid: string): Promise<Media> {
  const found = await db
    .selectFrom('media')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (!found) throw missingMedia();
  return found;
}

/** What is said where there is no such picture. */
export function missingMedia(): AppError {
  return new AppError('not_found', say('picture-missing'));
}

/** The picture that was made of the same bytes. */
export function findBySource(db: Db | Tx, customerId: number, sourceHash: string): Promise<Media | undefined> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('source_hash', '=', sourceHash)
    .executeTakeFirst();
}

/** The picture as it is now, which stays so until the transaction ends; undefined: it is gone. */
export function lockMedia(tx: Tx, { id, customer_id }: Key): Promise<Media | undefined> {
  return tx
    .selectFrom('media')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
}

/**
 * The next customer after an id who has pictures that nothing has had, and that were added before
 * an instant (ms); undefined: there is none. Most customers have none, and cost nothing.
 */
export async function nextWithUnused(db: Db, after: number, before: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('media')
    .select((is) => is.fn.min('customer_id').as('customer_id'))
    .where(sql<boolean>`was_used = 0`) // in the text, so that the index of these rows answers
    .where('created_at', '<', before)
    .where('customer_id', '>', after)
    .executeTakeFirst();
  return row?.customer_id ?? undefined;
}

/** Pictures of a customer that nothing has had, and that were added before an instant (ms). */
export function unusedBefore(db: Db, customerId: number, before: number, most: number): Promise<Media[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('was_used', '=', 0)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Who adds an unused picture again wants it from now. */
export async function renewUnused(tx: Tx, { id, customer_id }: Key, at: number): Promise<void> {
  await tx
    .updateTable('media')
    .set({ created_at: at })
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .where('was_used', '=', 0)
    .execute();
}

export async function countMedia(tx: Tx, customerId: number): Promise<number> {
  const row = await tx
    .selectFrom('media')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Undefined: the same picture was inserted a moment ago. */
export function insertMedia(tx: Tx, row: Insertable<MediaTable>): Promise<Media | undefined> {
  return tx
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'source_hash']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Two pictures that become the same file share it. */
export async function insertFiles(tx: Tx, rows: readonly Insertable<MediaFileTable>[]): Promise<void> {
  await tx
    .insertInto('media_file')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['customer_id', 'media_id', 'hash']).doNothing())
    .execute();
}

export async function updateMedia(
  tx: Tx,
  { id, customer_id }: Key,
  set: Partial<Pick<Media, 'name' | 'folded_name' | 'alt'>>,
): Promise<void> {
  await tx.updateTable('media').set(set).where('customer_id', '=', customer_id).where('id', '=', id).execute();
}

export async function deleteMedia(tx: Tx, { id, customer_id }: Key): Promise<void> {
  await tx.deleteFrom('media_file').where('customer_id', '=', customer_id).where('media_id', '=', id).execute();
  await tx.deleteFrom('media').where('customer_id', '=', customer_id).where('id', '=', id).execute();
}

/** Those of the hashes that are files of other pictures too. */
export async function sharedFiles(tx: Tx, customerId: number, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await tx
    .selectFrom('media_file')
    .select('hash')
    .where('customer_id', '=', customerId)
    .where('hash', 'in', textSet(tx, [...hashes]))
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Those of the hashes that are files of pictures that nothing has ever had. */
export async function unusedFiles(tx: Tx, customerId: number, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('media_file')
    .innerJoin('media', (on) =>
      on.onRef('media.customer_id', '=', 'media_file.customer_id').onRef('media.id', '=', 'media_file.media_id'),
    )
    .select('media_file.hash')
    .where('media_file.customer_id', '=', customerId)
    .where('media_file.hash', 'in', textSet(tx, [...hashes]))
    .where('media.was_used', '=', 0)
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * Notes that a mail, a template, a saved block, the brand or the pages of a list have these files;
 * never taken back, because mails that left are still read.
 */
export async function noteUsed(tx: Tx, customerId: number, hashes: Iterable<string>): Promise<void> {
  const named = [...hashes];
  if (named.length === 0) return;
  await tx
    .updateTable('media')
    .set({ was_used: 1 })
    .where('customer_id', '=', customerId)
    .where('was_used', '=', 0)
    .where('id', 'in', (of) =>
      of
        .selectFrom('media_file')
        .select('media_id')
        .where('customer_id', '=', customerId)
        .where('hash', 'in', textSet(tx, named)),
    )
    .execute();
}
