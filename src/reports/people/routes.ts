// Endpoints for the people of a list as tables show them, and for one person.
import { Readable } from 'node:stream';
import { z } from 'zod';
import { placeText } from '../../http/members/keyset.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import { emailKey } from '../../kernel/address.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { listOfCall } from '../../lists/of-call.ts';
import { consentsOf } from '../../subscribers/consent/read.ts';
import { countSubscribers, getSubscriberOfCustomer } from '../../subscribers/queries.ts';
import { storedFactsOf } from './export.ts';
import { countOfPeople, pageOfPeople } from './people.ts';
import { personOf } from './person.ts';
import { personPage } from './person-page.ts';
import { pageOfTimeline } from './timeline.ts';
import * as wire from './wire.ts';
import { consentsAnswer, exportAnswer, isNothing, toWireConsent, toWireStored } from './wire-export.ts';
import * as timeline from './wire-timeline.ts';

const group = 'Subscribers';

const ofList: Route = {
  name: 'listPeople',
  method: 'GET',
  path: '/lists/:list_uid/people',
  needs: 'read',
  summary: 'List people of a list, searched and filtered, newest first or by address',
  about:
    'Each answer examines a limited number of people, whatever the size of the list. It can therefore have fewer records than requested, even none, although there are more: continue until `next` is null.',
  group,
  query: wire.peopleQuery,
  status: 200,
  answer: wire.peopleAnswer,
  handle: async (call) => {
    const { filter, request } = wire.readPeople(call.query);
    const list = await listOfCall(call);
    const { people, fields, next } = await pageOfPeople(call.db, list, filter, request, call.clock.now());
    const total = await countSubscribers(call.db, list, filter.status);
    const records = people.map((one) => wire.toWirePerson(one, fields));
    return ok({ data: { total, fields: wire.toWireFields(fields), records, next: placeText(next) } });
  },
};

const counted: Route = {
  name: 'countPeople',
  method: 'GET',
  path: '/lists/:list_uid/people/count',
  needs: 'read',
  summary: 'Count the people of a list that match the filters',
  about:
    'An answer takes the same time whatever the size of the list, and returns the count for those it examined: add the counts up until `next` is null.',
  group,
  query: wire.countQuery,
  status: 200,
  answer: wire.countAnswer,
  handle: async (call) => {
    const { filter, after } = wire.readCount(call.query);
    const list = await listOfCall(call);
    const { n, next } = await countOfPeople(call.db, list, filter, after, call.clock.now());
    return ok({ data: { people: n, next: placeText(next) } });
  },
};

const personOfCall = async ({ db, caller, params }: Call) =>
  personOf(db, await getSubscriberOfCustomer(db, caller.customerId, params['subscriber_uid'] ?? ''));

const person: Route = {
  name: 'getPerson',
  method: 'GET',
  path: '/subscribers/:subscriber_uid',
  needs: 'read',
  summary: 'Get all data of a person, across all lists, identified by the id in any of them',
  group,
  status: 200,
  answer: wire.personAnswer,
  handle: async (call) => ok({ data: { record: wire.toWireFacts(await personOfCall(call)) } }),
};

const happened: Route = {
  name: 'listTimeline',
  method: 'GET',
  path: '/subscribers/:subscriber_uid/timeline',
  needs: 'read',
  summary: 'List what happened to a person, newest first, across all lists and campaigns',
  about: 'Messages, opens and clicks are those of the newest campaigns: at most 1,000 each.',
  group,
  query: timeline.timelineQuery,
  status: 200,
  answer: timeline.timelineAnswer,
  handle: async (call) => {
    const request = timeline.readTimeline(call.query);
    const { happenings, next, removedUntil } = await pageOfTimeline(call.db, await personOfCall(call), request);
    const removed = { removed_until: isoOrNull(removedUntil) };
    return ok({ data: { ...removed, records: happenings.map(timeline.toWireHappening), next: placeText(next) } });
  },
};

const stored: Route = {
  name: 'exportPerson',
  method: 'GET',
  path: '/subscribers/:subscriber_uid/export',
  needs: 'read',
  summary: 'Export all data stored about a person, for whoever asks what is known about them',
  about: 'Across all lists: values, messages, opens, clicks, unsubscribes, bounces, complaints, emails to the person.',
  group,
  status: 200,
  answer: exportAnswer,
  handle: async (call) => {
    const facts = await personOfCall(call);
    return ok({
      data: { record: toWireStored(facts, await storedFactsOf(call.db, facts, call.caller.rights)) },
    });
  },
};

const consents: Route = {
  name: 'listConsents',
  method: 'GET',
  path: '/subscribers/:subscriber_uid/consents',
  needs: 'read',
  summary: 'List what a person agreed to and withdrew, on all lists, and how',
  about:
    'A record is written with each change of status and never changed; it remains when the person leaves. Imported people have the record of the import.',
  group,
  status: 200,
  answer: consentsAnswer,
  handle: async (call) => {
    const { subscriber, memberships } = await personOfCall(call);
    const { customer_id, email_key } = subscriber;
    const records = await consentsOf(call.db, customer_id, email_key, memberships);
    return ok({ data: { records: records.map(toWireConsent) } });
  },
};

/** @throws AppError `not_found` when nothing is known of the address, or it is none */
async function storedOfAddress(call: Call) {
  const email = (call.params['email'] ?? '').trim();
  const name = { customer_id: call.caller.customerId, email_key: emailKey(email), email };
  const facts = await personOf(call.db, name);
  const found = toWireStored(facts, await storedFactsOf(call.db, facts, call.caller.rights));
  if (isNothing(found)) throw new AppError('not_found', say('subscriber-nothing-stored'));
  return { email, found };
}

const storedByEmail: Route = {
  name: 'exportPersonByEmail',
  method: 'GET',
  path: '/people/:email/export',
  needs: 'read',
  summary: 'Export all data stored about an address, across all lists, even if it is no longer on any',
  group,
  status: 200,
  answer: exportAnswer,
  handle: async (call) => ok({ data: { record: (await storedOfAddress(call)).found } }),
};

const pageByEmail: Route = {
  name: 'exportPersonAsPage',
  method: 'GET',
  path: '/people/:email/export.html',
  needs: 'read',
  summary: 'Get the same as a page to read, print or send',
  group,
  status: 200,
  fileType: 'text/html',
  answer: z.string().describe('An HTML page with a table for each kind of data.'),
  handle: async (call) => {
    const { email, found } = await storedOfAddress(call);
    const page = personPage(email, found, call.clock.now());
    return { status: 200, fileName: 'person.html', content: Readable.from([page]) };
  },
};

export const peopleRoutes: Route[] = [
  ...[ofList, counted, person, happened, stored],
  ...[consents, storedByEmail, pageByEmail],
];
