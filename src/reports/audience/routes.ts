// Endpoints for the audience of a list or segment before a campaign begins.
import { placeText } from '../../http/members/keyset.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import { listOfCall } from '../../lists/of-call.ts';
import { getList } from '../../lists/queries.ts';
import { getSegment } from '../../segments/queries.ts';
import type { List } from '../../storage/tables.ts';
import { audienceOf } from './audience.ts';
import { jointAudienceOf } from './joint.ts';
import { peopleOf } from './people.ts';
import * as wire from './wire.ts';

const group = 'Lists';

const segmentOf = async ({ db, caller }: Call, list: List, uid: string | undefined) =>
  uid === undefined ? undefined : await getSegment(db, caller.customerId, list.id, uid);

/** The other lists that are named. @throws AppError `not_found` */
const furtherOf = ({ db, caller }: Call, list: List, uids: readonly string[]) =>
  Promise.all(uids.filter((uid) => uid !== list.uid).map((uid) => getList(db, caller.customerId, uid)));

const show: Route = {
  name: 'getAudience',
  method: 'GET',
  path: '/lists/:list_uid/audience',
  needs: 'read',
  summary: 'Count who would get a campaign to the list now, and why others would not',
  group,
  query: wire.audienceQuery,
  status: 200,
  answer: wire.audienceAnswer,
  handle: async (call) => {
    const { segmentUid, further: uids } = wire.readAudience(call.query);
    const list = await listOfCall(call);
    const segment = await segmentOf(call, list, segmentUid);
    const further = await furtherOf(call, list, uids);
    const isJoint = further.length > 0;
    const found = isJoint ? await jointAudienceOf(call, [list, ...further]) : await audienceOf(call, list, segment);
    return ok({ data: { record: wire.toWireAudience({ list, segment, further }, found) } });
  },
};

const people: Route = {
  name: 'listAudiencePeople',
  method: 'GET',
  path: '/lists/:list_uid/audience/people',
  needs: 'read',
  summary: 'List the people who would get a campaign to the list now, or would not for one reason',
  about:
    'An answer can have fewer records than requested, even none, although there are more: continue until `next` is null.',
  group,
  query: wire.peopleQuery,
  status: 200,
  answer: wire.peopleAnswer,
  handle: async (call) => {
    const { whom, segmentUid, request } = wire.readPeople(call.query);
    const list = await listOfCall(call);
    const segment = await segmentOf(call, list, segmentUid);
    const { people: found, next } = await peopleOf(call.db, { list, segment }, whom, request, call.clock.now());
    return ok({ data: { records: found.map(wire.toWireSomebody), next: placeText(next) } });
  },
};

export const audienceRoutes: Route[] = [show, people];
