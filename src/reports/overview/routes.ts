// Endpoints for the table of campaigns.
import { placeText } from '../../http/members/keyset.ts';
import { ok, type Route } from '../../http/route.ts';
import { overviewOf, pageOfOverview } from './overview.ts';
import { countByStatus } from './queries.ts';
import * as wire from './wire.ts';

const group = 'Reports';

const listing: Route = {
  name: 'listCampaignOverviews',
  method: 'GET',
  path: '/campaigns/overview',
  needs: 'read',
  summary: 'List campaigns for a table, newest first, with status and results',
  about:
    'With a search, an answer can have fewer records than requested although there are more: continue until `next` is null.',
  group,
  query: wire.overviewQuery,
  status: 200,
  answer: wire.overviewsAnswer,
  handle: async ({ db, caller, query, clock }) => {
    const { filter, request } = wire.readOverview(query);
    const at = clock.now();
    const { campaigns, next } = await pageOfOverview(db, caller.customerId, filter, request, at);
    const counts = request.after
      ? null
      : wire.toWireStatusCounts(await countByStatus(db, caller.customerId, filter.isWhole));
    const records = campaigns.map((one) => wire.toWireOverview(one, at));
    return ok({ data: { statuses: counts, records, next: placeText(next) } });
  },
};

const one: Route = {
  name: 'getCampaignOverview',
  method: 'GET',
  path: '/campaigns/:campaign_uid/overview',
  needs: 'read',
  summary: 'Get a campaign for a table, with status and results',
  group,
  status: 200,
  answer: wire.overviewAnswer,
  handle: async ({ db, caller, params, clock }) => {
    const at = clock.now();
    const found = await overviewOf(db, caller.customerId, params['campaign_uid'] ?? '', at);
    return ok({ data: { record: wire.toWireOverview(found, at) } });
  },
};

export const overviewRoutes: Route[] = [listing, one];
