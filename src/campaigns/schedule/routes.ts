// Endpoint for the schedule of a recurring campaign.
import { ok, type Route } from '../../http/route.ts';
import { getCampaign } from '../queries.ts';
import { scheduleAnswer, toWireSchedule } from '../wire/schedule.ts';
import { findSchedule } from './schedule.ts';

const show: Route = {
  name: 'getSchedule',
  method: 'GET',
  path: '/campaigns/:campaign_uid/schedule',
  needs: 'read',
  summary: 'Get the next run of a recurring campaign, and its last runs',
  group: 'Campaigns',
  status: 200,
  answer: scheduleAnswer,
  handle: async ({ db, caller, params, clock }) => {
    const campaign = await getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');
    const state = await findSchedule(db, campaign, { timeZone: caller.timeZone, at: clock.now() });
    return ok({ data: toWireSchedule(state, caller.timeZone) });
  },
};

export const campaignScheduleRoutes: Route[] = [show];
