// Whether those who opened streams may still look: sessions end, keys are revoked.
import { rightsOfScope } from '../http/rights.ts';
import { numberSet } from '../storage/dialect.ts';
import type { Db } from '../storage/tables.ts';
import { SESSION_IDLE_MS } from '../users/rules.ts';
import type { Stream } from './stream.ts';

/**
 * The streams whose session has ended or turned to another customer, whose key was revoked, has
 * expired or may not read any more, whose customer is switched off, or who became an operator, or
 * is none any more.
 * @param at now, ms
 */
export async function endedActors(db: Db, streams: readonly Stream[], at: number): Promise<Stream[]> {
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
          .innerJoin('customer', 'customer.id', 'user_session.customer_id')
          .select(['user_session.id', 'user_session.customer_id', 'user.is_operator'])
          .where('user_session.id', 'in', numberSet(db, sessions))
          .where('user_session.seen_at', '>=', at - SESSION_IDLE_MS)
          .where('user.disabled_at', 'is', null)
          .where('customer.status', '=', 'active')
          .execute();
  const openKeys =
    keys.length === 0
      ? []
      : await db
          .selectFrom('api_key')
          .innerJoin('customer', 'customer.id', 'api_key.customer_id')
          .select(['api_key.id', 'api_key.customer_id', 'api_key.scope'])
          .where('api_key.customer_id', 'in', numberSet(db, customerIds))
          .where('api_key.id', 'in', numberSet(db, keys))
          .where('api_key.revoked_at', 'is', null)
          .where((is) => is.or([is('api_key.expires_at', 'is', null), is('api_key.expires_at', '>', at)]))
          .where('customer.status', '=', 'active')
          .execute();
  const open = new Map<string, boolean>([
    ...openSessions.map(
      ({ id, customer_id, is_operator }) => [`user ${id} ${customer_id}`, is_operator === 1] as const,
    ),
    ...openKeys
      .filter(({ scope }) => rightsOfScope(scope).has('read'))
      .map(({ id, customer_id, scope }) => [`key ${id} ${customer_id}`, operates(scope)] as const),
  ]);
  return streams.filter(({ actor, customerId, isOperator }) => {
    const id = actor.kind === 'user' ? actor.sessionId : actor.kind === 'key' ? actor.keyId : 0;
    return open.get(`${actor.kind} ${id} ${customerId}`) !== isOperator;
  });
}

const operates = (scope: string) => rightsOfScope(scope).has('operate');
