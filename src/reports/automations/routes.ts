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
  summary: 'List the autoresponders of a list in sending order, and who waits for each',
  about: 'The cost does not depend on the size of the list: at most the next 10,000 people are counted.',
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
