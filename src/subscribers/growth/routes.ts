// Endpoints for how lists changed over time.
import { ok, type Route } from '../../http/route.ts';
import { listOfCall } from '../../lists/of-call.ts';
import { countsOfLists } from './counts.ts';
import { growthBetween } from './read.ts';
import { growthAnswer, growthQuery, readGrowth, toWireGrowth } from './wire.ts';
import { countsAnswer, countsQuery, readCounted, toWireCounts } from './wire-counts.ts';

const growth: Route = {
  name: 'getListGrowth',
  method: 'GET',
  path: '/lists/:list_uid/growth',
  needs: 'read',
  summary: 'Get who joined and who left a list, by day or week',
  about: 'The cost does not depend on the size of the list.',
  group: 'Lists',
  query: growthQuery,
  status: 200,
  answer: growthAnswer,
  handle: async (call) => {
    const { timeZone } = call.caller;
    const list = await listOfCall(call);
    const { unit, beginnings } = readGrowth(call.query, timeZone, call.clock.now());
    const points = await growthBetween(call.db, list, beginnings);
    return ok({ data: { by: unit, time_zone: timeZone, records: points.map(toWireGrowth) } });
  },
};

const counts: Route = {
  name: 'countLists',
  method: 'GET',
  path: '/lists/counts',
  needs: 'read',
  summary: 'Get the sizes of several lists, and how they changed in seven days',
  about: 'The cost does not depend on the size of the lists.',
  group: 'Lists',
  query: countsQuery,
  status: 200,
  answer: countsAnswer,
  handle: async (call) => {
    const found = await countsOfLists(call.db, call.caller.customerId, readCounted(call.query), call.clock.now());
    return ok({ data: { records: found.map(toWireCounts) } });
  },
};

export const growthRoutes: Route[] = [growth, counts];
