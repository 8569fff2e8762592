// Endpoints for what a person watches while a campaign is sent, and asks before sending it again.
import { getCampaign } from '../../campaigns/queries.ts';
import { whyNotAgain } from '../../campaigns/send-again/send-again.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { inEnglish, isSentence } from '../../kernel/sentences/sentence.ts';
import { summed } from '../counting.ts';
import { summingNotOpened } from './not-opened.ts';
import { stepsOf, summingPace } from './pace.ts';
import { slowedFor } from './slowed.ts';
import * as going from './wire/going.ts';

const group = 'Reports';

const campaignOf = ({ db, caller, params }: Call) => getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');

const pace: Route = {
  name: 'getCampaignPace',
  method: 'GET',
  path: '/campaigns/:campaign_uid/pace',
  needs: 'read',
  summary: 'Get how fast a campaign was sent in the last minutes',
  group,
  query: going.paceQuery,
  status: 200,
  answer: going.paceAnswer,
  handle: async (call) => {
    const wanted = going.readSteps(call.query);
    const campaign = await campaignOf(call);
    const found = await summed(call, `pace ${campaign.id}`, summingPace(call.db, campaign, call.clock.now()));
    const steps = found ? stepsOf(found.sums, found.at, wanted) : [];
    return ok({ data: { ...going.toWirePace(steps), counted_at: isoOrNull(found?.at) } });
  },
};

const slowed: Route = {
  name: 'listSlowedDestinations',
  method: 'GET',
  path: '/campaigns/:campaign_uid/slowed-destinations',
  needs: 'read',
  summary: 'List destinations slowed or parked at the delivery servers that a campaign may use',
  group,
  status: 200,
  answer: going.slowedAnswer,
  handle: async (call) => {
    const rows = await slowedFor(call.db, await campaignOf(call));
    return ok({ data: { records: rows.map(going.toWireSlowed) } });
  },
};

const notOpened: Route = {
  name: 'countNotOpened',
  method: 'GET',
  path: '/campaigns/:campaign_uid/not-opened',
  needs: 'read',
  summary: 'Count the recipients of a campaign if it was sent again to those who did not open it',
  group,
  status: 200,
  answer: going.notOpenedAnswer,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const why = whyNotAgain(campaign);
    const told = { refusal: why === undefined ? null : inEnglish(why), sentences: isSentence(why) ? [why] : [] };
    if (why !== undefined) return ok({ data: { counted_at: null, recipients_count: null, ...told } });
    const found = await summed(call, `not-opened ${campaign.id}`, summingNotOpened(call.db, campaign));
    const recipients_count = found?.sums.count ?? null;
    return ok({ data: { counted_at: isoOrNull(found?.at), recipients_count, ...told } });
  },
};

export const campaignGoingRoutes: Route[] = [pace, slowed, notOpened];
