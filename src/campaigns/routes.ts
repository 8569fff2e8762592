// Endpoints for campaigns (interface, section 4.1).
import { z } from 'zod';
import { LARGE_BODY } from '../http/limits/body.ts';
import { fullQuery, pageQuery, wantsFull } from '../http/members/schema.ts';
import { requireRight } from '../http/rights.ts';
import { created, ok, type Route } from '../http/route.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import type { Campaign } from '../storage/tables.ts';
import { pageOfLinks } from './content/queries-links.ts';
import { copyCampaign } from './copy.ts';
import { createCampaign } from './create.ts';
import { markSent, togglePause } from './delivery/pause.ts';
import { countStates } from './delivery/queries.ts';
import { sendCampaign } from './delivery/send.ts';
import { listCampaigns, segmentOf } from './listing.ts';
import { getCounters } from './queries.ts';
import { getCampaignRow, getCampaignView } from './queries-shown.ts';
import { deleteCampaign } from './remove.ts';
import { changeCampaign } from './update.ts';
import { readKeepsBefore, updateQuery } from './versions/wire.ts';
import { toWireFull } from './wire/full.ts';
import { changedCampaignBody, newCampaignBody, readCampaign } from './wire/input.ts';
import { linksAnswer, toWireLink } from './wire/links.ts';
import { listQuery, readListFilter } from './wire/listing.ts';
import { around, campaignOf, rightToChange, savedBy, tagged, warningsFor, whichOf } from './wire/of-call.ts';
import { pauseQuery, readPause } from './wire/pause.ts';
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
} from './wire/record.ts';
import { readSendRequest, sendBody } from './wire/send-at.ts';
import { readCounts, readFull, statsAnswer, statsQuery, toWireStates, toWireStats } from './wire/stats.ts';

const group = 'Campaigns';

const listing: Route = {
  name: 'listCampaigns',
  method: 'GET',
  path: '/campaigns',
  needs: 'read',
  summary: 'List campaigns, newest first',
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
  needs: 'read',
  summary: 'Get a campaign',
  about:
    'With `full=1` the `ETag` is the revision of the campaign. An update that sends it in `If-Match` is refused if someone saved in between.',
  group,
  query: z.object(fullQuery),
  status: 200,
  answer: recordAnswer,
  handle: async (call) => {
    const { db, caller } = call;
    const at = call.clock.now();
    const { uid } = whichOf(call);
    if (!wantsFull(call.query)) {
      const campaign = await getCampaignRow(db, caller.customerId, uid);
      const segment = await segmentOf(db, campaign, at);
      return ok({ data: { record: toWireRecord(campaign, segment, { ...caller, at }) } });
    }
    const campaign = await getCampaignView(db, caller.customerId, uid);
    const segment = await segmentOf(db, campaign, at);
    const full = toWireFull(campaign, segment, call.baseUrl);
    return tagged(ok({ data: { record: toWireRecord(campaign, segment, { ...caller, at }, full) } }), campaign);
  },
};

const create: Route = {
  name: 'createCampaign',
  method: 'POST',
  path: '/campaigns',
  needs: 'edit',
  isOneChange: true,
  summary: 'Create a campaign, which begins at its send_at',
  about: 'With the status draft it may be incomplete; anything missing is reported when it is to be sent.',
  group,
  body: newCampaignBody,
  wrappers: ['campaign'],
  bodyLimit: LARGE_BODY,
  status: 201,
  answer: createdAnswer,
  hasRevision: true,
  mailsSoon: true,
  handle: async (call) => {
    const draft = await readCampaign(call.body, around(call));
    if (draft.status !== 'draft') requireRight(call.caller, 'send');
    const campaign = await createCampaign(call.db, call.caller.customerId, draft, await savedBy(call));
    return tagged(created({ campaign_uid: campaign.uid, ...(await warningsFor(call, campaign)) }), campaign);
  },
};

const update: Route = {
  name: 'updateCampaign',
  method: 'PUT',
  path: '/campaigns/:campaign_uid',
  needs: 'edit',
  summary: 'Update a campaign that is a draft, paused, or has not begun; absent members stay unchanged',
  group,
  query: updateQuery,
  body: changedCampaignBody,
  wrappers: ['campaign'],
  bodyLimit: LARGE_BODY,
  status: 200,
  answer: changedAnswer,
  hasRevision: true,
  handle: async (call) => {
    const read = async (before: Campaign) => {
      const draft = await readCampaign(call.body, around(call), before);
      if (draft.status !== 'draft') requireRight(call.caller, 'send');
      return draft;
    };
    const { author, at } = await savedBy(call);
    const authorize = rightToChange(call);
    const change = { authorize, read, author, ifMatch: call.ifMatch, keepsBefore: readKeepsBefore(call.query) };
    const campaign = await changeCampaign(call.db, whichOf(call), change, at);
    const { repeatsUids } = call.caller.dialect;
    const answer = { ...(repeatsUids && { campaign_uid: campaign.uid }), ...(await warningsFor(call, campaign)) };
    return tagged(ok(answer), campaign);
  },
};

const send: Route = {
  name: 'sendCampaign',
  method: 'POST',
  path: '/campaigns/:campaign_uid/send',
  needs: 'send',
  isOneChange: true,
  summary: 'Send a draft at the given send time, else at the one it has, else immediately',
  group,
  body: sendBody,
  wrappers: ['campaign'],
  status: 200,
  answer: sentAnswer,
  hasRevision: true,
  mailsSoon: true,
  handle: async (call) => {
    const { author, at } = await savedBy(call);
    const read = (before: Campaign) => readCampaign(readSendRequest(call.body, before, at), around(call), before);
    const campaign = await sendCampaign(call.db, whichOf(call), { read, author, ifMatch: call.ifMatch }, at);
    const answer = { campaign: toWireSent(campaign, { ...call.caller, at }), ...(await warningsFor(call, campaign)) };
    return tagged(ok(answer), campaign);
  },
};

const copy: Route = {
  name: 'copyCampaign',
  method: 'POST',
  path: '/campaigns/:campaign_uid/copy',
  needs: 'edit',
  isOneChange: true,
  summary: 'Copy a campaign; the copy is a draft without a send time, including the A/B test and its variants',
  group,
  status: 200,
  answer: madeAnswer,
  handle: async (call) => {
    const campaign = await copyCampaign(call.db, await campaignOf(call), await savedBy(call));
    return ok({ campaign_uid: campaign.uid });
  },
};

const pauseUnpause: Route = {
  name: 'pauseOrUnpauseCampaign',
  method: 'PUT',
  path: '/campaigns/:campaign_uid/pause-unpause',
  needs: 'send',
  summary: 'Pause a campaign, or resume a paused one',
  about:
    'State which with `status`. Without it, one of two simultaneous calls pauses the campaign and the other resumes it.',
  group,
  query: pauseQuery,
  status: 200,
  answer: statusAnswer,
  mailsSoon: true,
  handle: async (call) => {
    const wanted = readPause(call.query);
    const status = await togglePause(call.db, await campaignOf(call), call.clock.now(), wanted);
    return ok({ campaign: { status } });
  },
};

const sent: Route = {
  name: 'markCampaignSent',
  method: 'PUT',
  path: '/campaigns/:campaign_uid/mark-sent',
  needs: 'send',
  summary: 'End a campaign now; no further messages leave',
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
  needs: 'edit',
  summary: 'Delete a campaign that is not being sent, or has not begun',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    const authorize = rightToChange(call); // its messages and figures go with it
    await deleteCampaign(call.db, await campaignOf(call), { authorize, at: call.clock.now() });
    return ok();
  },
};

const stats: Route = {
  name: 'getCampaignStats',
  method: 'GET',
  path: '/campaigns/:campaign_uid/stats',
  needs: 'read',
  summary: 'Get counts and rates of a campaign',
  group,
  query: statsQuery,
  status: 200,
  answer: statsAnswer,
  handle: async (call) => {
    const isFull = readFull(call.query);
    const { customerId } = call.caller;
    const found = await getCounters(call.db, customerId, whichOf(call).uid);
    const counts = readCounts(call.query, found.statistics);
    if (!isFull) return ok({ data: toWireStats(found, counts) });
    const { counters, ...states } = await countStates(call.db, { id: found.campaign_id, customer_id: customerId });
    const shown = toWireStats({ ...counters, status: found.status }, counts);
    return ok({ data: { ...shown, ...toWireStates(states, whichOf(call).uid) } });
  },
};

const links: Route = {
  name: 'listCampaignLinks',
  method: 'GET',
  path: '/campaigns/:campaign_uid/links',
  needs: 'read',
  summary: 'List the tracked links of a campaign with their hashes and clicks, in the order of the content',
  group,
  query: z.object({ ...pageQuery, ...statsQuery.shape }),
  status: 200,
  answer: linksAnswer,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const { customerId } = call.caller;
    const counters = await getCounters(call.db, customerId, whichOf(call).uid);
    const counts = readCounts(call.query, counters.statistics);
    const campaign = { id: counters.campaign_id, customer_id: customerId };
    const { count, links: found } = await pageOfLinks(call.db, campaign, request);
    const records = found.map((link) => toWireLink(link, counts, counters));
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
