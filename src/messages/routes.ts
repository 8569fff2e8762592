// Endpoints for a campaign's delivery: settings and progress, the message log, retrying, explaining
// (wire contract, section 9).
import { deliveryBody } from '../campaigns/delivery/delivery-change.ts';
import { getCampaign, getCounters, listOf } from '../campaigns/queries.ts';
import { withLists } from '../campaigns/several-lists/through.ts';
import { csvFile } from '../http/members/csv-file.ts';
import { type Call, ok, type Route } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Campaign } from '../storage/tables.ts';
import { changeDelivery } from './change-delivery.ts';
import { findDelivery } from './explain/delivery-state.ts';
import { explainAddress } from './explain/explain.ts';
import { csvOfLog } from './log/csv.ts';
import { findByMessageId, pageOfLog } from './log/log.ts';
import { isWanted } from './log/status.ts';
import { retryFailed } from './retry/retry-failed.ts';
import { settleUncertain } from './uncertain/settle-uncertain.ts';
import * as delivery from './wire/delivery.ts';
import * as explained from './wire/explain.ts';
import * as held from './wire/held.ts';
import * as log from './wire/log.ts';

const group = 'Campaigns';

const campaignOf = ({ db, caller, params }: Call) => getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');

const hostnameOf = ({ baseUrl }: Call) => new URL(baseUrl).hostname;

async function contextOf(call: Call, campaign: Campaign): Promise<log.LogContext> {
  const list = await listOf(call.db, campaign);
  return { campaign, listUid: list?.uid ?? '', timeZone: call.caller.timeZone, hostname: hostnameOf(call) };
}

async function showDelivery(call: Call) {
  const campaign = await campaignOf(call);
  const state = await findDelivery(call.db, campaign, call.clock.now());
  return ok({ data: delivery.toWireDelivery(campaign, state, call.caller.timeZone) });
}

const show: Route = {
  name: 'getDelivery',
  method: 'GET',
  path: '/campaigns/:campaign_uid/delivery',
  needs: 'read',
  summary: 'Get how a campaign is delivered: settings, messages by state, and why it waits',
  group,
  status: 200,
  answer: delivery.deliveryAnswer,
  handle: showDelivery,
};

const change: Route = {
  name: 'updateDelivery',
  method: 'PUT',
  path: '/campaigns/:campaign_uid/delivery',
  needs: 'send',
  summary: 'Change at any time how uncertain messages are handled, and how fast and when a campaign is sent',
  group,
  body: deliveryBody,
  status: 200,
  answer: delivery.deliveryAnswer,
  handle: async (call) => {
    const wanted = delivery.readDeliveryChange(call.body, call.caller.timeZone);
    await changeDelivery(call.db, await campaignOf(call), wanted, call.clock.now());
    return showDelivery(call);
  },
};

const retry: Route = {
  name: 'retryFailed',
  method: 'POST',
  path: '/campaigns/:campaign_uid/retry-failed',
  needs: 'send',
  summary: 'Send rejected messages again',
  group,
  body: delivery.retryBody,
  status: 200,
  answer: delivery.retryAnswer,
  handle: async (call) => {
    const which = delivery.readRetry(call.body);
    const counts = await retryFailed(call.db, await campaignOf(call), which, call.clock.now());
    return ok({ data: { ...counts, status: (await campaignOf(call)).status } });
  },
};

const settle: Route = {
  name: 'settleUncertain',
  method: 'POST',
  path: '/campaigns/:campaign_uid/settle-uncertain',
  needs: 'send',
  summary: 'Decide what happens to uncertain messages, which may or may not have been accepted',
  group,
  body: held.settleBody,
  status: 200,
  answer: held.settleAnswer,
  handle: async (call) => {
    const settlement = held.readSettlement(call.body);
    const campaign = await campaignOf(call);
    const settled = await settleUncertain(call.db, campaign, settlement, call.clock.now());
    const now = await getCounters(call.db, call.caller.customerId, campaign.uid);
    return ok({ data: held.toWireSettled(settlement, settled, now) });
  },
};

const listing: Route = {
  name: 'listDeliveryLogs',
  method: 'GET',
  path: '/campaigns/:campaign_uid/delivery-logs',
  needs: 'read',
  summary: 'List the outcome of each message, in the order of the audience',
  group,
  query: log.logQuery,
  status: 200,
  answer: log.logAnswer,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const campaign = await campaignOf(call);
    const { count, entries } = await pageOfLog(call.db, campaign, { filter: log.readLogFilter(call.query), request });
    const context = await contextOf(call, campaign);
    return ok({
      data: pageAnswer(
        request,
        count,
        (await withLists(call.db, campaign, entries)).map((entry) => log.toWireLogEntry(entry, context)),
      ),
    });
  },
};

const csv: Route = {
  name: 'downloadDeliveryLogs',
  method: 'GET',
  path: '/campaigns/:campaign_uid/delivery-logs.csv',
  needs: 'read',
  summary: 'Download the whole message log as CSV',
  group,
  query: log.statusQuery,
  status: 200,
  answer: log.csvAnswer,
  fileType: 'text/csv',
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const lines = csvOfLog(call.db, campaign, {
      isWanted: isWanted(log.readStatusFilter(call.query)),
      hostname: hostnameOf(call),
    });
    return csvFile(call.query, `delivery-log-${campaign.uid}.csv`, lines);
  },
};

async function showByMessageId(call: Call) {
  const found = await findByMessageId(call.db, call.caller.customerId, call.params['email_message_id'] ?? '');
  if (!found) throw new AppError('not_found', say('message-log-missing'));
  return ok({ data: { record: log.toWireLogEntry(found.entry, await contextOf(call, found.campaign)) } });
}

const byMessageId = (name: string, path: string): Route => ({
  name,
  method: 'GET',
  path,
  needs: 'read',
  summary: 'Get the outcome of the message with this Message-ID',
  group,
  status: 200,
  answer: log.logEntryAnswer,
  handle: showByMessageId,
});

const why: Route = {
  name: 'explainAddress',
  method: 'GET',
  path: '/campaigns/:campaign_uid/explain',
  needs: 'read',
  summary: 'Explain why an address was not mailed, or what happened to its message',
  group,
  query: explained.explainQuery,
  status: 200,
  answer: explained.explainAnswer,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const email = explained.readAddress(call.query);
    const found = await explainAddress(call.db, campaign, email, call.clock.now());
    return ok({ data: explained.toWireExplained(found, email, call.caller.timeZone) });
  },
};

export const messageRoutes: Route[] = [
  show,
  change,
  retry,
  settle,
  listing,
  csv,
  byMessageId('getDeliveryLogByMessageId', '/campaigns/delivery-logs/email-message-id/:email_message_id'),
  byMessageId('getDeliveryLogByEmailMessageId', '/campaigns/email-message-id/:email_message_id'),
  why,
];
