// Endpoints for reports of a campaign. None of them changes anything.
import { findCustomer } from '../../accounts/queries.ts';
import { findLinkByHash } from '../../campaigns/content/queries-links.ts';
import { withDetails } from '../../campaigns/delivery/details.ts';
import { countStates } from '../../campaigns/delivery/queries.ts';
import { getCampaign } from '../../campaigns/queries.ts';
import { withLists } from '../../campaigns/several-lists/through.ts';
import { csvFile } from '../../http/members/csv-file.ts';
import { placeText } from '../../http/members/keyset.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { csvOfLog } from '../../messages/log/csv.ts';
import { summed } from '../counting.ts';
import { summingClients } from './clients.ts';
import { addTo, NO_FATES, summingDestinations } from './destinations.ts';
import { type EventKind, pageOfEvents } from './events.ts';
import { namesOf, summingFailures } from './failures.ts';
import { isNonResponder, pageOfNonResponders } from './non-responders.ts';
import { bouncesOf, comparisonFor } from './report.ts';
import { pointsOf, summingSeries } from './series.ts';
import type { Counts } from './wire/counts.ts';
import * as events from './wire/events.ts';
import * as failures from './wire/failures.ts';
import * as non from './wire/non-responders.ts';
import * as report from './wire/report.ts';
import * as series from './wire/series.ts';
import * as shares from './wire/shares.ts';

const group = 'Reports';

const campaignOf = ({ db, caller, params }: Call) => getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');

async function chosenCounts({ db, caller }: Call, asked?: Counts): Promise<Counts> {
  return asked ?? ((await findCustomer(db, caller.customerId))?.statistics === 'filtered' ? 'filtered' : 'raw');
}

const head: Route = {
  name: 'getCampaignReport',
  method: 'GET',
  path: '/campaigns/:campaign_uid/report',
  needs: 'read',
  summary: 'Get the results of a campaign, compared with the previous ones',
  group,
  status: 200,
  answer: report.reportAnswer,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const states = await countStates(call.db, campaign);
    const comparison = await comparisonFor(call.db, campaign);
    return ok({ data: { record: report.toWireReport(campaign, states, comparison, await chosenCounts(call)) } });
  },
};

const overTime: Route = {
  name: 'getCampaignSeries',
  method: 'GET',
  path: '/campaigns/:campaign_uid/series',
  needs: 'read',
  summary: 'Get what happened to a campaign by hour or day, from its beginning',
  group,
  query: series.seriesQuery,
  status: 200,
  answer: series.seriesAnswer,
  handle: async (call) => {
    const { unit, request, counts: asked } = series.readSeries(call.query);
    const campaign = withDetails(await campaignOf(call));
    const counts = await chosenCounts(call, asked);
    const found = await summed(call, `series ${campaign.id}`, summingSeries(call.db, campaign));
    const [from] = (request.after ?? []) as number[];
    const { timeZone } = call.caller;
    const range = { from, begun: campaign.started_at, unit, timeZone, limit: request.perPage };
    const some = found && pointsOf(found.sums, range);
    const records = (some?.points ?? []).map((point) => series.toWirePoint(point, counts));
    const next = placeText(some?.next === undefined ? undefined : [some.next]);
    return ok({
      data: { by: unit, counts, time_zone: timeZone, counted_at: isoOrNull(found?.at), records, next },
    });
  },
};

async function showEvents(call: Call, kind: EventKind) {
  const { machines, link: hash, request } = events.readEvents(call.query);
  const campaign = withDetails(await campaignOf(call));
  const link = kind === 'click' && hash !== undefined ? await findLinkByHash(call.db, campaign, hash) : undefined;
  if (kind === 'click' && hash !== undefined && link === undefined) {
    throw new AppError('invalid', say('campaign-link-unknown'), { faults: { link: say('segment-link-unknown') } });
  }
  const { rows, next } = await pageOfEvents(call.db, campaign, { kind, machines, link }, request);
  const toWire = kind === 'open' ? events.toWireOpen : events.toWireClick;
  const records = (await withLists(call.db, campaign, rows)).map(toWire);
  return ok({ data: { records, next: placeText(next) } });
}

const about =
  'An answer can have fewer records than requested, even none, although there are more: continue until `next` is null.';

const opens: Route = {
  name: 'listOpens',
  method: 'GET',
  path: '/campaigns/:campaign_uid/opens',
  needs: 'read',
  summary: 'List who opened a campaign, newest first',
  about,
  group,
  query: events.opensQuery,
  status: 200,
  answer: events.opensAnswer,
  handle: (call) => showEvents(call, 'open'),
};

const clicks: Route = {
  name: 'listClicks',
  method: 'GET',
  path: '/campaigns/:campaign_uid/clicks',
  needs: 'read',
  summary: 'List who clicked links of a campaign, newest first',
  about,
  group,
  query: events.clicksQuery,
  status: 200,
  answer: events.clicksAnswer,
  handle: (call) => showEvents(call, 'click'),
};

const nonResponders: Route = {
  name: 'listNonResponders',
  method: 'GET',
  path: '/campaigns/:campaign_uid/non-responders',
  needs: 'read',
  summary: 'List who got a campaign and did not open it, or did not click',
  about: `As many as the report’s \`accepted\` minus those who opened or clicked. ${about}`,
  group,
  query: non.nonRespondersQuery,
  status: 200,
  answer: non.nonRespondersAnswer,
  handle: async (call) => {
    const { didNot, counts: asked, request } = non.readNonResponders(call.query);
    const campaign = withDetails(await campaignOf(call));
    const counts = await chosenCounts(call, asked);
    const { rows, next } = await pageOfNonResponders(call.db, campaign, { didNot, counts }, request);
    const records = (await withLists(call.db, campaign, rows)).map(non.toWireNonResponder);
    return ok({ data: { counts, records, next: placeText(next) } });
  },
};

const csvOfNonResponders: Route = {
  name: 'downloadNonResponders',
  method: 'GET',
  path: '/campaigns/:campaign_uid/non-responders.csv',
  needs: 'read',
  summary: 'Download everyone who got a campaign and did not open it, or did not click, as CSV',
  group,
  query: non.csvOfNonRespondersQuery,
  status: 200,
  answer: non.csvOfNonRespondersAnswer,
  fileType: 'text/csv',
  handle: async (call) => {
    const { didNot, counts: asked } = non.readNonResponders(call.query);
    const campaign = await campaignOf(call);
    const isWanted = isNonResponder({ didNot, counts: await chosenCounts(call, asked) });
    const lines = csvOfLog(call.db, campaign, { isWanted, hostname: new URL(call.baseUrl).hostname });
    return csvFile(call.query, `did-not-${didNot}-${campaign.uid}.csv`, lines);
  },
};

const byDomain: Route = {
  name: 'listCampaignDestinations',
  method: 'GET',
  path: '/campaigns/:campaign_uid/destinations',
  needs: 'read',
  summary: 'Get the results of a campaign by its recipients’ domains',
  group,
  query: shares.destinationsQuery,
  status: 200,
  answer: shares.destinationsAnswer,
  handle: async (call) => {
    const { counts: asked, most } = shares.readCounts(call.query);
    const campaign = withDetails(await campaignOf(call));
    const counts = await chosenCounts(call, asked);
    const found = await summed(call, `destinations ${campaign.id}`, summingDestinations(call.db, campaign));
    const all = [...(found?.sums.by.values() ?? [])];
    const others = { ...(found?.sums.others ?? { ...NO_FATES, domains: 0 }) };
    for (const one of all.slice(most)) addTo(others, one);
    const records = all.slice(0, most).map(({ domain, answer, next_attempt_at: next, ...fates }) => ({
      domain,
      ...shares.toWireFates(fates, counts),
      answer,
      next_attempt_at: isoOrNull(next),
    }));
    return ok({
      data: {
        counts,
        counted_at: isoOrNull(found?.at),
        records,
        others: { domains: others.domains, ...shares.toWireFates(others, counts) },
      },
    });
  },
};

const byClient: Route = {
  name: 'listCampaignClients',
  method: 'GET',
  path: '/campaigns/:campaign_uid/clients',
  needs: 'read',
  summary: 'Get the programs and devices with which a campaign is read',
  group,
  query: shares.clientsQuery,
  status: 200,
  answer: shares.clientsAnswer,
  handle: async (call) => {
    const { counts: asked } = shares.readCounts(call.query);
    const campaign = withDetails(await campaignOf(call));
    const counts = await chosenCounts(call, asked);
    const found = await summed(call, `clients ${campaign.id}`, summingClients(call.db, campaign));
    const clients = [...(found?.sums.by.values() ?? [])];
    return ok({ data: { counts, counted_at: isoOrNull(found?.at), ...shares.toWireClients(clients, counts) } });
  },
};

const why: Route = {
  name: 'listCampaignFailures',
  method: 'GET',
  path: '/campaigns/:campaign_uid/failures',
  needs: 'read',
  summary: 'Get why messages of a campaign were rejected or bounced, in the receivers’ words',
  group,
  status: 200,
  answer: failures.failuresAnswer,
  handle: async (call) => {
    const campaign = withDetails(await campaignOf(call));
    const { counters } = await countStates(call.db, campaign);
    const found = await summed(call, `failures ${campaign.id}`, summingFailures(call.db, campaign));
    const all = [...(found?.sums.by.values() ?? [])].sort((a, b) => b.count - a.count);
    const names = await namesOf(
      call.db,
      campaign.customer_id,
      all.map(({ example }) => example.subscriberId),
    );
    return ok({
      data: {
        counted_at: isoOrNull(found?.at),
        messages: counters.rejected + bouncesOf(counters),
        looked_at: found?.sums.lookedAt ?? 0,
        records: all.map((one) => failures.toWireFailure(one, names)),
      },
    });
  },
};

export const campaignReportRoutes: Route[] = [
  head,
  overTime,
  opens,
  clicks,
  nonResponders,
  csvOfNonResponders,
  byDomain,
  byClient,
  why,
];
