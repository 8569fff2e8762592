// Endpoints for previews and test mails of campaigns.
import { getCampaign } from '../campaigns/queries.ts';
import { warningsOf } from '../campaigns/warnings/warnings.ts';
import { type Call, ok, type Route } from '../http/route.ts';
import { framed, frameHeaders } from './frame/framed.ts';
import { frameAnswer, readFrame } from './frame/wire.ts';
import { peopleToShow } from './people/choose.ts';
import { samplesOfAudience } from './people/sample.ts';
import { previewOf } from './preview.ts';
import { sendTest } from './test-mail.ts';
import {
  frameQuery,
  peopleAnswer,
  previewAnswer,
  previewQuery,
  readSubscriber,
  readTest,
  testAnswer,
  testBody,
  toWirePeople,
  toWirePreview,
  toWireTest,
} from './wire.ts';

const group = 'Campaigns';

const campaignOf = ({ db, caller, params }: Call) => getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');

const preview: Route = {
  name: 'previewCampaign',
  method: 'GET',
  path: '/campaigns/:campaign_uid/preview',
  needs: 'read',
  summary: 'Preview the message of a campaign as a subscriber gets it, without sending or counting anything',
  group,
  query: previewQuery,
  status: 200,
  answer: previewAnswer,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const shown = await previewOf(call, campaign, readSubscriber(call.query));
    return ok({ data: toWirePreview(shown, await warningsOf(call.db, campaign)) });
  },
};

const test: Route = {
  name: 'sendTestEmail',
  method: 'POST',
  path: '/campaigns/:campaign_uid/test',
  needs: 'edit',
  summary: 'Send the message of a campaign to any addresses as a test, without counting anything',
  group,
  body: testBody,
  status: 200,
  answer: testAnswer,
  mailsSoon: true,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    return ok({ data: toWireTest(await sendTest(call, campaign, readTest(call.body))) });
  },
};

const people: Route = {
  name: 'listPreviewPeople',
  method: 'GET',
  path: '/campaigns/:campaign_uid/preview-people',
  needs: 'read',
  summary: 'List some recipients of a campaign to preview its email with',
  group,
  status: 200,
  answer: peopleAnswer,
  handle: async (call) => {
    const samples = await samplesOfAudience(call.db, await campaignOf(call), call.clock.now());
    return ok({ data: toWirePeople(peopleToShow(samples)) });
  },
};

const framedPreview: Route = {
  name: 'previewCampaignPage',
  method: 'GET',
  path: '/campaigns/:campaign_uid/preview.html',
  needs: 'read',
  summary: 'Get the message of a campaign as a page for a frame, without sending or counting anything',
  about:
    'For `<iframe sandbox>`: its Content-Security-Policy prevents scripts and forms, and only pages of this server may frame it.',
  group,
  query: frameQuery,
  fileType: 'text/html',
  status: 200,
  answer: frameAnswer,
  handle: async (call) => {
    const shown = await previewOf(call, await campaignOf(call), readSubscriber(call.query));
    const options = readFrame(call.query);
    return { status: 200, page: framed(shown.html, options), headers: frameHeaders(options) };
  },
};

export const previewRoutes: Route[] = [preview, framedPreview, people, test];
