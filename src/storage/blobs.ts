// Stores bytes once under the hash of their content, so that nodes share nothing but the database.
import { sql } from 'kysely';
import { sha256 } from '../kernel/ids.ts';
import { useOneConnectionEach } from './dialect/spread.ts';
import { lockRows, textSet } from './dialect.ts';
import type { Db, Tx } from './tables.ts';

export type Blob = { hash: string; mediaType: string; content: Uint8Array };

/** Bytes to store. */
type NewBlob = { content: Uint8Array; mediaType: string };

/** Stores the bytes; the same bytes twice are one row. @returns their SHA-256, hex */
export async function putBlob(tx: Tx, blob: NewBlob): Promise<string> {
  return putBlobAs(tx, sha256(blob.content), blob);
}

/** Stores the bytes under that hash, which may be of more than the bytes. @returns the hash */
async function putBlobAs(tx: Tx, hash: string, blob: NewBlob): Promise<string> {
  await insertBlob(tx, hash, blob)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return hash;
}

/** Removes bytes that nothing refers to, as the caller knows. */
export async function dropBlobs(tx: Tx, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx
    .deleteFrom('blob')
    .where('hash', 'in', textSet(tx, [...hashes]))
    .execute();
}

/**
 * Stores bytes under a key of their own, not under the hash by which anybody may fetch a public
 * blob; the same bytes twice are one row. They are removed with the last row that refers to them,
 * so the row is locked until the transaction ends.
 * @returns the key
 */
export async function putPrivateBlob(tx: Tx, blob: NewBlob): Promise<string> {
  const hash = `private:${sha256(blob.content)}`;
  await putHeldBlob(tx, hash, blob);
  return hash;
}

/** As putBlobAs; nobody removes the row before the transaction ends. Put several in order. */
export async function putHeldBlob(tx: Tx, hash: string, blob: NewBlob): Promise<void> {
  await insertBlob(tx, hash, blob)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_at: sql<number>`excluded.created_at` }))
    .execute();
}

/** Locks the rows of these hashes in order, before it is found out who else refers to them. */
export async function lockBlobs(tx: Tx, hashes: readonly string[]): Promise<void> {
  await tx
    .selectFrom('blob')
    .select('hash')
    .where('hash', 'in', textSet(tx, [...hashes]))
    .orderBy('hash')
    .modifyEnd(lockRows(tx))
    .execute();
}

function insertBlob(tx: Tx, hash: string, { content, mediaType }: NewBlob) {
  return tx
    .insertInto('blob')
    .values({ hash, media_type: mediaType, size: content.length, content, created_at: Date.now() });
}

/** Removes those of some private blobs that no mail and no campaign refers to any more. */
export async function dropPrivateBlobs(tx: Tx, keys: readonly string[]): Promise<void> {
  const own = keys.filter((key) => key.startsWith('private:'));
  if (own.length === 0) return;
  await useOneConnectionEach(tx); // the tables that refer to blobs are asked on all machines
  await dropUnused(tx, own, ['email_attachment', 'campaign_file']);
}

/** All tables that refer to stored bytes; schema.test.ts compares them with the catalogues. */
export const REFERRING = ['email_attachment', 'campaign_file', 'template_file', 'media_file'] as const;

/** Removes those of some blobs that no row of these tables refers to, of whatever customer. */
export async function dropUnused(
  tx: Tx,
  hashes: readonly string[],
  tables: readonly (typeof REFERRING)[number][] = REFERRING,
): Promise<void> {
  const unused = new Set(hashes);
  if (unused.size === 0) return;
  const all = [...unused];
  await lockBlobs(tx, all);
  for (const table of tables) {
    const used = await tx.selectFrom(table).select('hash').distinct().where('hash', 'in', textSet(tx, all)).execute();
    for (const { hash } of used) unused.delete(hash);
  }
  await dropBlobs(tx, [...unused]);
}

/** Those of some hashes whose bytes are stored. */
export async function storedAmong(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('blob')
    .select('hash')
    .where('hash', 'in', textSet(tx, [...hashes]))
    .execute();
  return rows.map(({ hash }) => hash);
}

/** The bytes of a hash, if stored. */
export async function findBlob(db: Db, hash: string): Promise<Blob | undefined> {
  const row = await db
    .selectFrom('blob')
    .select(['hash', 'media_type', 'content'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && { hash: row.hash, mediaType: row.media_type, content: row.content };
}
