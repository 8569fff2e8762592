// Answers that show a session, and give it to the browser.
import { type Call, created, type JsonReply } from '../../http/route.ts';
import { sessionCookie } from '../../http/session-cookie.ts';
import { sha256 } from '../../kernel/ids.ts';
import { COOKIE_MS } from '../rules.ts';
import { findSessionByHash } from './queries.ts';
import { viewSession } from './show.ts';
import * as wire from './wire.ts';

/** The record of a session, as every answer shows it. */
export async function sessionRecord(
  { db, baseUrl, installation: { version, hasTestInbox } }: Call,
  of: { userId: number; customerId: number },
) {
  const view = await viewSession(db, of.userId, of.customerId);
  return wire.toWireSession(view, { version, base_url: baseUrl, test_inbox: await hasTestInbox() });
}

/** 201 with the session of a cookie, and the cookie; without one: that a code is needed. */
export async function openedReply(
  call: Call,
  token: string | undefined,
  audit: JsonReply['audit'] = {},
): Promise<JsonReply> {
  const opened = token === undefined ? undefined : await findSessionByHash(call.db, sha256(token));
  if (!opened) return { ...created({ data: { record: wire.CODE_NEEDED } }), audit };
  const { customer_id: customerId, user_id: userId, user_uid: uid, user_name: name } = opened;
  const record = await sessionRecord(call, { userId, customerId });
  const headers = sessionCookie(token, call.baseUrl, COOKIE_MS);
  return { ...created({ data: { record } }), headers, audit: { by: { customerId, uid, name }, ...audit } };
}
