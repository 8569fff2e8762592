// Endpoints for passkeys: one's own, and signing in with one.
import { z } from 'zod';
import { pageQuery, successAnswer } from '../../http/members/schema.ts';
import { created, ok, type Route } from '../../http/route.ts';
import { pageOfAll, readPageRequest } from '../../kernel/page.ts';
import { actingUser, getActingUser } from '../actor.ts';
import { requirePassword } from '../me/change.ts';
import { passwordBody, readPassword } from '../me/wire.ts';
import { openedReply } from '../sessions/reply.ts';
import { sessionAnswer } from '../sessions/wire.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.ts';
import { listPasskeys } from './queries.ts';
import { askForPasskey, signInWithPasskey } from './sign-in.ts';
import * as wire from './wire.ts';

const own = 'Your account';
const sessions = 'Sessions';

const list: Route = {
  name: 'listMyPasskeys',
  method: 'GET',
  path: '/me/passkeys',
  needs: 'read',
  summary: 'List your passkeys, oldest first',
  group: own,
  query: z.object(pageQuery),
  status: 200,
  answer: wire.passkeysAnswer,
  handle: async (call) => {
    const records = (await listPasskeys(call.db, actingUser(call).userId)).map(wire.toWire);
    return ok({ data: pageOfAll(readPageRequest(call.query), records) });
  },
};

const begin: Route = {
  name: 'beginPasskey',
  method: 'POST',
  path: '/me/passkeys/options',
  needs: 'read',
  summary: 'Start adding a passkey',
  about:
    'The answer is for `navigator.credentials.create`, at the public address of the server. Requires the password, so that someone who finds an open session cannot add a passkey of their own.',
  group: own,
  body: passwordBody,
  refuses: [429],
  status: 201,
  answer: wire.creationAnswer,
  handle: async (call) => {
    const user = await getActingUser(call);
    await requirePassword(call, user, readPassword(call.body), 'password');
    return created({ data: { record: { options: await beginPasskey(call, user) } } });
  },
};

const add: Route = {
  name: 'createPasskey',
  method: 'POST',
  path: '/me/passkeys',
  needs: 'read',
  summary: 'Add the passkey created by the browser',
  group: own,
  body: wire.newBody,
  status: 201,
  answer: wire.passkeyAnswer,
  handle: async (call) => {
    const added = await addPasskey(call, await getActingUser(call), wire.readNew(call.body));
    return created({ data: { record: wire.toWire(added) } });
  },
};

const rename: Route = {
  name: 'updatePasskey',
  method: 'PUT',
  path: '/me/passkeys/:passkey_uid',
  needs: 'read',
  summary: 'Rename a passkey',
  group: own,
  body: wire.nameBody,
  status: 200,
  answer: wire.passkeyAnswer,
  handle: async (call) => {
    const which = { userId: actingUser(call).userId, uid: call.params['passkey_uid'] ?? '' };
    const passkey = await renamePasskey(call, { ...which, name: wire.readName(call.body) });
    return ok({ data: { record: wire.toWire(passkey) } });
  },
};

const remove: Route = {
  name: 'deletePasskey',
  method: 'DELETE',
  path: '/me/passkeys/:passkey_uid',
  needs: 'read',
  summary: 'Delete a passkey; it can no longer be used to sign in',
  group: own,
  status: 200,
  answer: successAnswer({}),
  handle: async (call) => {
    await removePasskey(call, actingUser(call).userId, call.params['passkey_uid'] ?? '');
    return ok();
  },
};

const ask: Route = {
  name: 'getPasskeyChallenge',
  method: 'GET',
  path: '/session/passkey',
  needs: 'open',
  summary: 'Get what to ask the browser for when signing in with a passkey',
  about: 'The answer is for `navigator.credentials.get`, at the public address of the server.',
  group: sessions,
  status: 200,
  answer: wire.requestAnswer,
  handle: async (call) => ok({ data: { record: { options: askForPasskey(call) } } }),
};

const signIn: Route = {
  name: 'createSessionWithPasskey',
  method: 'POST',
  path: '/session/passkey',
  needs: 'open',
  summary: 'Sign in with a passkey; the session is a cookie',
  about:
    'No address, password or code is needed: the passkey verifies its owner by fingerprint, face or PIN. An unknown passkey and an invalid answer are refused with the same words.',
  group: sessions,
  body: wire.assertionBody,
  refuses: [429],
  status: 201,
  answer: sessionAnswer,
  handle: async (call) => openedReply(call, await signInWithPasskey(call, wire.readAssertion(call.body))),
};

export const passkeyRoutes: readonly Route[] = [list, begin, add, rename, remove, ask, signIn];
