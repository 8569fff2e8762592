// Endpoints that name a subscriber by the address instead of the uid.

import { type Call, created, ok, type Route } from '../http/route.ts';
import { emailKey } from '../kernel/address.ts';
import { AppError } from '../kernel/errors.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { listOfCall, listToAddOf } from '../lists/of-call.ts';
import type { List, Subscriber } from '../storage/tables.ts';
import { actorName, evidenceOfCall } from './consent/of-call.ts';
import { createSubscriber } from './create.ts';
import { findByEmail } from './queries.ts';
import { TEXTS } from './rules.ts';
import type { Place } from './status.ts';
import { changeSubscriber, removeSubscriber, unsubscribeSubscriber } from './update.ts';
import * as schema from './wire/schema.ts';
import { unknownTags } from './wire/unknown.ts';
import * as wire from './wire/wire.ts';

const group = 'Subscribers';

/** The subscriber with the `EMAIL` of the body, else of the query. @throws AppError `not_found` */
async function namedIn(call: Call, list: List): Promise<Subscriber> {
  const email = wire.readEmail(Object.assign(Object.create(null), call.query, call.body));
  const subscriber = await findByEmail(call.db, list.customer_id, list.id, emailKey(email));
  if (!subscriber) throw new AppError('not_found', TEXTS.unknown);
  return subscriber;
}

const unsubscribe: Route = {
  name: 'unsubscribeByEmail',
  method: 'PUT',
  path: '/lists/:list_uid/subscribers/unsubscribe-by-email',
  needs: 'edit',
  summary: 'Unsubscribe the subscriber of a list by email address; succeeds even if nothing changes',
  group,
  body: schema.emailBody,
  status: 200,
  answer: schema.doneAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const { uid } = await namedIn(call, list);
    await unsubscribeSubscriber(call.db, list, uid, call.clock.now(), evidenceOfCall(call));
    return ok();
  },
};

const remove: Route = {
  name: 'deleteByEmail',
  method: 'DELETE',
  path: '/lists/:list_uid/subscribers/delete-by-email',
  needs: 'edit',
  summary: 'Delete the subscriber of a list by email address, given in the query or in the body',
  group,
  query: schema.emailQuery,
  readsBody: true,
  status: 200,
  answer: schema.doneAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const { uid } = await namedIn(call, list);
    await removeSubscriber(call.db, list, uid, call.clock.now());
    return ok();
  },
};

const createOrUpdate: Route = {
  name: 'createOrUpdateSubscriber',
  method: 'POST',
  path: '/lists/:list_uid/subscribers/create-update',
  needs: 'edit',
  isOneChange: true,
  summary: 'Add a subscriber, or update the one with this address: returns 201 or 200',
  group,
  body: schema.subscriberBody,
  status: 201,
  otherStatus: 200,
  refuses: [409],
  answer: schema.storedAnswer,
  handle: async (call) => {
    const list = await listToAddOf(call);
    const fields = await fieldsOf(call.db, list.customer_id, list.id);
    const { subscriber, isNew } = await stored(call, { list, fields });
    const warned = await unknownTags([call.body], fields, () => subscriber.status);
    const answer = { data: { record: wire.toWireStored(subscriber) }, ...warned };
    return isNew ? created(answer) : ok(answer);
  },
};

/**
 * Others may add or remove the address between the search and the write: then it is searched for
 * again.
 */
async function stored(call: Call, { list, fields }: Place): Promise<{ subscriber: Subscriber; isNew: boolean }> {
  const { db, ipAddress, caller, body } = call;
  const input = wire.readSubscriber(body, { ipAddress, timeZone: caller.timeZone, actor: actorName(caller.actor) });
  const changes = { ...wire.readChanges(body, fields, evidenceOfCall(call)), isAdding: true };
  const at = call.clock.now();
  for (let attempt = 1; ; attempt += 1) {
    const found = await findByEmail(db, list.customer_id, list.id, emailKey(input.email));
    try {
      return found
        ? { subscriber: await changeSubscriber(db, list, found.uid, changes, at), isNew: false }
        : { subscriber: await createSubscriber(db, { list, fields }, input, at), isNew: true };
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      if (attempt === 3 || code !== (found ? 'not_found' : 'conflict')) throw error;
    }
  }
}

/** Every endpoint that names a subscriber by the address. */
export const subscriberByEmailRoutes: Route[] = [unsubscribe, remove, createOrUpdate];
