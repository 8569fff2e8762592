// Endpoints for tracking: programs that show mails elsewhere report what their readers did.

import { findLinkByHash } from '../campaigns/content/queries-links.ts';
import { getCampaign } from '../campaigns/queries.ts';
import { trackingLinks } from '../content/links.ts';
import { findTrackedSubscriber } from '../content/queries.ts';
import { type Call, ok, type Route } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { findMessages, type MessageName } from '../messages/uncertain/settle.ts';
import { partOf } from '../storage/postgres/parts.ts';
import type { Campaign } from '../storage/tables.ts';
import { findDestination } from './destination.ts';
import type { Visitor } from './hits.ts';
import { recordHits } from './recorder/recorder.ts';
import * as wire from './wire.ts';

const group = 'Campaigns';

async function trackedOf({ db, caller, params }: Call): Promise<{ campaign: Campaign; message: MessageName }> {
  const campaign = await getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');
  const subscriberId = await findTrackedSubscriber(db, campaign, params['subscriber_uid'] ?? '');
  if (subscriberId === undefined) throw new AppError('not_found', say('subscriber-missing'));
  return { campaign, message: { campaignId: campaign.id, subscriberId } };
}

async function messageOf(call: Call): Promise<{ campaign: Campaign; message: MessageName }> {
  const tracked = await trackedOf(call);
  const [message] = await findMessages(call.db, [tracked.message]);
  if (!message) throw new AppError('not_found', say('campaign-message-none'));
  return tracked;
}

const visitorOf = ({ ipAddress }: Call): Visitor => ({ ipAddress, userAgent: null, isVouched: true });

const click: Route = {
  name: 'trackClick',
  method: 'GET',
  path: '/campaigns/:campaign_uid/track-url/:subscriber_uid/:hash',
  needs: 'edit',
  summary: 'Count a click on a tracked link, identified by the SHA-1 or SHA-256 of its address in hex',
  group,
  status: 200,
  answer: wire.clickAnswer,
  handle: async (call) => {
    const { db, clock, params } = call;
    const { campaign, message } = await messageOf(call);
    const linkId = await findLinkByHash(db, campaign, (params['hash'] ?? '').toLowerCase());
    const { subscriberId } = message;
    const destination =
      linkId && (await findDestination(call, { subscriberId, linkId, part: partOf(message.campaignId) }));
    if (linkId === undefined || !destination) {
      throw new AppError('not_found', say('segment-link-unknown'));
    }
    await recordHits(db, [{ kind: 'click', message, linkId, visitor: visitorOf(call) }], clock.now());
    return ok({ data: { track_url: trackingLinks(call).clickUrl(message, linkId), destination: destination.address } });
  },
};

const open: Route = {
  name: 'trackOpen',
  method: 'GET',
  path: '/campaigns/:campaign_uid/track-opening/:subscriber_uid',
  needs: 'edit',
  summary: 'Count an open',
  group,
  status: 200,
  answer: wire.openAnswer,
  handle: async (call) => {
    const { message } = await messageOf(call);
    await recordHits(call.db, [{ kind: 'open', message, linkId: 0, visitor: visitorOf(call) }], call.clock.now());
    return ok({ data: [] });
  },
};

const unsubscribe: Route = {
  name: 'trackUnsubscribe',
  method: 'POST',
  path: '/campaigns/:campaign_uid/track-unsubscribe/:subscriber_uid',
  needs: 'edit',
  isOneChange: true,
  summary: 'Unsubscribe a subscriber and count it for the campaign',
  group,
  body: wire.unsubscribeBody,
  status: 200,
  answer: wire.unsubscribedAnswer,
  handle: async (call) => {
    const visitor = wire.readVisitor(call.body, call.ipAddress);
    const { message } = await trackedOf(call);
    const hit = { kind: 'unsubscribe', message, linkId: 0, visitor } as const;
    await recordHits(call.db, [hit], call.clock.now());
    return ok();
  },
};

export const trackingRoutes: Route[] = [click, open, unsubscribe];
