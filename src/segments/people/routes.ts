// Endpoints that say who would be in a segment before it is stored.
import { placeText, readKeyset } from '../../http/members/keyset.ts';
import { readMembers } from '../../http/members/schema.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { listOfCall } from '../../lists/of-call.ts';
import type { List } from '../../storage/tables.ts';
import { inputOf } from '../of-call.ts';
import * as wire from '../wire/people.ts';
import { estimateOf } from './estimate.ts';
import { previewOf } from './preview.ts';

const group = 'Segments';

/** The body of these calls is a segment without a name. */
const definitionIn = async (call: Call, list: List) =>
  (await inputOf({ ...call, body: { ...call.body, name: '-' } }, list)).definition;

const preview: Route = {
  name: 'previewSegment',
  method: 'POST',
  path: '/lists/:list_uid/segments/preview',
  needs: 'read',
  summary: 'Count the people a segment would have, and show a few of them, without storing anything',
  about:
    'An answer takes the same time whatever the size of the list, and returns the count for those it examined: add the counts up until `next` is null.',
  group,
  query: wire.previewQuery,
  body: wire.definitionBody,
  isRepeatable: true,
  status: 200,
  answer: wire.previewAnswer,
  unaudited: 'It changes nothing.',
  handle: async (call) => {
    const list = await listOfCall(call);
    const { values, faults } = readMembers(wire.previewMembers, call.query);
    const { after } = readKeyset(values, ['number'], faults);
    throwFaults(faults);
    const definition = await definitionIn(call, list);
    const fields = await fieldsOf(call.db, list.customer_id, list.id);
    const from = { after: after && Number(after[0]), at: call.clock.now() };
    const found = await previewOf(call.db, list, fields, definition, from);
    const next = placeText(found.after === undefined ? undefined : [found.after]);
    return ok({ data: { people: found.n, next, samples: found.samples.map(wire.toWireSample) } });
  },
};

const estimate: Route = {
  name: 'estimateSegment',
  method: 'POST',
  path: '/lists/:list_uid/segments/estimate',
  needs: 'read',
  summary: 'Estimate how many people a segment and each of its conditions would have, without storing anything',
  about:
    'An answer takes the same time whatever the size of the list: short lists are counted; for long ones a sample spread over the whole list is examined.',
  group,
  body: wire.definitionBody,
  isRepeatable: true,
  status: 200,
  answer: wire.estimateAnswer,
  unaudited: 'It changes nothing.',
  handle: async (call) => {
    const list = await listOfCall(call);
    const definition = await definitionIn(call, list);
    const fields = await fieldsOf(call.db, list.customer_id, list.id);
    const found = await estimateOf(call.db, list, fields, definition, call.clock.now());
    return ok({ data: wire.toWireEstimate(found) });
  },
};

export const segmentPeopleRoutes: Route[] = [preview, estimate];
