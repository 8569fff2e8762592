// Statements on table passkey.
import type { Db, Tx } from '../../storage/db.ts';
import type { NewPasskey, Passkey } from '../../storage/tables/people.ts';

/** The passkeys of a user, oldest first. */
export function listPasskeys(db: Db | Tx, userId: number): Promise<Passkey[]> {
  return db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** The passkey with this credential id, of whomever. */
export function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** Writes a passkey. @returns undefined when there is one with this credential id */
export function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<Passkey | undefined> {
  return tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Gives a passkey of a user another name. @returns the row; undefined when there is none */
export function updateName(db: Db, userId: number, uid: string, name: string): Promise<Passkey | undefined> {
  return db
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', userId)
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Notes that a passkey signed: its count then, and when.
 * @returns false when it is gone, or has counted as far already: the answer may be of a copy
 */
export async function noteUse(tx: Tx, id: number, signCount: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ sign_count: signCount, used_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('sign_count', '<', signCount), eb('sign_count', '=', 0)]))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Removes a passkey of a user. @returns whether there was one */
export async function deletePasskey(db: Db, userId: number, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Removes all passkeys of a user. @returns how many there were */
export async function deletePasskeysOf(tx: Tx, userId: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
