// Endpoints for lists. Copying a list includes its segments, so that endpoint is in segments/.

import { z } from 'zod';
import { findCustomer } from '../accounts/queries.ts';
import { fullQuery, pageQuery, readSearch, searchQuery, wantsFull } from '../http/members/schema.ts';
import { readTag, tagQuery } from '../http/members/tags.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { AppError } from '../kernel/errors.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Customer } from '../storage/tables.ts';
import { createList } from './create.ts';
import { changingList, listOfCall } from './of-call.ts';
import { firstPageOfLists, getShownList, pageOfLists } from './queries.ts';
import { removeList } from './remove.ts';
import { changeList, tagOfSettings } from './update.ts';
import { readList, toWireList } from './wire.ts';
import {
  besideBlocks,
  changedListBody,
  createdAnswer,
  doneAnswer,
  listAnswer,
  listsAnswer,
  newListBody,
} from './wire-schema.ts';

const group = 'Lists';

async function customerOf({ db, caller }: Call): Promise<Customer> {
  const customer = await findCustomer(db, caller.customerId);
  if (!customer) throw new AppError('unauthorized', say('key-invalid'));
  return customer;
}

const listing: Route = {
  name: 'listLists',
  method: 'GET',
  path: '/lists',
  needs: 'read',
  summary: 'List the customer’s lists, newest first',
  group,
  query: z.object({ ...pageQuery, ...searchQuery, ...tagQuery, ...fullQuery }),
  status: 200,
  answer: listsAnswer,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const search = readSearch(call.query);
    const tag = readTag(call.query);
    const first = search === undefined && tag === undefined && request.page === 1;
    const { count, lists, customer } = (first &&
      (await firstPageOfLists(call.db, call.caller.customerId, request))) || {
      customer: await customerOf(call),
      ...(await pageOfLists(call.db, call.caller.customerId, request, { search, tag })),
    };
    const shown = { ...call.caller.dialect, isFull: wantsFull(call.query) };
    const records = lists.map((list) => toWireList(list, customer, shown));
    return ok({ data: pageAnswer(request, count, records) });
  },
};

const one: Route = {
  name: 'getList',
  method: 'GET',
  path: '/lists/:list_uid',
  needs: 'read',
  summary: 'Get a list',
  about: 'With `full=1` it can be sent back; its `ETag` goes into `If-Match` of the update.',
  group,
  query: z.object(fullQuery),
  status: 200,
  answer: listAnswer,
  handle: async (call) => {
    const shown = { ...call.caller.dialect, isFull: wantsFull(call.query) };
    const { list, customer } = await getShownList(call.db, call.caller.customerId, call.params['list_uid'] ?? '');
    const reply = ok({ data: { record: toWireList(list, customer, shown) } });
    return shown.isFull ? { ...reply, headers: { etag: tagOfSettings(list) } } : reply;
  },
};

const create: Route = {
  name: 'createList',
  method: 'POST',
  path: '/lists',
  needs: 'edit',
  isOneChange: true,
  summary: 'Create a list with the fields EMAIL, FNAME and LNAME',
  group,
  body: newListBody,
  otherBody: besideBlocks,
  status: 201,
  answer: createdAnswer,
  handle: async (call) => {
    const customer = await customerOf(call);
    const settings = readList(call.body, { customer, dialect: call.caller.dialect });
    const list = await createList(call.db, customer, settings, call.clock.now());
    return created({ list_uid: list.uid });
  },
};

const update: Route = {
  name: 'updateList',
  method: 'PUT',
  path: '/lists/:list_uid',
  needs: 'edit',
  summary: 'Update a list; absent members stay unchanged',
  group,
  body: changedListBody,
  otherBody: besideBlocks,
  status: 200,
  answer: doneAnswer,
  hasRevision: true,
  handle: async (call) => {
    const customer = await customerOf(call);
    const etag = await changingList(call, (tx, before) => {
      const settings = readList(call.body, { customer, dialect: call.caller.dialect, before });
      return changeList(tx, before, settings, call.clock.now(), call.ifMatch);
    });
    return { ...ok(), headers: { etag } };
  },
};

const remove: Route = {
  name: 'deleteList',
  method: 'DELETE',
  path: '/lists/:list_uid',
  needs: 'edit',
  summary: 'Delete a list with its subscribers',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    await removeList(call.db, await listOfCall(call), call.clock.now());
    return ok();
  },
};

export const listRoutes: Route[] = [listing, one, create, update, remove];
