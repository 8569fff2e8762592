// What calls about segments name and send.
import type { Call } from '../http/route.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import type { List, Segment } from '../storage/tables.ts';
import { getSegment, knownCampaigns, knownLinks } from './queries.ts';
import { readSegment } from './wire/read.ts';

/** The segment that the path names. @throws AppError `not_found` */
export const segmentOf = ({ db, caller, params }: Pick<Call, 'db' | 'caller' | 'params'>, list: List) =>
  getSegment(db, caller.customerId, list.id, params['segment_uid'] ?? '');

/** The segment that the body describes. @throws AppError `invalid` */
export async function inputOf(
  { db, caller, body }: Pick<Call, 'db' | 'caller' | 'body'>,
  list: List,
  before?: Segment,
) {
  return readSegment(body, {
    fields: await fieldsOf(db, list.customer_id, list.id),
    knownCampaigns: (numbers) => knownCampaigns(db, caller.customerId, numbers),
    knownLinks: (links) => knownLinks(db, caller.customerId, links),
    before,
  });
}
