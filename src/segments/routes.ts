// Endpoints for segments, and for copying a list, which copies its segments too.

import { z } from 'zod';
import { placeText, readKeyset } from '../http/members/keyset.ts';
import { pageQuery, readMembers, readSearch, searchQuery } from '../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { throwFaults } from '../kernel/errors.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { listOfCall } from '../lists/of-call.ts';
import type { List, Segment } from '../storage/tables.ts';
import { subscriberRecord } from '../subscribers/record.ts';
import { copyListWithSegments } from './copy.ts';
import { withCount, withCounts } from './count.ts';
import { createSegment } from './create.ts';
import { membersOf } from './members.ts';
import { previewOf } from './people/preview.ts';
import { getSegment, knownCampaigns, pageOfSegments } from './queries.ts';
import { removeSegment } from './remove.ts';
import { changeSegment } from './update.ts';
import { readSegment, toWireEntry, toWireOperators, toWireRecord } from './wire.ts';
import {
  changedSegmentBody,
  copiedAnswer,
  doneAnswer,
  entriesAnswer,
  membersAnswer,
  newSegmentBody,
  operatorsAnswer,
  previewAnswer,
  previewBody,
  previewMembers,
  recordAnswer,
  segmentInBlocks,
} from './wire-schema.ts';

const group = 'Segments';
const query = z.object(pageQuery);

const segmentOf = ({ db, caller, params }: Call, list: List) =>
  getSegment(db, caller.customerId, list.id, params['segment_uid'] ?? '');

async function inputOf({ db, caller, body }: Call, list: List, before?: Segment) {
  return readSegment(body, {
    fields: await fieldsOf(db, list.customer_id, list.id),
    knownCampaigns: (numbers) => knownCampaigns(db, caller.customerId, numbers),
    before,
  });
}

/** The answer to creating and changing. */
const recordOf = ({ caller }: Call, segment: Segment) => ({
  ...(caller.dialect.repeatsUids && { segment_uid: segment.uid }),
  data: { record: toWireRecord(segment) },
});

const listing: Route = {
  name: 'listSegments',
  method: 'GET',
  path: '/lists/:list_uid/segments',
  needs: 'read',
  summary: 'Segments of a list, newest first',
  group,
  query: query.extend(searchQuery),
  status: 200,
  answer: entriesAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const request = readPageRequest(call.query);
    const { count, segments } = await pageOfSegments(call.db, list, request, readSearch(call.query));
    const counted = await withCounts(call.db, list, segments, call.clock.now());
    return ok({ data: pageAnswer(request, count, counted.map(toWireEntry)) });
  },
};

const one: Route = {
  name: 'getSegment',
  method: 'GET',
  path: '/lists/:list_uid/segments/:segment_uid',
  needs: 'read',
  summary: 'One segment with its conditions',
  group,
  status: 200,
  answer: recordAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const segment = await segmentOf(call, list);
    return ok({ data: { record: toWireRecord(await withCount(call.db, list, segment, call.clock.now())) } });
  },
};

const create: Route = {
  name: 'createSegment',
  method: 'POST',
  path: '/lists/:list_uid/segments',
  needs: 'edit',
  isOneChange: true,
  summary: 'Create a segment',
  group,
  body: newSegmentBody,
  otherBody: segmentInBlocks,
  wrappers: ['segment'],
  status: 201,
  answer: recordAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const at = call.clock.now();
    const segment = await createSegment(call.db, list, await inputOf(call, list), at);
    return created(recordOf(call, await withCount(call.db, list, segment, at)));
  },
};

const update: Route = {
  name: 'updateSegment',
  method: 'PUT',
  path: '/lists/:list_uid/segments/:segment_uid',
  needs: 'edit',
  summary: 'Change a segment; sent conditions replace the set',
  group,
  body: changedSegmentBody,
  otherBody: segmentInBlocks,
  wrappers: ['segment'],
  status: 200,
  answer: recordAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const at = call.clock.now();
    const before = await segmentOf(call, list);
    const segment = await changeSegment(call.db, before, await inputOf(call, list, before), at);
    return ok(recordOf(call, await withCount(call.db, list, segment, at)));
  },
};

const remove: Route = {
  name: 'deleteSegment',
  method: 'DELETE',
  path: '/lists/:list_uid/segments/:segment_uid',
  needs: 'edit',
  summary: 'Remove a segment that no unfinished campaign uses',
  group,
  status: 200,
  answer: doneAnswer,
  handle: async (call) => {
    await removeSegment(call.db, await segmentOf(call, await listOfCall(call)));
    return ok();
  },
};

const members: Route = {
  name: 'listSegmentSubscribers',
  method: 'GET',
  path: '/lists/:list_uid/segments/:segment_uid/subscribers',
  needs: 'read',
  summary: 'Confirmed subscribers in a segment, newest first',
  group,
  query,
  status: 200,
  answer: membersAnswer,
  handle: async (call) => {
    const list = await listOfCall(call);
    const request = readPageRequest(call.query);
    const segment = await segmentOf(call, list);
    const { count, fields, subscribers } = await membersOf(call.db, list, segment, { request, at: call.clock.now() });
    const records = subscribers.map((subscriber) => subscriberRecord(fields, subscriber));
    return ok({ data: pageAnswer(request, count, records) });
  },
};

const preview: Route = {
  name: 'previewSegment',
  method: 'POST',
  path: '/lists/:list_uid/segments/preview',
  needs: 'read',
  summary: 'How many people a segment would have, and a few of them; nothing is stored',
  about:
    'An answer takes the same time however long the list is, and has the count of those it looked at: add them up until `next` is null.',
  group,
  query: z.object(previewMembers),
  body: previewBody,
  status: 200,
  answer: previewAnswer,
  unaudited: 'It changes nothing.',
  handle: async (call) => {
    const list = await listOfCall(call);
    const { values, faults } = readMembers(previewMembers, call.query);
    const { after } = readKeyset(values, ['number'], faults);
    throwFaults(faults);
    const { definition } = await inputOf({ ...call, body: { ...call.body, name: '-' } }, list);
    const fields = await fieldsOf(call.db, list.customer_id, list.id);
    const from = { after: after && Number(after[0]), at: call.clock.now() };
    const found = await previewOf(call.db, list, fields, definition, from);
    const samples = found.samples.map(({ uid, email }) => ({ subscriber_uid: uid, email }));
    const next = placeText(found.after === undefined ? undefined : [found.after]);
    return ok({ data: { people: found.n, next, samples } });
  },
};

const operators: Route = {
  name: 'listConditionOperators',
  method: 'GET',
  path: '/lists/segments/condition-operators',
  needs: 'read',
  summary: 'Operators that conditions may use',
  group,
  status: 200,
  answer: operatorsAnswer,
  handle: async () => ok({ data: toWireOperators() }),
};

const copy: Route = {
  name: 'copyList',
  method: 'POST',
  path: '/lists/:list_uid/copy',
  needs: 'edit',
  isOneChange: true,
  summary: 'Copy a list with its fields and segments, without its subscribers',
  group: 'Lists',
  status: 201,
  otherStatus: 200,
  answer: copiedAnswer,
  handle: async (call) => {
    const list = await copyListWithSegments(call.db, await listOfCall(call), call.clock.now());
    return { ...created({ list_uid: list.uid }), status: call.caller.dialect.listCopyStatus };
  },
};

export const segmentRoutes: Route[] = [listing, one, create, update, remove, members, preview, operators, copy];
