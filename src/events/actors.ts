// Whether those who opened streams may still look: sessions end, keys are revoked.
import { numberSet } from '../storage/dialect.ts';
import type { Db } from '../storage/tables.ts';
import type { Stream } from './stream.ts';

/** The streams whose session has ended or turned to another customer, or whose key was revoked. */
export async function endedActors(db: Db, streams: readonly Stream[]): Promise<Stream[]> {
  const sessions = streams.flatMap(({ actor }) => (actor.kind === 'user' ? [actor.sessionId] : []));
  const keys = streams.flatMap(({ actor }) => (actor.kind === 'key' ? [actor.keyId] : []));
  const customerIds = [...new Set(streams.map(({ customerId }) => customerId))];
  const openSessions =
    sessions.length === 0
      ? []
      : await db
          .selectFrom('user_session')
          .innerJoin('user_account as user', 'user.id', 'user_session.user_id')
          .innerJoin('membership', (on) =>
            on
              .onRef('membership.user_id', '=', 'user_session.user_id')
              .onRef('membership.customer_id', '=', 'user_session.customer_id'),
          )
          .select(['user_session.id', 'user_session.customer_id'])
          .where('user_session.id', 'in', numberSet(db, sessions))
          .where('user.disabled_at', 'is', null)
          .execute();
  const openKeys =
    keys.length === 0
      ? []
      : await db
          .selectFrom('api_key')
          .select(['id', 'customer_id'])
          .where('customer_id', 'in', numberSet(db, customerIds))
          .where('id', 'in', numberSet(db, keys))
          .where('revoked_at', 'is', null)
          .execute();
  const open = new Set([
    ...openSessions.map(({ id, customer_id }) => `user ${id} ${customer_id}`),
    ...openKeys.map(({ id, customer_id }) => `key ${id} ${customer_id}`),
  ]);
  return streams.filter(({ actor, customerId }) => {
    const id = actor.kind === 'user' ? actor.sessionId : actor.kind === 'key' ? actor.keyId : 0;
    return !open.has(`${actor.kind} ${id} ${customerId}`);
  });
}
