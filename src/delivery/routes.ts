// Endpoints for destinations: what is known about those that a delivery server sends to slower than
// it could.
import { z } from 'zod';
import { pageQuery } from '../http/members/schema.ts';
import { type Call, ok, type Route } from '../http/route.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { getVisibleRelay } from '../relays/queries.ts';
import { pageOfDestinations } from './throttling/destination-queries.ts';
import { destinationsAnswer, toWireDestination } from './wire.ts';

/**
 * @throws AppError `not_found`; 0 is the configured relay or the test inbox, which everybody may
 * see
 */
async function relayIdOf({ db, caller, params }: Call): Promise<number> {
  const text = params['server_id'] ?? '';
  if (text === '0') return 0;
  return (await getVisibleRelay(db, caller.customerId, /^\d{1,15}$/.test(text) ? Number(text) : -1)).id;
}

const destinations: Route = {
  name: 'listDestinations',
  method: 'GET',
  path: '/delivery-servers/:server_id/destinations',
  needs: 'read',
  summary: 'Destinations that are slowed or parked because they refused, by name',
  group: 'Delivery servers',
  query: z.object(pageQuery),
  status: 200,
  answer: destinationsAnswer,
  handle: async (call) => {
    const request = readPageRequest(call.query);
    const { count, rows } = await pageOfDestinations(call.db, await relayIdOf(call), request);
    const records = rows.map((row) => toWireDestination(row, call.caller.timeZone));
    return ok({ data: pageAnswer(request, count, records) });
  },
};

export const deliveryRoutes: Route[] = [destinations];
