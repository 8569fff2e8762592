// Endpoints for signing in and out, and for the session itself.

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { pageQuery, readSearch, searchQuery, successAnswer } from '../../http/members/schema.ts';
import { NOBODY, ok, type Route } from '../../http/route.ts';
import { sessionCookie } from '../../http/session-cookie.ts';
import { readPageRequest } from '../../kernel/page.ts';
import { actingUser } from '../actor.ts';
import { requestReset } from '../welcome/reset.ts';
import { changeCustomer } from './change.ts';
import { pageOfCustomersOf } from './customers.ts';
import { deleteSession } from './queries.ts';
import { openedReply, sessionRecord } from './reply.ts';
import { signIn } from './sign-in.ts';
import * as wire from './wire.ts';

const group = 'Sessions';

const create: Route = {
  name: 'createSession',
  method: 'POST',
  path: '/session',
  needs: 'open',
  summary: 'Sign in; the session is a cookie',
  about:
    'A wrong password, an unknown address and a wrong code are refused with the same words. For a user with a second factor it returns `code-needed`, without a cookie, until the call includes a `code`.',
  group,
  body: wire.signInBody,
  refuses: [429],
  status: 201,
  answer: wire.openedAnswer,
  handle: async (call) => openedReply(call, await signIn(call, wire.readSignIn(call.body))),
};

const read: Route = {
  name: 'getSession',
  method: 'GET',
  path: '/session',
  needs: 'read',
  isOpen: true,
  summary: 'Get who is signed in, for which customer, and what they may do',
  about: 'Without a session it returns `signed-out`.',
  group,
  status: 200,
  answer: wire.shownAnswer,
  handle: async (call) => {
    if (call.caller === NOBODY) return ok({ data: { record: wire.SIGNED_OUT } });
    const { userId } = actingUser(call);
    return ok({ data: { record: await sessionRecord(call, { userId, customerId: call.caller.customerId }) } });
  },
};

const change: Route = {
  name: 'updateSession',
  method: 'PUT',
  path: '/session',
  needs: 'read',
  summary: 'Switch to another customer that the user belongs to',
  group,
  body: wire.changeBody,
  status: 200,
  answer: wire.sessionAnswer,
  handle: async (call) => {
    const acting = actingUser(call);
    const customerId = await changeCustomer(call.db, acting, wire.readCustomer(call.body));
    return ok({ data: { record: await sessionRecord(call, { userId: acting.userId, customerId }) } });
  },
};

const customers: Route = {
  name: 'listCustomersOfSession',
  method: 'GET',
  path: '/session/customers',
  needs: 'read',
  summary: 'List the customers that the user belongs to, by name',
  group,
  query: z.object({ ...pageQuery, ...searchQuery }),
  status: 200,
  answer: wire.customersAnswer,
  handle: async (call) => {
    const asked = { search: readSearch(call.query) ?? '', page: readPageRequest(call.query) };
    return ok({ data: await pageOfCustomersOf(call.db, actingUser(call).userId, asked) });
  },
};

const remove: Route = {
  name: 'deleteSession',
  method: 'DELETE',
  path: '/session',
  needs: 'read',
  summary: 'Sign out',
  group,
  status: 200,
  answer: successAnswer({}),
  handle: async (call) => {
    await deleteSession(call.db, actingUser(call).sessionId);
    return { ...ok(), headers: sessionCookie(undefined, call.baseUrl) };
  },
};

const RESET_MS = 100;

const reset: Route = {
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/session/reset',
  needs: 'open',
  summary: 'Email a user a link to set a new password; the answer is the same whether or not the user exists',
  group,
  body: wire.resetBody,
  refuses: [429],
  status: 200,
  answer: successAnswer({}),
  handle: async (call) => {
    const email = wire.readReset(call.body);
    await Promise.all([requestReset(call, email), sleep(RESET_MS)]); // how long it takes tells nothing either
    return ok();
  },
};

export const sessionRoutes: readonly Route[] = [create, read, change, customers, remove, reset];
