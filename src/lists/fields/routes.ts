// Endpoints for list fields.

import { z } from 'zod';
import { fullQuery, pageQuery, wantsFull } from '../../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../../http/route.ts';
import { asksForPage, pageAnswer, readPageRequest } from '../../kernel/page.ts';
import type { List } from '../../storage/tables.ts';
import { changingList, listOfCall } from '../of-call.ts';
import { createField } from './create.ts';
import { fieldsOf, pageOfFields } from './queries.ts';
import { changeField, getField, removeField } from './update.ts';
import {
  doneAnswer,
  fieldAnswer,
  fieldBody,
  fieldsAnswer,
  fieldWithType,
  newFieldAnswer,
  newFieldBody,
  typesAnswer,
} from './wire/schema.ts';
import { pageWarnings, readField, toWireField, toWireTypes } from './wire/wire.ts';

/** Client programs put the members in one of these blocks. */
const FIELD_WRAPPERS = ['data', 'field'];

const group = 'List fields';

const fieldOf = ({ db, params }: Pick<Call, 'db' | 'params'>, list: List) =>
  getField(db, list, params['field_id'] ?? '');

const listing: Route = {
  name: 'listFields',
  method: 'GET',
  path: '/lists/:list_uid/fields',
  needs: 'read',
  summary: 'List the fields of a list, in order',
  group,
  query: z.object({ ...pageQuery, ...fullQuery }),
  status: 200,
  answer: fieldsAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const request = readPageRequest(call.query);
    if (call.caller.dialect.listsAllFields && !asksForPage(call.query)) {
      const records = (await fieldsOf(call.db, list.customer_id, list.id)).map((field) =>
        toWireField(field, list, wantsFull(call.query)),
      );
      return ok({ data: pageAnswer({ page: 1, perPage: Math.max(records.length, 1) }, records.length, records) });
    }
    const { count, fields } = await pageOfFields(call.db, list, request);
    const records = fields.map((field) => toWireField(field, list, wantsFull(call.query)));
    return ok({ data: pageAnswer(request, count, records) });
  },
};

const one: Route = {
  name: 'getField',
  method: 'GET',
  path: '/lists/:list_uid/fields/:field_id',
  needs: 'read',
  summary: 'Get a field',
  group,
  query: z.object(fullQuery),
  status: 200,
  answer: fieldAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    return ok({ data: { record: toWireField(await fieldOf(call, list), list, wantsFull(call.query)) } });
  },
};

const create: Route = {
  name: 'createField',
  method: 'POST',
  path: '/lists/:list_uid/fields',
  needs: 'edit',
  isOneChange: true,
  summary: 'Create a field',
  group,
  body: newFieldBody,
  otherBody: fieldWithType,
  wrappers: FIELD_WRAPPERS,
  status: 201,
  answer: newFieldAnswer,
  handle: async (call) => {
    const at = call.clock.now();
    const { dialect } = call.caller;
    const { record, count } = await changingList(call, async (tx, list) => {
      const fields = await fieldsOf(tx, list.customer_id, list.id);
      const input = readField(call.body, { fields, dialect, at });
      return { record: toWireField(await createField(tx, list, input, at), list), count: fields.length + 1 };
    });
    return created({ data: { record }, ...pageWarnings(count, dialect) });
  },
};

const update: Route = {
  name: 'updateField',
  method: 'PUT',
  path: '/lists/:list_uid/fields/:field_id',
  needs: 'edit',
  summary: 'Update a field; absent members stay unchanged, `options` replaces the whole set',
  group,
  body: fieldBody,
  otherBody: fieldWithType,
  wrappers: FIELD_WRAPPERS,
  status: 200,
  answer: fieldAnswer,
  handle: async (call) => {
    const { body, caller, params } = call;
    const at = call.clock.now();
    const record = await changingList(call, async (tx, list) => {
      const before = await fieldOf({ db: tx, params }, list);
      const fields = await fieldsOf(tx, list.customer_id, list.id);
      const input = readField(body, { fields, before, dialect: caller.dialect, at });
      return toWireField(await changeField(tx, list, before, { input, at }), list);
    });
    return ok({ data: { record } });
  },
};

const remove: Route = {
  name: 'deleteField',
  method: 'DELETE',
  path: '/lists/:list_uid/fields/:field_id',
  needs: 'edit',
  summary: 'Delete a field and its values',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    const { params } = call;
    await changingList(call, async (tx, list) => removeField(tx, list, await fieldOf({ db: tx, params }, list)));
    return ok();
  },
};

const types: Route = {
  name: 'listFieldTypes',
  method: 'GET',
  path: '/lists/fields/types',
  needs: 'read',
  summary: 'List the field types',
  group,
  status: 200,
  answer: typesAnswer,
  handle: async () => ok({ data: toWireTypes() }),
};

export const fieldRoutes: Route[] = [types, listing, one, create, update, remove];
