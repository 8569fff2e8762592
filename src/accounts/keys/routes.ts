// Endpoints for the API keys of a customer.
import { z } from 'zod';
import { pageQuery, successAnswer } from '../../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../../http/route.ts';
import { pageOfAll, readPageRequest } from '../../kernel/page.ts';
import { addKey, changeKeyOf, getKeyOf, listKeys, revokeKeyOf } from './keys.ts';
import * as wire from './wire.ts';

const group = 'API keys';
const asking = ({ caller, clock, rateLimit }: Call) => ({ rights: caller.rights, now: clock.now(), rateLimit });

const listing: Route = {
  name: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  needs: 'own',
  summary: 'List API keys, newest first, including revoked ones',
  group,
  query: z.object(pageQuery),
  status: 200,
  answer: wire.keysAnswer,
  handle: async ({ db, caller, query }) => {
    const keys = (await listKeys(db, caller.customerId)).reverse();
    return ok({ data: pageOfAll(readPageRequest(query), keys.map(wire.toWireKey)) });
  },
};

const create: Route = {
  name: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  needs: 'own',
  isOneChange: true,
  summary: 'Create an API key, which is shown only once',
  about: 'Only operators can grant the scope `operator`.',
  group,
  body: wire.keyBody,
  status: 201,
  answer: wire.createdAnswer,
  handle: async (call) => {
    const { db, caller, clock } = call;
    const input = wire.readKey(call.body, asking(call));
    const { uid, key } = await addKey(db, { ...input, customerId: caller.customerId }, clock);
    const made = await getKeyOf(db, caller.customerId, uid);
    return created({ data: { record: { ...wire.toWireKey(made), api_key: key } } });
  },
};

const show: Route = {
  name: 'getApiKey',
  method: 'GET',
  path: '/api-keys/:key_uid',
  needs: 'own',
  summary: 'Get an API key, without the key itself',
  group,
  status: 200,
  answer: wire.keyAnswer,
  handle: async ({ db, caller, params }) => {
    const key = await getKeyOf(db, caller.customerId, params['key_uid'] ?? '');
    return ok({ data: { record: wire.toWireKey(key) } });
  },
};

const update: Route = {
  name: 'updateApiKey',
  method: 'PUT',
  path: '/api-keys/:key_uid',
  needs: 'own',
  summary: 'Change what an API key may do, effective with the next request; other nodes follow within a second',
  about: 'Absent members stay unchanged. A revoked key cannot be changed.',
  group,
  body: wire.keyChanges,
  status: 200,
  answer: wire.keyAnswer,
  handle: async (call) => {
    const { db, caller, params, body } = call;
    const changes = wire.readKeyChanges(body, asking(call));
    const key = await changeKeyOf(db, caller.customerId, params['key_uid'] ?? '', changes);
    return ok({ data: { record: wire.toWireKey(key) } });
  },
};

const remove: Route = {
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/api-keys/:key_uid',
  needs: 'own',
  summary: 'Revoke an API key, effective with the next request; other nodes follow within a second',
  group,
  status: 200,
  answer: successAnswer({}),
  handle: async ({ db, caller, clock, params }) => {
    await revokeKeyOf(db, caller.customerId, params['key_uid'] ?? '', clock);
    return ok();
  },
};

export const keyRoutes: readonly Route[] = [listing, create, show, update, remove];
