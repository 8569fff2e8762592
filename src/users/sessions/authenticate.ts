// Identifies the user of a session: the only place that looks at its cookie.
import { STRICT } from '../../http/dialect.ts';
import { rightsOf, roleNamed } from '../../http/rights.ts';
import type { Caller } from '../../http/route.ts';
import { sessionToken } from '../../http/session-cookie.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import { SEEN_EVERY_MS, SESSION_IDLE_MS } from '../rules.ts';
import { findSessionByHash, updateSeen } from './queries.ts';

/**
 * The user whose session comes with a request, with the rights of their role.
 * @param headers names in lower case
 * @throws AppError `unauthorized` when the session has ended, or its user or customer is gone
 */
export async function authenticateSession(
  { db, clock, baseUrl }: { db: Db; clock: Clock; baseUrl: string },
  headers: Record<string, string | string[] | undefined>,
): Promise<Caller> {
  const token = sessionToken(headers, baseUrl);
  const row = token === undefined ? undefined : await findSessionByHash(db, sha256(token));
  const at = agreedNow(clock);
  if (!row || at - row.seen_at > SESSION_IDLE_MS) throw new AppError('unauthorized', say('user-session-ended'));
  if (at - row.seen_at > SEEN_EVERY_MS) await updateSeen(db, row.id, at).catch(() => undefined); // a full disk may be read
  return {
    customerId: row.customer_id,
    timeZone: row.time_zone,
    locale: row.locale,
    dialect: STRICT,
    rights: rightsOf(roleNamed(row.role), row.is_operator === 1),
    actor: { kind: 'user', userId: row.user_id, sessionId: row.id, uid: row.user_uid, name: row.user_name },
  };
}
