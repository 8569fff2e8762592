// Tracking by API: programs that show mails elsewhere say what their readers did.
import { getCampaign } from '../campaigns/queries.ts';
import { findLinkByHash } from '../campaigns/queries-links.ts';
import { trackingLinks } from '../content/links.ts';
import { findTrackedSubscriber, type TrackedSubscriber } from '../content/queries.ts';
import { type Call, ok, type Route } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import type { Campaign } from '../storage/tables.ts';
import { findDestination } from './destination.ts';
import type { Visitor } from './hits.ts';
import { recordHits } from './recorder.ts';
import * as wire from './wire.ts';

const group = 'Campaigns';

async function trackedOf({ db, caller, params }: Call): Promise<TrackedSubscriber & { campaign: Campaign }> {
  const campaign = await getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');
  const tracked = await findTrackedSubscriber(db, campaign, params['subscriber_uid'] ?? '');
  if (!tracked) throw new AppError('not_found', 'The subscriber does not exist in this list.');
  return { ...tracked, campaign };
}

async function messageOf(call: Call): Promise<{ campaign: Campaign; messageId: number }> {
  const { campaign, messageId } = await trackedOf(call);
  if (messageId === null) throw new AppError('not_found', 'The campaign has no message to this subscriber.');
  return { campaign, messageId };
}

const visitorOf = ({ ipAddress }: Call): Visitor => ({ ipAddress, userAgent: null, isVouched: true });

const click: Route = {
  name: 'trackClick',
  method: 'GET',
  path: '/campaigns/:campaign_uid/track-url/:subscriber_uid/:hash',
  summary: 'Count a click on a tracked link, named by the SHA-1 or SHA-256 of its address in hex',
  group,
  status: 200,
  answer: wire.clickAnswer,
  handle: async (call) => {
    const { db, clock, params } = call;
    const { campaign, messageId } = await messageOf(call);
    const linkId = await findLinkByHash(db, campaign.id, (params['hash'] ?? '').toLowerCase());
    const destination = linkId === undefined ? undefined : await findDestination(call, messageId, linkId);
    if (linkId === undefined || destination === undefined) {
      throw new AppError('not_found', 'The campaign has no such link.');
    }
    await recordHits(db, [{ kind: 'click', messageId, number: linkId, visitor: visitorOf(call) }], clock.now());
    return ok({ data: { track_url: trackingLinks(call).clickUrl(messageId, linkId), destination } });
  },
};

const open: Route = {
  name: 'trackOpen',
  method: 'GET',
  path: '/campaigns/:campaign_uid/track-opening/:subscriber_uid',
  summary: 'Count an open',
  group,
  status: 200,
  answer: wire.openAnswer,
  handle: async (call) => {
    const { messageId } = await messageOf(call);
    await recordHits(call.db, [{ kind: 'open', messageId, number: 0, visitor: visitorOf(call) }], call.clock.now());
    return ok({ data: [] });
  },
};

const unsubscribe: Route = {
  name: 'trackUnsubscribe',
  method: 'POST',
  path: '/campaigns/:campaign_uid/track-unsubscribe/:subscriber_uid',
  summary: 'Unsubscribe a subscriber and count it for the campaign',
  group,
  body: wire.unsubscribeBody,
  status: 200,
  answer: wire.unsubscribedAnswer,
  handle: async (call) => {
    const visitor = wire.readVisitor(call.body, call.ipAddress);
    const { subscriberId, messageId } = await trackedOf(call);
    const hit = { kind: 'unsubscribe', messageId: messageId ?? 0, number: subscriberId, visitor } as const;
    await recordHits(call.db, [hit], call.clock.now());
    return ok();
  },
};

export const trackingRoutes: Route[] = [click, open, unsubscribe];
