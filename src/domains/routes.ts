// Endpoints for sending domains.
import { z } from 'zod';
import { pageQuery } from '../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { createDomain } from './create.ts';
import { checkDomain } from './dns/check.ts';
import { pageOfDomains, viewOfDomain } from './listing.ts';
import { getDomain } from './queries.ts';
import { relayHostsOf } from './relay-hosts.ts';
import { removeDomain } from './remove.ts';
import { rotateKeys } from './rotate.ts';
import { listBroken, listChanges } from './watch/queries.ts';
import {
  brokenAnswer,
  changesAnswer,
  createdAnswer,
  doneAnswer,
  entriesAnswer,
  newDomainBody,
  newKeysBody,
  readNewDomain,
  readNewKeys,
  recordAnswer,
  toWireBroken,
  toWireChange,
  toWireEntry,
  toWireRecord,
} from './wire.ts';

const group = 'Sending domains';
const path = '/sending-domains/:domain_uid';

const domainOf = ({ db, caller, params }: Call) => getDomain(db, caller.customerId, params['domain_uid'] ?? '');

async function recordOf({ db, caller, configuredRelay: configured }: Call, uid: string) {
  return toWireRecord(await viewOfDomain(db, { customerId: caller.customerId, uid, configured }));
}

const listing: Route = {
  name: 'listSendingDomains',
  method: 'GET',
  path: '/sending-domains',
  needs: 'read',
  summary: 'List sending domains, newest first',
  group,
  query: z.object(pageQuery),
  status: 200,
  answer: entriesAnswer,
  handle: async ({ db, caller, query }) => {
    const request = readPageRequest(query);
    const { count, views } = await pageOfDomains(db, caller.customerId, request);
    return ok({ data: pageAnswer(request, count, views.map(toWireEntry)) });
  },
};

const one: Route = {
  name: 'getSendingDomain',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'Get a sending domain: its keys, the DNS records to publish, the last DNS results',
  group,
  status: 200,
  answer: recordAnswer,
  handle: async (call) => ok({ data: { record: await recordOf(call, call.params['domain_uid'] ?? '') } }),
};

const create: Route = {
  name: 'createSendingDomain',
  method: 'POST',
  path: '/sending-domains',
  needs: 'own',
  summary: 'Add a sending domain and create its keys, which sign from now on',
  group,
  body: newDomainBody,
  status: 201,
  answer: createdAnswer,
  handle: async (call) => {
    const { db, caller, secret, clock } = call;
    const request = readNewDomain(call.body);
    const { uid } = await createDomain(db, { ...request, customerId: caller.customerId, secret, at: clock.now() });
    return created({ domain_uid: uid, data: { record: await recordOf(call, uid) } });
  },
};

const check: Route = {
  name: 'checkSendingDomain',
  method: 'POST',
  path: `${path}/check`,
  needs: 'own',
  isRepeatable: true,
  summary: 'Look the domain up in DNS; new keys take over once all their records are found',
  group,
  status: 200,
  answer: recordAnswer,
  handle: async (call) => {
    const domain = await domainOf(call);
    const relayHosts = await relayHostsOf(call.db, call.caller.customerId, call.configuredRelay);
    await checkDomain(call.db, domain, { relayHosts, at: call.clock.now() });
    return ok({ data: { record: await recordOf(call, domain.uid) } });
  },
};

const rotate: Route = {
  name: 'rotateSendingDomainKeys',
  method: 'POST',
  path: `${path}/rotate`,
  needs: 'own',
  summary: 'Create new keys; the old ones sign until a check has found the new records',
  group,
  body: newKeysBody,
  status: 200,
  answer: recordAnswer,
  handle: async (call) => {
    const domain = await domainOf(call);
    await rotateKeys(call.db, domain, { ...readNewKeys(call.body), secret: call.secret, at: call.clock.now() });
    return ok({ data: { record: await recordOf(call, domain.uid) } });
  },
};

const remove: Route = {
  name: 'deleteSendingDomain',
  method: 'DELETE',
  path,
  needs: 'own',
  summary: 'Delete a sending domain and its private keys',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    await removeDomain(call.db, await domainOf(call));
    return ok();
  },
};

const changes: Route = {
  name: 'listSendingDomainChanges',
  method: 'GET',
  path: `${path}/changes`,
  needs: 'read',
  summary: 'List how the DNS records of a sending domain changed: found, broken, healed',
  group,
  status: 200,
  answer: changesAnswer,
  handle: async (call) => {
    const rows = await listChanges(call.db, await domainOf(call));
    return ok({ data: { records: rows.map(toWireChange) } });
  },
};

const MOST_BROKEN = 100;

const broken: Route = {
  name: 'listBrokenDnsRecords',
  method: 'GET',
  path: '/broken-dns-records',
  needs: 'read',
  summary: 'List DNS records of sending domains that were right, and are now missing or wrong',
  group,
  status: 200,
  answer: brokenAnswer,
  handle: async ({ db, caller }) => {
    const rows = await listBroken(db, caller.customerId, MOST_BROKEN);
    return ok({ data: { records: rows.map(toWireBroken) } });
  },
};

export const sendingDomainRoutes: Route[] = [listing, one, create, remove, check, rotate, changes, broken];
