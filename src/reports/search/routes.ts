// The endpoint of the search over everything.
import { ok, type Route } from '../../http/route.ts';
import { search } from './search.ts';
import * as wire from './wire.ts';

const everything: Route = {
  name: 'search',
  method: 'GET',
  path: '/search',
  needs: 'read',
  summary: 'Find a few campaigns, lists, segments, templates and people matching a text',
  group: 'Reports',
  query: wire.searchQuery,
  status: 200,
  answer: wire.searchAnswer,
  handle: async ({ db, caller, query }) => {
    const found = await search(db, caller.customerId, wire.readQuestion(query));
    return ok({ data: wire.toWireFound(found) });
  },
};

export const searchRoutes: Route[] = [everything];
