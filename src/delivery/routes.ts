// Endpoints for what limits a delivery server: destinations that it sends to slower than it could,
// and its own limits.
import { z } from 'zod';
import { pageQuery } from '../http/members/schema.ts';
import { type Call, ok, type Route } from '../http/route.ts';
import { pageAnswer, readPageRequest } from '../kernel/page.ts';
import { getVisibleRelay } from '../relays/queries.ts';
import { limitsOf } from '../relays/usable.ts';
import { pageOfDestinations } from './throttling/destination-queries.ts';
import { usedPermits } from './throttling/quotas/rows.ts';
import { destinationsAnswer, toWireDestination, toWireUsage, usageAnswer } from './wire.ts';

/**
 * @throws AppError `not_found`; 0 is the configured relay or the test inbox, which everybody may
 * see
 */
async function relayIdOf({ db, caller, params }: Call): Promise<number> {
  const text = params['server_id'] ?? '';
  if (text === '0') return 0;
  return (await getVisibleRelay(db, caller.customerId, text)).id;
}

const destinations: Route = {
  name: 'listDestinations',
  method: 'GET',
  path: '/delivery-servers/:server_id/destinations',
  needs: 'read',
  summary: 'List destinations that are slowed or parked because they refused messages, by name',
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

const usage: Route = {
  name: 'getDeliveryServerUsage',
  method: 'GET',
  path: '/delivery-servers/:server_id/usage',
  needs: 'read',
  summary: 'Get what a delivery server may send under its limits and its warm-up, and how much it has sent',
  group: 'Delivery servers',
  status: 200,
  answer: usageAnswer,
  handle: async (call) => {
    const { db, caller, params, clock } = call;
    const relay = await getVisibleRelay(db, caller.customerId, params['server_id'] ?? '');
    const used = await usedPermits(db, relay.id, clock.now());
    return ok({ data: { records: toWireUsage(limitsOf(relay), used, clock.now()) } });
  },
};

export const deliveryRoutes: Route[] = [destinations, usage];
