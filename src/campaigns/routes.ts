// The endpoints of campaigns (interface, section 4.1).
import { z } from 'zod';
import { LARGE_BODY } from '../http/limits/body.ts';
import { fullQuery, pageQuery, wantsFull } from '../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import type { Campaign } from '../storage/tables.ts';
import { pageOfLinks } from './content/queries-links.ts';
import { copyCampaign } from './copy.ts';
import { createCampaign } from './create.ts';
import { markSent, togglePause } from './delivery/pause.ts';
import { countStates } from './delivery/queries.ts';
import { sendCampaign } from './delivery/send.ts';
import { listCampaigns, segmentOf } from './listing.ts';
import { getCampaign, getCampaignView, getCounters } from './queries.ts';
import { referencesOf } from './references.ts';
import { deleteCampaign } from './remove.ts';
import { changeCampaign } from './update.ts';
import { draftWarnings } from './warnings/draft.ts';
import { warningsOf } from './warnings/warnings.ts';
import { changedCampaignBody, listQuery, newCampaignBody, readCampaign, readListFilter } from './wire/input.ts';
import { linksAnswer, toWireLink } from './wire/links.ts';
import {
  changedAnswer,
  createdAnswer,
  doneAnswer,
  entriesAnswer,
  madeAnswer,
  recordAnswer,
  sentAnswer,
  statusAnswer,
  toWireEntry,
  toWireRecord,
  toWireSent,
  toWireWarnings,
} from './wire/record.ts';
import { sendBody, wishToSend } from './wire/send-at.ts';
import { readCounts, readFull, statsAnswer, statsQuery, toWireStates, toWireStats } from './wire/stats.ts';
import { toldOf } from './wire/told.ts';

const group = 'Campaigns';

const uidOf = ({ params }: Call) => params['campaign_uid'] ?? '';

const campaignOf = (call: Call) => getCampaign(call.db, call.caller.customerId, uidOf(call));

const around = ({ db, caller, baseUrl, clock, configuredRelay }: Call) =>
  referencesOf({ db, baseUrl, ...caller, hasConfiguredRelay: configuredRelay !== undefined, at: clock.now() });

/** What the author should know of a campaign that was saved. */
const warningsFor = async ({ db, clock, body, caller }: Call, campaign: Campaign) =>
  toWireWarnings([
    ...toldOf(body, caller.dialect),
    ...draftWarnings(campaign, clock.now()),
    ...(await warningsOf(db, campaign)),
  ]);

const listing: Route = {
  name: 'listCampaigns',
  method: 'GET',
  path: '/campaigns',
  summary: 'Campaigns, newest first',
  group,
  query: z.object({ ...pageQuery, ...listQuery }),
  status: 200,
  answer: entriesAnswer,
  handle: async ({ db, caller, query }) => {
    const request = readPageRequest(query);
    const { count, entries } = await listCampaigns(db, caller.customerId, { ...readListFilter(query), request });
    return ok({ data: pageAnswer(request, count, entries.map(toWireEntry)) });
  },
};

const one: Route = {
  name: 'getCampaign',
  method: 'GET',
  path: '/campaigns/:campaign_uid',
  summary: 'One campaign',
  group,
  query: z.object(fullQuery),
  status: 200,
  answer: recordAnswer,
  handle: async (call) => {
    const at = call.clock.now();
    const campaign = await getCampaignView(call.db, call.caller.customerId, uidOf(call));
    const segment = await segmentOf(call.db, campaign, at);
    const full = wantsFull(call.query) ? call.baseUrl : undefined;
    return ok({ data: { record: toWireRecord(campaign, segment, { ...call.caller, at }, full) } });
  },
};

const create: Route = {
  name: 'createCampaign',
  method: 'POST',
  path: '/campaigns',
  summary: 'Create a campaign; it begins at its send_at',
  group,
  body: newCampaignBody,
  wrappers: ['campaign'],
  bodyLimit: LARGE_BODY,
  status: 201,
  answer: createdAnswer,
  handle: async (call) => {
    const draft = await readCampaign(call.body, around(call));
    const campaign = await createCampaign(call.db, call.caller.customerId, draft, call.clock.now());
    return created({ campaign_uid: campaign.uid, ...(await warningsFor(call, campaign)) });
  },
};

const update: Route = {
  name: 'updateCampaign',
  method: 'PUT',
  path: '/campaigns/:campaign_uid',
  summary: 'Change a campaign that is a draft, paused, or has not begun; what is not sent stays',
  group,
  body: changedCampaignBody,
  wrappers: ['campaign'],
  bodyLimit: LARGE_BODY,
  status: 200,
  answer: changedAnswer,
  handle: async (call) => {
    const which = { customerId: call.caller.customerId, uid: uidOf(call) };
    const read = (before: Campaign) => readCampaign(call.body, around(call), before);
    const campaign = await changeCampaign(call.db, which, { read }, call.clock.now());
    const { repeatsUids } = call.caller.dialect;
    return ok({ ...(repeatsUids && { campaign_uid: campaign.uid }), ...(await warningsFor(call, campaign)) });
  },
};

const send: Route = {
  name: 'sendCampaign',
  method: 'POST',
  path: '/campaigns/:campaign_uid/send',
  summary: 'Send a draft: at the send time given, else at the one it has, else at once',
  group,
  body: sendBody,
  wrappers: ['campaign'],
  status: 200,
  answer: sentAnswer,
  handle: async (call) => {
    const which = { customerId: call.caller.customerId, uid: uidOf(call) };
    const at = call.clock.now();
    const read = (before: Campaign) => readCampaign(wishToSend(call.body, before, at), around(call), before);
    const campaign = await sendCampaign(call.db, which, read, at);
    return ok({ campaign: toWireSent(campaign, { ...call.caller, at }), ...(await warningsFor(call, campaign)) });
  },
};

const copy: Route = {
  name: 'copyCampaign',
  method: 'POST',
  path: '/campaigns/:campaign_uid/copy',
  summary: 'Copy a campaign; the copy is a draft without a send time',
  group,
  status: 200,
  answer: madeAnswer,
  handle: async (call) => {
    const campaign = await copyCampaign(call.db, await campaignOf(call), call.clock.now());
    return ok({ campaign_uid: campaign.uid });
  },
};

const pauseUnpause: Route = {
  name: 'pauseOrUnpauseCampaign',
  method: 'PUT',
  path: '/campaigns/:campaign_uid/pause-unpause',
  summary: 'Pause a campaign, or let a paused one go on',
  group,
  status: 200,
  answer: statusAnswer,
  handle: async (call) => {
    const status = await togglePause(call.db, await campaignOf(call), call.clock.now());
    return ok({ campaign: { status } });
  },
};

const sent: Route = {
  name: 'markCampaignSent',
  method: 'PUT',
  path: '/campaigns/:campaign_uid/mark-sent',
  summary: 'End a campaign now: nothing more leaves',
  group,
  status: 200,
  answer: statusAnswer,
  handle: async (call) => {
    const status = await markSent(call.db, await campaignOf(call), call.clock.now());
    return ok({ campaign: { status } });
  },
};

const remove: Route = {
  name: 'deleteCampaign',
  method: 'DELETE',
  path: '/campaigns/:campaign_uid',
  summary: 'Remove a campaign that is not being sent, or has not begun',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    await deleteCampaign(call.db, await campaignOf(call), call.clock.now());
    return ok();
  },
};

const stats: Route = {
  name: 'getCampaignStats',
  method: 'GET',
  path: '/campaigns/:campaign_uid/stats',
  summary: 'Counts and rates of a campaign',
  group,
  query: statsQuery,
  status: 200,
  answer: statsAnswer,
  handle: async (call) => {
    const isFull = readFull(call.query);
    const found = await getCounters(call.db, call.caller.customerId, uidOf(call));
    const counts = readCounts(call.query, found.statistics);
    if (!isFull) return ok({ data: toWireStats(found, counts) });
    const { counters, ...states } = await countStates(call.db, found.campaign_id);
    const shown = toWireStats({ ...counters, status: found.status }, counts);
    return ok({ data: { ...shown, ...toWireStates(states, uidOf(call)) } });
  },
};

const links: Route = {
  name: 'listCampaignLinks',
  method: 'GET',
  path: '/campaigns/:campaign_uid/links',
  summary: 'The tracked links of a campaign with their hashes and clicks, in the order in which they stand in it',
  group,
  query: z.object({ ...pageQuery, ...statsQuery.shape }),
  status: 200,
  answer: linksAnswer,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const { campaign_id, statistics } = await getCounters(call.db, call.caller.customerId, uidOf(call));
    const counts = readCounts(call.query, statistics);
    const { count, links: found } = await pageOfLinks(call.db, campaign_id, request);
    const records = found.map((link) => toWireLink(link, counts));
    return ok({ data: pageAnswer(request, count, records) });
  },
};

export const campaignRoutes: Route[] = [
  listing,
  one,
  create,
  update,
  send,
  copy,
  pauseUnpause,
  sent,
  remove,
  stats,
  links,
];
