// Endpoints for webhooks.
import { z } from 'zod';
import { placeText } from '../http/members/keyset.ts';
import { pageQuery } from '../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { pageOfAll, readPageRequest } from '../kernel/page.ts';
import type { Webhook } from '../storage/tables/webhooks.ts';
import { changeWebhook, createWebhook, removeWebhook, rotateSecret } from './change.ts';
import { listDeliveries } from './deliveries/queries.ts';
import { nextNumber } from './log/queries.ts';
import * as members from './members.ts';
import { getWebhook, lanesOfWebhooks, listWebhooks } from './queries.ts';
import { replay } from './replay.ts';
import { sendTest } from './test-event.ts';
import * as wire from './wire.ts';

const group = 'Webhooks';
const path = '/webhooks/:webhook_uid';

const webhookOf = ({ db, caller, params }: Call) => getWebhook(db, caller.customerId, params['webhook_uid'] ?? '');

async function recordsOf({ db, caller: { customerId }, clock }: Call, webhooks: readonly Webhook[]) {
  const ids = webhooks.map(({ id }) => id);
  const lanes = Map.groupBy(await lanesOfWebhooks(db, customerId, ids), ({ webhook_id }) => webhook_id);
  const next = await nextNumber(db, customerId);
  return webhooks.map((webhook) => wire.toWireWebhook(webhook, lanes.get(webhook.id) ?? [], next, clock.now()));
}

const recordOf = async (call: Call, webhook: Webhook) => (await recordsOf(call, [webhook]))[0];

const listing: Route = {
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  needs: 'own',
  summary: 'List webhooks, newest first',
  group,
  query: z.object(pageQuery),
  status: 200,
  answer: wire.listAnswer,
  handle: async (call) => {
    const webhooks = await listWebhooks(call.db, call.caller.customerId);
    return ok({ data: pageOfAll(readPageRequest(call.query), await recordsOf(call, webhooks)) });
  },
};

const one: Route = {
  name: 'getWebhook',
  method: 'GET',
  path,
  needs: 'own',
  summary: 'Get a webhook: its receiver, event types, and progress',
  group,
  status: 200,
  answer: wire.recordAnswer,
  handle: async (call) => ok({ data: { record: await recordOf(call, await webhookOf(call)) } }),
};

const create: Route = {
  name: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  needs: 'own',
  isOneChange: true,
  summary: 'Add a webhook, which is notified of events from now on',
  about:
    'Requests are signed according to Standard Webhooks; the secret is shown only once. A customer has at most 20 webhooks. Other nodes know the webhook within a second. For what is sent, when it is retried and how to verify it, see `docs/webhooks.md` and the section Webhooks of this document.',
  group,
  body: members.newBody,
  status: 201,
  answer: wire.createdAnswer,
  refuses: [409],
  handle: async (call) => {
    const { db, caller, secret, clock } = call;
    const settings = members.readNew(call.body, call.fetchAllow);
    const { webhook, key } = await createWebhook(db, caller.customerId, settings, { secret, at: clock.now() });
    return created({ webhook_uid: webhook.uid, secret: key, data: { record: await recordOf(call, webhook) } });
  },
};

const change: Route = {
  name: 'updateWebhook',
  method: 'PUT',
  path,
  needs: 'own',
  summary: 'Update a webhook, or switch it on or off',
  about:
    'A webhook that the server switched off continues with the first event that it missed, as long as events are kept (seven days). One that was switched off by a call continues with events from then on; `replay` sends the rest.',
  group,
  body: members.changeBody,
  status: 200,
  answer: wire.recordAnswer,
  handle: async (call) => {
    const changed = await changeWebhook(
      call.db,
      await webhookOf(call),
      members.readChanges(call.body, call.fetchAllow),
      call.clock.now(),
    );
    return ok({ data: { record: await recordOf(call, changed) } });
  },
};

const remove: Route = {
  name: 'deleteWebhook',
  method: 'DELETE',
  path,
  needs: 'own',
  summary: 'Delete a webhook and the log of its deliveries',
  group,
  status: 200,
  answer: wire.doneAnswer,
  handle: async (call) => {
    await removeWebhook(call.db, await webhookOf(call));
    return ok();
  },
};

const rotate: Route = {
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: `${path}/rotate`,
  needs: 'own',
  isOneChange: true,
  summary: 'Create a new secret; for one day requests are signed with both',
  group,
  status: 200,
  answer: wire.rotatedAnswer,
  handle: async (call) => {
    const { db, secret, clock } = call;
    const { webhook, key } = await rotateSecret(db, await webhookOf(call), { secret, at: clock.now() });
    return ok({ secret: key, data: { record: await recordOf(call, webhook) } });
  },
};

const test: Route = {
  name: 'testWebhook',
  method: 'POST',
  path: `${path}/test`,
  needs: 'own',
  summary: 'Send an example to a webhook immediately, and return its answer',
  about:
    'Also to one that is off. The call succeeds whatever the receiver answers: `ok` states whether it accepted the example.',
  group,
  body: members.testBody,
  status: 200,
  answer: wire.deliveryAnswer,
  handle: async (call) => {
    const { db, secret, clock, fetchAllow: allow } = call;
    const webhook = await webhookOf(call);
    const event = members.readTest(call.body, webhook.uid);
    const sent = await sendTest(db, webhook, event, { secret, at: clock.now(), allow });
    return ok({ data: { record: wire.toWireDelivery(sent) } });
  },
};

const again: Route = {
  name: 'replayWebhook',
  method: 'POST',
  path: `${path}/replay`,
  needs: 'own',
  isOneChange: true,
  summary: 'Send the events since an instant again, with their original ids',
  group,
  body: members.replayBody,
  status: 200,
  answer: wire.replayAnswer,
  handle: async (call) => {
    const from = members.readReplay(call.body);
    const webhook = await webhookOf(call);
    const events = await replay(call.db, webhook, from, call.clock.now());
    return ok({ events, data: { record: await recordOf(call, await webhookOf(call)) } });
  },
};

const deliveries: Route = {
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: `${path}/deliveries`,
  needs: 'own',
  summary: 'List what was sent to a webhook and what it answered, latest first; kept for seven days',
  group,
  query: members.deliveriesQuery,
  status: 200,
  answer: wire.deliveriesAnswer,
  handle: async (call) => {
    const { failed, request } = members.readDeliveries(call.query);
    const { after, perPage } = request;
    const before = typeof after?.[0] === 'number' ? after[0] : undefined;
    const found = await listDeliveries(call.db, await webhookOf(call), { before, limit: perPage + 1, failed });
    const shown = found.slice(0, perPage);
    const last = found.length > perPage ? shown.at(-1) : undefined;
    return ok({ data: { records: shown.map(wire.toWireDelivery), next: placeText(last && [last.id]) } });
  },
};

export const webhookRoutes: readonly Route[] = [listing, one, create, change, remove, rotate, test, again, deliveries];
