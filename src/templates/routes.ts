// Endpoints for templates.
import { z } from 'zod';
import { languageOf } from '../blocks/brand.ts';
import { pageMaker } from '../blocks/compile/for-customer.ts';
import { LARGE_BODY } from '../http/limits/body.ts';
import { fullQuery, pageQuery, wantsFull } from '../http/members/schema.ts';
import { type Call, created, type JsonReply, ok, type Route } from '../http/route.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import type { Template } from '../storage/tables.ts';
import { createTemplate } from './create.ts';
import { pageOfTemplates } from './listing.ts';
import { getTemplate } from './queries.ts';
import { removeTemplate } from './remove.ts';
import { tagOf } from './rules.ts';
import { changeTemplate } from './update.ts';
import {
  blocksAnswer,
  changedAnswer,
  createdAnswer,
  doneAnswer,
  entriesAnswer,
  recordAnswer,
  toWireBlocks,
  toWireEntry,
  toWireRecord,
  toWireWarnings,
} from './wire.ts';
import {
  changedTemplateBody,
  filterQuery,
  newTemplateBody,
  readNameFilter,
  readNewTemplate,
  readTemplateChanges,
} from './wire-input.ts';

const group = 'Templates';

const templateOf = ({ db, caller, params }: Call) => getTemplate(db, caller.customerId, params['template_uid'] ?? '');

/** What the page in a request is read with. */
const aroundOf = ({ db, caller: { customerId }, baseUrl }: Call) => {
  return { customerId, baseUrl, pageOfBlocks: pageMaker(db, customerId) };
};

/** The answer with what names the template as it is stored, for `If-Match`. */
const tagged = (reply: JsonReply, template: Template): JsonReply => ({ ...reply, headers: { etag: tagOf(template) } });

const listing: Route = {
  name: 'listTemplates',
  method: 'GET',
  path: '/templates',
  needs: 'read',
  summary: 'List templates, newest first',
  group,
  query: z.object({ ...pageQuery, ...filterQuery }),
  status: 200,
  answer: entriesAnswer,
  handle: async ({ db, caller, query }) => {
    const request = readPageRequest(query);
    const nameContains = readNameFilter(query);
    const { count, entries } = await pageOfTemplates(db, caller.customerId, { request, nameContains });
    return ok({ data: pageAnswer(request, count, entries.map(toWireEntry)) });
  },
};

const one: Route = {
  name: 'getTemplate',
  method: 'GET',
  path: '/templates/:template_uid',
  needs: 'read',
  summary: 'Get a template with its content',
  about: 'With `full=1` it can be sent back; its `ETag` goes into `If-Match` of the update.',
  group,
  query: z.object(fullQuery),
  status: 200,
  answer: recordAnswer,
  handle: async (call) => {
    const template = await templateOf(call);
    const isFull = wantsFull(call.query);
    const reply = ok({ data: { record: toWireRecord(template, call.baseUrl, isFull) } });
    return isFull ? tagged(reply, template) : reply; // else a tag of the whole answer, which a 304 can go by
  },
};

const blocks: Route = {
  name: 'getTemplateBlocks',
  method: 'GET',
  path: '/templates/:template_uid/blocks',
  needs: 'read',
  summary: 'Get the blocks that a template is made of',
  group,
  status: 200,
  answer: blocksAnswer,
  hasRevision: true,
  handle: async (call) => {
    const template = await templateOf(call);
    const shown = toWireBlocks(template.blocks, call.baseUrl);
    return tagged(ok({ data: { record: { template_uid: template.uid, blocks: shown } } }), template);
  },
};

const create: Route = {
  name: 'createTemplate',
  method: 'POST',
  path: '/templates',
  needs: 'edit',
  isOneChange: true,
  summary: 'Create a template from HTML, blocks, a ZIP archive, or a template that comes with the server',
  group,
  body: newTemplateBody,
  wrappers: ['template'],
  bodyLimit: LARGE_BODY,
  status: 201,
  answer: createdAnswer,
  handle: async (call) => {
    const { db, caller, body, clock } = call;
    const language = await languageOf(db, caller.customerId);
    const input = await readNewTemplate(body, { ...aroundOf(call), language });
    const template = await createTemplate(db, caller.customerId, input, clock.now());
    return created({ template_uid: template.uid, ...(await toWireWarnings(input.source)) });
  },
};

const update: Route = {
  name: 'updateTemplate',
  method: 'PUT',
  path: '/templates/:template_uid',
  needs: 'edit',
  summary: 'Update a template; campaigns made from it keep their copy',
  group,
  body: changedTemplateBody,
  wrappers: ['template'],
  bodyLimit: LARGE_BODY,
  status: 200,
  answer: changedAnswer,
  hasRevision: true,
  handle: async (call) => {
    const template = await templateOf(call);
    const changes = await readTemplateChanges(call.body, aroundOf(call), template);
    const at = call.clock.now();
    const changed = await changeTemplate(call.db, template, { ...changes, ifMatch: call.ifMatch }, at);
    return tagged(ok(await toWireWarnings(changes.source)), changed);
  },
};

const remove: Route = {
  name: 'deleteTemplate',
  method: 'DELETE',
  path: '/templates/:template_uid',
  needs: 'edit',
  summary: 'Delete a template; campaigns made from it keep their copy',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    await removeTemplate(call.db, await templateOf(call));
    return ok();
  },
};

export const templateRoutes: Route[] = [listing, one, blocks, create, update, remove];
