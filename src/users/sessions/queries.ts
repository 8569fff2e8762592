// Statements on table user_session.
import type { Db } from '../../storage/db.ts';
import type { UserSession } from '../../storage/tables/people.ts';

/** Writes a session. */
export async function insertSession(db: Db, session: Omit<UserSession, 'id'>): Promise<void> {
  await db.insertInto('user_session').values(session).execute();
}

/**
 * Who is behind a session: the user, what they may do with the customer it shows. Undefined when
 * one of them is gone or switched off. One read, by unique indexes.
 */
export function findSessionByHash(db: Db, hash: string) {
  return db
    .selectFrom('user_session as session')
    .innerJoin('user_account as user', 'user.id', 'session.user_id')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .innerJoin('membership', (on) =>
      on
        .onRef('membership.customer_id', '=', 'session.customer_id')
        .onRef('membership.user_id', '=', 'session.user_id'),
    )
    .select(['session.id', 'session.user_id', 'session.seen_at', 'user.is_operator', 'membership.role'])
    .select(['user.uid as user_uid', 'user.name as user_name'])
    .select(['customer.id as customer_id', 'customer.time_zone', 'customer.locale'])
    .where('session.hash', '=', hash)
    .where('user.disabled_at', 'is', null)
    .where('customer.status', '=', 'active')
    .executeTakeFirst();
}

/** Notes when a session was used. */
export async function updateSeen(db: Db, id: number, at: number): Promise<void> {
  await db.updateTable('user_session').set({ seen_at: at }).where('id', '=', id).execute();
}

/** Has a session show another customer. */
export async function updateSessionCustomer(db: Db, id: number, customerId: number): Promise<void> {
  await db.updateTable('user_session').set({ customer_id: customerId }).where('id', '=', id).execute();
}

/** The sessions of a user that were used since `since`, latest first. */
export function listSessions(db: Db, userId: number, since: number): Promise<UserSession[]> {
  return db
    .selectFrom('user_session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('seen_at', '>', since)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends the session with this cookie. */
export async function deleteSessionByHash(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('user_session').where('hash', '=', hash).execute();
}

/** Ends a session. */
export async function deleteSession(db: Db, id: number): Promise<void> {
  await db.deleteFrom('user_session').where('id', '=', id).execute();
}

/** Ends a session of a user by its uid. @returns whether there was one */
export async function deleteSessionOf(db: Db, userId: number, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_session')
    .where('user_id', '=', userId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/**
 * Ends the sessions of a user.
 * @param which.except the id of one that stays
 * @param which.customerId only those that show this customer
 */
export async function deleteSessionsOf(
  db: Db,
  userId: number,
  which: { except?: number; customerId?: number } = {},
): Promise<void> {
  let query = db.deleteFrom('user_session').where('user_id', '=', userId);
  if (which.except !== undefined) query = query.where('id', '<>', which.except);
  if (which.customerId !== undefined) query = query.where('customer_id', '=', which.customerId);
  await query.execute();
}

/**
 * Deletes up to `limit` sessions that nobody used since an instant. @returns whether there may be
 * more
 */
export async function deleteUnused(db: Db, since: number, limit: number): Promise<boolean> {
  const some = db.selectFrom('user_session').select('id').where('seen_at', '<', since).orderBy('seen_at').limit(limit);
  const { numDeletedRows } = await db.deleteFrom('user_session').where('id', 'in', some).executeTakeFirst();
  return numDeletedRows >= limit;
}

/**
 * Takes the addresses out of some sessions that were opened before an instant (ms).
 * @returns whether there may be more
 */
export async function forgetSessionAddresses(db: Db, before: number, limit: number): Promise<boolean> {
  const some = db
    .selectFrom('user_session')
    .select('id')
    .where('ip_address', '!=', '')
    .where('created_at', '<', before)
    .limit(limit);
  const done = await db.updateTable('user_session').set({ ip_address: '' }).where('id', 'in', some).executeTakeFirst();
  return Number(done.numUpdatedRows) === limit;
}
