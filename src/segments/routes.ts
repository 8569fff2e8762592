// Endpoints for segments, and for copying a list, which copies its segments too.

import { z } from 'zod';
import { pageQuery, readSearch, searchQuery } from '../http/members/schema.ts';
import { type Call, created, ok, type Route } from '../http/route.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { changingList, listOfCall } from '../lists/of-call.ts';
import type { Segment } from '../storage/tables.ts';
import { subscriberRecord } from '../subscribers/record.ts';
import { copyListWithSegments } from './copy.ts';
import { withCount, withCounts } from './count.ts';
import { createSegment } from './create.ts';
import { membersOf } from './members.ts';
import { inputOf, segmentOf } from './of-call.ts';
import { pageOfSegments } from './queries.ts';
import { removeSegment } from './remove.ts';
import { changeSegment } from './update.ts';
import {
  changedSegmentBody,
  copiedAnswer,
  doneAnswer,
  entriesAnswer,
  membersAnswer,
  newSegmentBody,
  operatorsAnswer,
  recordAnswer,
  segmentInBlocks,
} from './wire/schema.ts';
import { toWireEntry, toWireOperators, toWireRecord } from './wire/show.ts';

const group = 'Segments';
const query = z.object(pageQuery);

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
  summary: 'List the segments of a list, newest first',
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
  summary: 'Get a segment with its conditions',
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
    const { caller, body } = call;
    const at = call.clock.now();
    const { list, segment } = await changingList(call, async (tx, held) => {
      const input = await inputOf({ db: tx, caller, body }, held);
      return { list: held, segment: await createSegment(tx, held, input, at) };
    });
    return created(recordOf(call, await withCount(call.db, list, segment, at)));
  },
};

const update: Route = {
  name: 'updateSegment',
  method: 'PUT',
  path: '/lists/:list_uid/segments/:segment_uid',
  needs: 'edit',
  summary: 'Update a segment; `conditions` replaces the whole set',
  group,
  body: changedSegmentBody,
  otherBody: segmentInBlocks,
  wrappers: ['segment'],
  status: 200,
  answer: recordAnswer,
  handle: async (call) => {
    const { caller, params, body } = call;
    const at = call.clock.now();
    const { list, segment } = await changingList(call, async (tx, held) => {
      const before = await segmentOf({ db: tx, caller, params }, held);
      const input = await inputOf({ db: tx, caller, body }, held, before);
      return { list: held, segment: await changeSegment(tx, before, input, at) };
    });
    return ok(recordOf(call, await withCount(call.db, list, segment, at)));
  },
};

const remove: Route = {
  name: 'deleteSegment',
  method: 'DELETE',
  path: '/lists/:list_uid/segments/:segment_uid',
  needs: 'edit',
  summary: 'Delete a segment that no unfinished campaign uses',
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
  summary: 'List the confirmed subscribers in a segment, newest first',
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

const operators: Route = {
  name: 'listConditionOperators',
  method: 'GET',
  path: '/lists/segments/condition-operators',
  needs: 'read',
  summary: 'List the operators for conditions',
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
    const at = call.clock.now();
    const list = await changingList(call, (tx, held) => copyListWithSegments(tx, held, at));
    return { ...created({ list_uid: list.uid }), status: call.caller.dialect.listCopyStatus };
  },
};

export const segmentRoutes: Route[] = [listing, one, create, update, remove, members, operators, copy];
