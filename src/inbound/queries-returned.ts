// Statements on unclassified returned mails.
import { sql } from 'kysely';
import type { Sentence } from '../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../storage/db.ts';
import type { NewReturnedMail, ReturnedMail } from '../storage/tables/delivery.ts';

/** Inserts a mail. @returns its id, undefined when the same mail is stored already */
export async function insertReturned(tx: Tx, mail: NewReturnedMail): Promise<number | undefined> {
  const row = await tx
    .insertInto('returned_mail')
    .values(mail)
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Deletes the oldest mails beyond `mails` mails or `bytes` bytes. */
export async function deleteOldestReturned(tx: Tx, mails: number, bytes: number): Promise<void> {
  await sql`delete from returned_mail where id in (select id from
    (select id, sum(size) over (order by id desc) as bytes, row_number() over (order by id desc) as place
      from returned_mail) as kept
    where place > ${sql.lit(mails)} or bytes > ${sql.lit(bytes)})`.execute(tx);
}

export type ReturnedLine = Omit<ReturnedMail, 'source' | 'digest'>;

export const LINE = ['id', 'origin', 'mail_from', 'rcpt_to', 'subject', 'sentences', 'size', 'received_at'] as const;

/** The newest mails, newest first. */
export function listReturned(db: Db, limit: number): Promise<ReturnedLine[]> {
  return db.selectFrom('returned_mail').select(LINE).orderBy('id', 'desc').limit(limit).execute();
}

/** The number of stored mails. */
export async function countReturned(db: Db): Promise<number> {
  const row = await db
    .selectFrom('returned_mail')
    .select((count) => count.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** A mail with its source; undefined when there is none. */
export function findReturned(db: Db, id: number): Promise<ReturnedMail | undefined> {
  return db.selectFrom('returned_mail').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The ids after this one, in order. */
export async function listReturnedIds(db: Db, id: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('returned_mail')
    .select('id')
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Updates the reason why a mail cannot be classified. */
export async function updateReason(tx: Tx, id: number, why: readonly Sentence[]): Promise<void> {
  await tx
    .updateTable('returned_mail')
    .set({ sentences: JSON.stringify(why) })
    .where('id', '=', id)
    .execute();
}

/** Deletes a mail. @returns whether it existed */
export async function deleteReturned(db: Db | Tx, id: number): Promise<boolean> {
  const result = await db.deleteFrom('returned_mail').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Deletes all. @returns how many */
export async function deleteAllReturned(db: Db): Promise<number> {
  return Number((await db.deleteFrom('returned_mail').executeTakeFirst()).numDeletedRows);
}
