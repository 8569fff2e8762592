// Endpoints for previews and test mails of campaigns.
import { getCampaign } from '../campaigns/queries.ts';
import { warningsOf } from '../campaigns/warnings/warnings.ts';
import { type Call, ok, type Route } from '../http/route.ts';
import { previewOf } from './preview.ts';
import { sendTest } from './test-mail.ts';
import {
  previewAnswer,
  previewQuery,
  readSubscriber,
  readTest,
  testAnswer,
  testBody,
  toWirePreview,
  toWireTest,
} from './wire.ts';

const group = 'Campaigns';

const campaignOf = ({ db, caller, params }: Call) => getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');

const preview: Route = {
  name: 'previewCampaign',
  method: 'GET',
  path: '/campaigns/:campaign_uid/preview',
  summary: 'The message of a campaign as a subscriber gets it; nothing is sent or counted',
  group,
  query: previewQuery,
  status: 200,
  answer: previewAnswer,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const shown = await previewOf(call, campaign, readSubscriber(call.query));
    return ok({ data: toWirePreview(shown, [...(await warningsOf(call.db, campaign)), ...shown.warnings]) });
  },
};

const test: Route = {
  name: 'sendTestEmail',
  method: 'POST',
  path: '/campaigns/:campaign_uid/test',
  summary: 'Send the message of a campaign to any addresses; nothing is counted',
  group,
  body: testBody,
  status: 200,
  answer: testAnswer,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    return ok({ data: toWireTest(await sendTest(call, campaign, readTest(call.body))) });
  },
};

export const previewRoutes: Route[] = [preview, test];
