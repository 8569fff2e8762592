// Endpoint for the autoresponders of a list.
import { ok, type Route } from '../../http/route.ts';
import { listOfCall } from '../../lists/of-call.ts';
import { chainsOf } from './chain.ts';
import { chainsAnswer, toWireChains } from './wire.ts';

const automations: Route = {
  name: 'getListAutomations',
  method: 'GET',
  path: '/lists/:list_uid/automations',
  needs: 'read',
  summary: 'The autoresponders of a list in the order in which people get them, and who waits for each',
  about: 'It costs the same however many people are on the list: nobody is counted but the 10,000 who are next.',
  group: 'Reports',
  status: 200,
  answer: chainsAnswer,
  handle: async (call) => {
    const { timeZone } = call.caller;
    const at = call.clock.now();
    const found = await chainsOf(call.db, await listOfCall(call), { timeZone, at });
    return ok({ data: { time_zone: timeZone, ...toWireChains(found, at) } });
  },
};

export const automationRoutes: Route[] = [automations];
