// Endpoint that sends a campaign again to those who did not open it.
import { created, type Route } from '../../http/route.ts';
import { campaignOf, savedBy } from '../wire/of-call.ts';
import { countNotOpened } from './count.ts';
import { sendAgain } from './send-again.ts';
import { readSendAgain, sendAgainAnswer, sendAgainBody, toWireAgain } from './wire.ts';

const again: Route = {
  name: 'sendCampaignAgain',
  method: 'POST',
  path: '/campaigns/:campaign_uid/send-again',
  needs: 'edit',
  isOneChange: true,
  summary: 'Create a draft like a campaign, for recipients who did not open it',
  about:
    'These are recipients whose message a mail server accepted, who did not open or click (machines do not count), and who are still confirmed and not suppressed when the new campaign begins. For an A/B test they are those of all its variants and of its winner, and the draft is like the named campaign. List and type of the draft cannot be changed.',
  group: 'Campaigns',
  body: sendAgainBody,
  wrappers: ['campaign'],
  status: 201,
  answer: sendAgainAnswer,
  mailsSoon: true,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const draft = await sendAgain(call.db, campaign, { ...readSendAgain(call.body), ...(await savedBy(call)) });
    const recipients = await countNotOpened(call.db, campaign);
    return created({ campaign_uid: draft.uid, data: { record: toWireAgain(draft, recipients) } });
  },
};

export const sendAgainRoutes: Route[] = [again];
