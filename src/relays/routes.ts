// Endpoints for relays ("delivery servers"). Shared ones and the configured one are shown, not
// changed.
import { z } from 'zod';
import { pageQuery, readMembers } from '../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { AppError, throwFaults } from '../kernel/errors.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { RelayRow } from '../storage/tables/delivery.ts';
import { createRelay } from './create.ts';
import { probeStoredRelay } from './probe.ts';
import { getVisibleRelay, listVisibleRelays } from './queries.ts';
import { changeRelay, changingRelay, removeRelay } from './update.ts';
import { readRelay } from './wire.ts';
import {
  CONFIGURED_ID,
  toWireConfigured,
  toWireConfiguredDetail,
  toWireDetail,
  toWireProbe,
  toWireRelay,
} from './wire-record.ts';
import {
  changedRelayBody,
  createdAnswer,
  doneAnswer,
  newRelayBody,
  probeAnswer,
  probeBody,
  probeMembers,
  relayAnswer,
  relaysAnswer,
} from './wire-schema.ts';

const group = 'Delivery servers';
const PROBE_DEADLINE_MS = 15_000; // the client waits for the response
const path = '/delivery-servers/:server_id';

const idOf = ({ params }: Call) => params['server_id'] ?? '';

function visibleOf(call: Call): Promise<RelayRow> {
  return getVisibleRelay(call.db, call.caller.customerId, idOf(call));
}

/**
 * The caller's own relay. @throws AppError `not_found`; `forbidden` for a shared relay, which only
 * the operator may change
 */
async function ownOf(call: Call): Promise<RelayRow> {
  const isConfigured = idOf(call) === CONFIGURED_ID && call.configuredRelay !== undefined;
  const relay = isConfigured ? undefined : await visibleOf(call);
  if (relay && relay.customer_id === call.caller.customerId) return relay;
  throw new AppError('forbidden', say('relay-shared'));
}

const listing: Route = {
  name: 'listDeliveryServers',
  method: 'GET',
  path: '/delivery-servers',
  needs: 'read',
  summary: 'List delivery servers: your own and the shared ones, newest first',
  group,
  query: z.object(pageQuery),
  status: 200,
  answer: relaysAnswer,
  handle: async ({ db, caller, query, configuredRelay }) => {
    const request = readPageRequest(query);
    const relays = (await listVisibleRelays(db, caller.customerId)).map(toWireRelay); // few: MAX_RELAYS
    if (configuredRelay) relays.push(toWireConfigured(configuredRelay));
    const start = (request.page - 1) * request.perPage;
    const records = relays.slice(start, start + request.perPage);
    return ok({ data: pageAnswer(request, relays.length, records) });
  },
};

const one: Route = {
  name: 'getDeliveryServer',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'Get a delivery server',
  group,
  status: 200,
  answer: relayAnswer,
  handle: async (call) => {
    if (idOf(call) === CONFIGURED_ID && call.configuredRelay) {
      return ok({ data: { record: toWireConfiguredDetail(call.configuredRelay) } });
    }
    return ok({ data: { record: toWireDetail(await visibleOf(call), call.caller.timeZone) } });
  },
};

const create: Route = {
  name: 'createDeliveryServer',
  method: 'POST',
  path: '/delivery-servers',
  needs: 'own',
  isOneChange: true,
  summary: 'Create a delivery server of your own',
  group,
  body: newRelayBody,
  status: 201,
  answer: createdAnswer,
  handle: async ({ db, clock, secret, caller, body }) => {
    const at = clock.now();
    const settings = readRelay(body, { isFromOutside: true, isOperator: caller.rights.has('operate'), now: at });
    const relay = await createRelay(db, caller.customerId, settings, { secret, at });
    return created({ server_id: String(relay.number) });
  },
};

const update: Route = {
  name: 'updateDeliveryServer',
  method: 'PUT',
  path,
  needs: 'own',
  summary: 'Update a delivery server of your own; absent members stay unchanged',
  group,
  body: changedRelayBody,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    const { caller, body, secret } = call;
    const now = call.clock.now();
    await changingRelay(call.db, await ownOf(call), (tx, before) => {
      const isOperator = caller.rights.has('operate');
      const settings = readRelay(body, { before, isFromOutside: true, isOperator, now });
      return changeRelay(tx, before, settings, { secret, at: now });
    });
    return ok();
  },
};

const remove: Route = {
  name: 'deleteDeliveryServer',
  method: 'DELETE',
  path,
  needs: 'own',
  summary: 'Delete a delivery server of your own',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    await removeRelay(call.db, await ownOf(call));
    return ok();
  },
};

const probe: Route = {
  name: 'probeDeliveryServer',
  method: 'POST',
  path: `${path}/probe`,
  needs: 'own',
  isRepeatable: true,
  summary: 'Test a delivery server of your own: connect, TLS, log in; no message is sent',
  group,
  body: probeBody,
  status: 200,
  answer: probeAnswer,
  handle: async (call) => {
    const { values, faults } = readMembers(probeMembers, call.body);
    const relay = await ownOf(call);
    throwFaults(faults);
    const found = await probeStoredRelay(call, relay, { from: values.from, deadlineMs: PROBE_DEADLINE_MS });
    return ok({ data: toWireProbe(found) });
  },
};

export const relayRoutes: Route[] = [listing, one, create, update, remove, probe];
