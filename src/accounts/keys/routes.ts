// Endpoints for the API keys of a customer.
import { z } from 'zod';
import { pageQuery, successAnswer } from '../../http/members/schema.ts';
import { created, ok, type Route } from '../../http/route.ts';
import { pageAnswer, readPageRequest } from '../../kernel/page.ts';
import { addKey, listKeys, revokeKeyOf } from './keys.ts';
import { findKeyOf } from './queries.ts';
import * as wire from './wire.ts';

const group = 'API keys';

const listing: Route = {
  name: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  needs: 'own',
  summary: 'API keys, newest first, with those that were revoked',
  group,
  query: z.object(pageQuery),
  status: 200,
  answer: wire.keysAnswer,
  handle: async ({ db, caller, query }) => {
    const request = readPageRequest(query);
    const keys = (await listKeys(db, caller.customerId)).reverse();
    const shown = keys.slice((request.page - 1) * request.perPage, request.page * request.perPage);
    return ok({ data: pageAnswer(request, keys.length, shown.map(wire.toWireKey)) });
  },
};

const create: Route = {
  name: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  needs: 'own',
  summary: 'Create an API key; it is shown this once',
  about: "A key of the scope owner that an operator creates may also do what is the operator's.",
  group,
  body: wire.keyBody,
  status: 201,
  answer: wire.createdAnswer,
  handle: async ({ db, caller, clock, body }) => {
    const input = wire.readKey(body);
    const { customerId, rights } = caller;
    const { uid, key } = await addKey(db, { ...input, customerId, isOperator: rights.has('operate') }, clock);
    const made = await findKeyOf(db, customerId, uid);
    return created({ data: { record: { ...(made && wire.toWireKey(made)), api_key: key } } });
  },
};

const remove: Route = {
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/api-keys/:key_uid',
  needs: 'own',
  summary: 'Revoke an API key, from the next request on; other nodes refuse it within a second',
  group,
  status: 200,
  answer: successAnswer({}),
  handle: async ({ db, caller, clock, params }) => {
    await revokeKeyOf(db, caller.customerId, params['key_uid'] ?? '', clock);
    return ok();
  },
};

export const keyRoutes: readonly Route[] = [listing, create, remove];
