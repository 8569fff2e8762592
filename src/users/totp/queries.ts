// Statements on the second factor of users.
import type { Db, Tx } from '../../storage/db.ts';

/**
 * Notes the interval whose code is being used. @returns false when it, or a later one, was used
 * before: a code is good once
 * @param last the latest whose code counts now: a use after it is of a clock that was set back
 */
export async function useStep(db: Db, userId: number, step: number, last: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_account')
    .set({ totp_step: step })
    .where('id', '=', userId)
    .where((is) => is.or([is('totp_step', '<', step), is('totp_step', '>', last)]))
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Takes a recovery code away, as it is being used. @returns whether it was there */
export async function takeRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Puts other recovery codes in the place of those that there are. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}
