// The endpoint of the checklist for the first run.
import { ok, type Route } from '../../http/route.ts';
import { stepsOf } from './checklist.ts';
import * as wire from './wire.ts';

const checklist: Route = {
  name: 'getChecklist',
  method: 'GET',
  path: '/checklist',
  needs: 'read',
  summary: 'List what must be set up before email reaches people: done, open, or wrong now',
  group: 'Reports',
  status: 200,
  answer: wire.checklistAnswer,
  handle: async ({ db, caller, baseUrl, configuredRelay: configured }) => {
    const steps = await stepsOf({ db, customerId: caller.customerId, baseUrl, configured });
    return ok({ data: wire.toWireChecklist(steps) });
  },
};

export const checklistRoutes: Route[] = [checklist];
