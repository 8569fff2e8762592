// Endpoints for subscribers.

import { LARGE_BODY } from '../http/limits/body.ts';
import { readSearch } from '../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { emailKey } from '../kernel/address.ts';
import { AppError } from '../kernel/errors.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { listOfCall, listToAddOf } from '../lists/of-call.ts';
import { actorName, evidenceOfCall } from './consent/of-call.ts';
import { createSubscriber } from './create.ts';
import { createSubscribers } from './create-many.ts';
import { unsubscribeEverywhere } from './memberships/unsubscribe-everywhere.ts';
import { getSubscriber } from './queries.ts';
import { subscriberRecord } from './record.ts';
import { firstStatus, TEXTS } from './rules.ts';
import { pageOfAddress, pageOfList, pageOfValues } from './search/search.ts';
import { pageOfBeginning } from './search/search-beginning.ts';
import { findPerson, findPersonByEmail, pageOfPeople } from './search/shown.ts';
import { changeSubscriber, removeSubscriber, unsubscribeSubscriber } from './update.ts';
import * as schema from './wire/schema.ts';
import { unknownTags } from './wire/unknown.ts';
import * as wire from './wire/wire.ts';

const group = 'Subscribers';

const originOf = ({ ipAddress, caller }: Call) => ({
  ipAddress,
  timeZone: caller.timeZone,
  actor: actorName(caller.actor),
});
const listNameOf = ({ caller, params }: Call) => ({
  customerId: caller.customerId,
  listUid: params['list_uid'] ?? '',
});
/** Reads from a request; a list that does not exist is told of before what is wrong with it. */
async function afterList<T>(call: Call, read: () => T): Promise<T> {
  try {
    return read();
  } catch (error) {
    await listOfCall(call);
    throw error;
  }
}
const uidOf = ({ params }: Call) => params['subscriber_uid'] ?? '';

const listing: Route = {
  name: 'listSubscribers',
  method: 'GET',
  path: '/lists/:list_uid/subscribers',
  needs: 'read',
  summary: 'List the subscribers of a list, newest first',
  group,
  query: schema.listingQuery,
  status: 200,
  answer: schema.pageAnswerSchema,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const status = await afterList(call, () => wire.readStatusFilter(call.query));
    const search = readSearch(call.query);
    if (status === undefined && search === undefined) {
      const { count, fields, people } = await pageOfPeople(call.db, listNameOf(call), request);
      return ok({
        data: pageAnswer(
          request,
          count,
          people.map((one) => subscriberRecord(fields, one)),
        ),
      });
    }
    const list = await listOfCall(call);
    const fields = await fieldsOf(call.db, list.customer_id, list.id);
    const { count, subscribers, isCut } =
      search === undefined
        ? { ...(await pageOfList(call.db, list, status, request)), isCut: false }
        : await pageOfBeginning(call.db, list, { status, beginning: search }, request);
    const records = subscribers.map((subscriber) => subscriberRecord(fields, subscriber));
    return ok({ data: pageAnswer(request, count, records), ...(isCut && { warnings: [wire.CUT_SEARCH] }) });
  },
};

const one: Route = {
  name: 'getSubscriber',
  method: 'GET',
  path: '/lists/:list_uid/subscribers/:subscriber_uid',
  needs: 'read',
  summary: 'Get a subscriber with all field values',
  group,
  status: 200,
  answer: schema.recordAnswer,
  handle: async (call) => {
    const found = await findPerson(call.db, { ...listNameOf(call), uid: uidOf(call) });
    if (!found) throw new AppError('not_found', TEXTS.unknown);
    return ok({ data: { record: subscriberRecord(found.fields, found.person) } });
  },
};

const create: Route = {
  name: 'createSubscriber',
  method: 'POST',
  path: '/lists/:list_uid/subscribers',
  needs: 'edit',
  isOneChange: true,
  summary: 'Add a subscriber; an unsubscribed one is added again',
  group,
  body: schema.subscriberBody,
  refuses: [409],
  status: 201,
  answer: schema.storedAnswer,
  handle: async (call) => {
    const list = await listToAddOf(call);
    const input = wire.readSubscriber(call.body, originOf(call));
    const fields = await fieldsOf(call.db, list.customer_id, list.id);
    const subscriber = await createSubscriber(call.db, { list, fields }, input, call.clock.now());
    const warned = await unknownTags([call.body], fields, () => subscriber.status);
    return created({ data: { record: wire.toWireStored(subscriber) }, ...warned });
  },
};

const bulk: Route = {
  name: 'createSubscribers',
  method: 'POST',
  path: '/lists/:list_uid/subscribers/bulk',
  needs: 'edit',
  summary: 'Add up to 10,000 subscribers; valid ones are stored, invalid ones reported',
  group,
  body: schema.bulkBody,
  bodyLimit: LARGE_BODY,
  status: 201,
  answer: schema.bulkAnswer,
  handle: async (call) => {
    const list = await listToAddOf(call);
    const { entries, inputs } = await wire.readBulk(call.body, originOf(call));
    const fields = await fieldsOf(call.db, list.customer_id, list.id);
    const faults = await createSubscribers(call.db, { list, fields }, inputs, call.clock.now());
    const records = await wire.toWireBulk(entries, faults);
    const statusOf = (index: number) => {
      const one = inputs[index];
      return firstStatus(list, one && 'input' in one ? one.input.status : undefined);
    };
    return created({ data: { records }, ...(await unknownTags(entries, fields, statusOf)) });
  },
};

const update: Route = {
  name: 'updateSubscriber',
  method: 'PUT',
  path: '/lists/:list_uid/subscribers/:subscriber_uid',
  needs: 'edit',
  summary: 'Update a subscriber; absent members stay unchanged',
  group,
  body: schema.changesBody,
  refuses: [409],
  status: 200,
  answer: schema.storedAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    await getSubscriber(call.db, call.caller.customerId, list.id, uidOf(call));
    const fields = await fieldsOf(call.db, list.customer_id, list.id);
    const changes = wire.readChanges(call.body, fields, evidenceOfCall(call));
    const subscriber = await changeSubscriber(call.db, list, uidOf(call), changes, call.clock.now());
    const warned = await unknownTags([call.body], fields, () => subscriber.status);
    return ok({ data: { record: wire.toWireStored(subscriber) }, ...warned });
  },
};

const remove: Route = {
  name: 'deleteSubscriber',
  method: 'DELETE',
  path: '/lists/:list_uid/subscribers/:subscriber_uid',
  needs: 'edit',
  summary: 'Delete a subscriber',
  group,
  status: 200,
  answer: schema.doneAnswer,
  handle: async (call) => {
    await removeSubscriber(call.db, await listOfCall(call), uidOf(call), call.clock.now());
    return ok();
  },
};

const unsubscribe: Route = {
  name: 'unsubscribeSubscriber',
  method: 'PUT',
  path: '/lists/:list_uid/subscribers/:subscriber_uid/unsubscribe',
  needs: 'edit',
  summary: 'Unsubscribe a subscriber; succeeds even if nothing changes',
  group,
  status: 200,
  answer: schema.doneAnswer,
  handle: async (call) => {
    await unsubscribeSubscriber(call.db, await listOfCall(call), uidOf(call), call.clock.now(), evidenceOfCall(call));
    return ok();
  },
};

const unsubscribeAll: Route = {
  name: 'unsubscribeEverywhere',
  method: 'PUT',
  path: '/lists/subscribers/unsubscribe-by-email-from-all-lists',
  needs: 'edit',
  summary: 'Unsubscribe an address from all lists',
  group,
  body: schema.emailBody,
  status: 200,
  answer: schema.doneAnswer,
  handle: async (call) => {
    const email = wire.readEmail(call.body);
    await unsubscribeEverywhere(call.db, call.caller.customerId, email, call.clock.now(), evidenceOfCall(call));
    return ok();
  },
};

const searchByEmail: Route = {
  name: 'searchByEmail',
  method: 'GET',
  path: '/lists/:list_uid/subscribers/search-by-email',
  needs: 'read',
  summary: 'Find the subscriber of a list by email address',
  group,
  query: schema.emailQuery,
  status: 200,
  answer: schema.foundAnswer,
  handle: async (call) => {
    const email = await afterList(call, () => wire.readSearchedEmail(call.query));
    const named = email !== undefined && { ...listNameOf(call), key: emailKey(email) };
    const subscriber = named ? await findPersonByEmail(call.db, named) : undefined;
    if (!subscriber) throw new AppError('not_found', TEXTS.unknown);
    return ok({ data: wire.toWireFound(subscriber) });
  },
};

const searchAllLists: Route = {
  name: 'searchByEmailInAllLists',
  method: 'GET',
  path: '/lists/subscribers/search-by-email-in-all-lists',
  needs: 'read',
  summary: 'Find an email address in all lists',
  group,
  query: schema.pagedEmailQuery,
  status: 200,
  answer: schema.listedAnswer,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const email = wire.readEmail(call.query);
    const { count, subscribers } = await pageOfAddress(call.db, call.caller.customerId, email, request);
    return ok({ data: pageAnswer(request, count, subscribers.map(wire.toWireListed)) });
  },
};

const searchByFields: Route = {
  name: 'searchByCustomFields',
  method: 'GET',
  path: '/lists/:list_uid/subscribers/search-by-custom-fields',
  needs: 'read',
  summary: 'Find the subscribers of a list by exact field values',
  group,
  query: schema.filterQuery,
  status: 200,
  answer: schema.pageAnswerSchema,
  handle: async (call) => {
    const list = await listOfCall(call);
    const request = readPageRequest(call.query);
    const fields = await fieldsOf(call.db, list.customer_id, list.id);
    const criteria = { sent: wire.readFilters(call.query, fields, call.caller.dialect), fields, at: call.clock.now() };
    const { count, subscribers } = await pageOfValues(call.db, list, criteria, request);
    const records = subscribers.map((subscriber) => subscriberRecord(fields, subscriber));
    return ok({ data: pageAnswer(request, count, records) });
  },
};

/** Every endpoint of subscribers. */
export const subscriberRoutes: Route[] = [
  listing,
  one,
  create,
  bulk,
  update,
  remove,
  unsubscribe,
  unsubscribeAll,
  searchByEmail,
  searchAllLists,
  searchByFields,
];
