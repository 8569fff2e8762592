// Endpoints for a campaign's bounces, unsubscribes and complaints, and the latest of all campaigns.
import { z } from 'zod';
import { getCampaign } from '../campaigns/queries.ts';
import { withLists } from '../campaigns/several-lists/through.ts';
import { pageQuery } from '../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import { latestReturned } from './latest.ts';
import { pageOfBounces, pageOfComplaints, pageOfUnsubscribes } from './listing.ts';
import { markBounced } from './mark.ts';
import * as wire from './wire.ts';

const group = 'Campaigns';
const query = whenNeeded(() => z.object(pageQuery));

const campaignOf = ({ db, caller, params }: Call) => getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');

const bounces: Route = {
  name: 'listBounces',
  method: 'GET',
  path: '/campaigns/:campaign_uid/bounces',
  needs: 'read',
  summary: 'List a campaign’s bounces, newest first',
  group,
  query,
  status: 200,
  answer: wire.bouncesAnswer,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const campaign = await campaignOf(call);
    const page = await pageOfBounces(call.db, campaign, request);
    const rows = await withLists(call.db, campaign, page.rows);
    return ok({ data: pageAnswer(request, page.count, rows.map(wire.toWireBounce)) });
  },
};

const mark: Route = {
  name: 'createBounce',
  method: 'POST',
  path: '/campaigns/:campaign_uid/bounces',
  needs: 'edit',
  isOneChange: true,
  summary: 'Mark a subscriber’s message as bounced; a hard bounce suppresses the address',
  group,
  body: wire.bounceBody,
  status: 201,
  answer: wire.bounceAnswer,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const input = wire.readBounce(call.body);
    const { uid, email, counted } = await markBounced(call.db, campaign, input, call.clock.now());
    return created({ data: { record: wire.toWireBounce({ ...input, subscriber_uid: uid, email, counted }) } });
  },
};

const unsubscribes: Route = {
  name: 'listUnsubscribes',
  method: 'GET',
  path: '/campaigns/:campaign_uid/unsubscribes',
  needs: 'read',
  summary: 'List who unsubscribed from a campaign, newest first',
  group,
  query,
  status: 200,
  answer: wire.unsubscribesAnswer,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const campaign = await campaignOf(call);
    const page = await pageOfUnsubscribes(call.db, campaign, request);
    const rows = await withLists(call.db, campaign, page.rows);
    const records = rows.map((row) => wire.toWireUnsubscribe(row, call.caller.timeZone));
    return ok({ data: pageAnswer(request, page.count, records) });
  },
};

const complaints: Route = {
  name: 'listComplaints',
  method: 'GET',
  path: '/campaigns/:campaign_uid/complaints',
  needs: 'read',
  summary: 'List who reported a campaign as spam, newest first',
  group,
  query,
  status: 200,
  answer: wire.complaintsAnswer,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const campaign = await campaignOf(call);
    const page = await pageOfComplaints(call.db, campaign, request);
    const rows = await withLists(call.db, campaign, page.rows);
    return ok({ data: pageAnswer(request, page.count, rows.map(wire.toWireComplaint)) });
  },
};

const MOST_LATEST = 100;

const latest: Route = {
  name: 'listReturnedMessages',
  method: 'GET',
  path: '/returned-messages',
  needs: 'read',
  summary: 'List the latest bounces and spam reports of all campaigns',
  group,
  status: 200,
  answer: wire.returnedAnswer,
  handle: async ({ db, caller }) => {
    const rows = await latestReturned(db, caller.customerId, MOST_LATEST);
    return ok({ data: { records: rows.map(wire.toWireReturned) } });
  },
};

/** Mounted by app.ts. */
export const bounceRoutes: readonly Route[] = [bounces, mark, unsubscribes, complaints, latest];
