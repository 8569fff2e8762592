// Endpoints for who is signed in: name and language, password, sessions, second factor.
import { z } from 'zod';
import { pageQuery, successAnswer } from '../../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../../http/route.ts';
import { sessionCookie } from '../../http/session-cookie.ts';
import { AppError } from '../../kernel/errors.ts';
import { pageOfAll, readPageRequest } from '../../kernel/page.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { actingUser, getActingUser } from '../actor.ts';
import { COOKIE_MS, SESSION_IDLE_MS } from '../rules.ts';
import { deleteSessionOf, deleteSessionsOf, listSessions } from '../sessions/queries.ts';
import { countRecoveryCodes } from '../totp/queries.ts';
import { beginTotp, confirmTotp, endTotp } from '../totp/totp.ts';
import { changeMe, requirePassword } from './change.ts';
import * as wire from './wire.ts';

const group = 'Your account';

async function meRecord(call: Call) {
  const user = await getActingUser(call);
  return wire.toWireMe(user, await countRecoveryCodes(call.db, user.id));
}

const read: Route = {
  name: 'getMe',
  method: 'GET',
  path: '/me',
  needs: 'read',
  summary: 'Get the signed-in user',
  group,
  status: 200,
  answer: wire.meAnswer,
  handle: async (call) => ok({ data: { record: await meRecord(call) } }),
};

const change: Route = {
  name: 'updateMe',
  method: 'PUT',
  path: '/me',
  needs: 'read',
  summary: 'Change your name, language, theme or password',
  about: 'A new password ends all sessions; this answer contains the cookie of a new one.',
  group,
  body: wire.changeBody,
  refuses: [429],
  status: 200,
  answer: wire.meAnswer,
  handle: async (call) => {
    const whose = { user: await getActingUser(call), customerId: call.caller.customerId };
    const token = await changeMe(call, whose, wire.readChange(call.body));
    const reply = ok({ data: { record: await meRecord(call) } });
    if (token === undefined) return reply;
    const headers = sessionCookie(token, call.baseUrl, COOKIE_MS);
    return { ...reply, headers, audit: { operation: 'changePassword' } };
  },
};

const sessions: Route = {
  name: 'listMySessions',
  method: 'GET',
  path: '/me/sessions',
  needs: 'read',
  summary: 'List where you are signed in, latest first',
  group,
  query: z.object(pageQuery),
  status: 200,
  answer: wire.sessionsAnswer,
  handle: async (call) => {
    const { userId, sessionId } = actingUser(call);
    const all = await listSessions(call.db, userId, call.clock.now() - SESSION_IDLE_MS);
    const records = all.map((one) => wire.toWireSession(one, sessionId));
    return ok({ data: pageOfAll(readPageRequest(call.query), records) });
  },
};

const endOthers: Route = {
  name: 'deleteMySessions',
  method: 'DELETE',
  path: '/me/sessions',
  needs: 'read',
  summary: 'Sign out everywhere but here',
  group,
  status: 200,
  answer: successAnswer({}),
  handle: async (call) => {
    const { userId, sessionId } = actingUser(call);
    await deleteSessionsOf(call.db, userId, { except: sessionId });
    return ok();
  },
};

const endOne: Route = {
  name: 'deleteMySession',
  method: 'DELETE',
  path: '/me/sessions/:session_uid',
  needs: 'read',
  summary: 'End a session',
  group,
  status: 200,
  answer: successAnswer({}),
  handle: async (call) => {
    if (await deleteSessionOf(call.db, actingUser(call).userId, call.params['session_uid'] ?? '')) return ok();
    throw new AppError('not_found', say('user-session-missing'));
  },
};

const begin: Route = {
  name: 'beginTotp',
  method: 'POST',
  path: '/me/totp',
  needs: 'read',
  summary: 'Start setting up an authenticator app as a second factor',
  about:
    'It takes effect when confirmed with a code (RFC 6238: SHA-1, 6 digits, 30 seconds). Requires the password, so that someone who finds an open session cannot lock its user out.',
  group,
  body: wire.passwordBody,
  refuses: [429],
  status: 201,
  answer: wire.begunAnswer,
  handle: async (call) => {
    const user = await getActingUser(call);
    await requirePassword(call, user, wire.readPassword(call.body), 'password');
    const { secret, uri } = await beginTotp(call, user);
    return created({ data: { record: { secret, otpauth_uri: uri } } });
  },
};

const confirm: Route = {
  name: 'confirmTotp',
  method: 'PUT',
  path: '/me/totp',
  needs: 'read',
  summary: 'Confirm the second factor with a code, and get recovery codes',
  group,
  body: wire.codeBody,
  status: 200,
  answer: wire.confirmedAnswer,
  handle: async (call) => {
    const user = await getActingUser(call);
    return ok({ data: { record: { recovery_codes: await confirmTotp(call, user, wire.readCode(call.body)) } } });
  },
};

const remove: Route = {
  name: 'deleteTotp',
  method: 'DELETE',
  path: '/me/totp',
  needs: 'read',
  summary: 'Turn off the second factor',
  group,
  body: wire.passwordBody,
  readsBody: true,
  refuses: [429],
  status: 200,
  answer: successAnswer({}),
  handle: async (call) => {
    const user = await getActingUser(call);
    await requirePassword(call, user, wire.readPassword(call.body), 'password');
    await endTotp(call.db, user);
    return ok();
  },
};

export const meRoutes: readonly Route[] = [read, change, sessions, endOthers, endOne, begin, confirm, remove];
