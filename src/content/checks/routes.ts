// Endpoint for the checks before sending.
import { getCampaign } from '../../campaigns/queries.ts';
import { ok, type Route } from '../../http/route.ts';
import { checksOf } from './checks.ts';
import { checksAnswer, toWireChecks } from './wire.ts';

const checks: Route = {
  name: 'checkCampaign',
  method: 'GET',
  path: '/campaigns/:campaign_uid/checks',
  needs: 'read',
  summary: 'Check what needs attention before a campaign is sent',
  about:
    'Up to 20 links are requested, within 5 seconds in total; the results are reused for ten minutes. Empty fields are counted among the newest recipients, at most 1,000.',
  group: 'Campaigns',
  status: 200,
  answer: checksAnswer,
  mailsSoon: true,
  handle: async (call) => {
    const campaign = await getCampaign(call.db, call.caller.customerId, call.params['campaign_uid'] ?? '');
    return ok({ data: toWireChecks(await checksOf(call, campaign)) });
  },
};

export const checkRoutes: Route[] = [checks];
