// Endpoints for the link that shows a report to anybody.
import { getCampaign } from '../../campaigns/queries.ts';
import { trackingLinks } from '../../content/links.ts';
import { type Call, ok, type Route } from '../../http/route.ts';
import type { Campaign } from '../../storage/tables.ts';
import { shareReport, unshareReport } from './shared.ts';
import { linkAnswer } from './wire.ts';

const path = '/campaigns/:campaign_uid/report-link';
const common = { path, group: 'Reports', status: 200, answer: linkAnswer } as const;

const campaignOf = ({ db, caller, params }: Call) => getCampaign(db, caller.customerId, params['campaign_uid'] ?? '');
const linkOf = (call: Call, { id }: Campaign, number: number | null) =>
  ok({ data: { record: { url: number === null ? null : trackingLinks(call).reportUrl(id, number) } } });

const read: Route = {
  ...common,
  name: 'getReportLink',
  method: 'GET',
  needs: 'read',
  summary: 'Get the public link to a campaign’s report',
  handle: async (call) => {
    const campaign = await campaignOf(call);
    return linkOf(call, campaign, campaign.report_link);
  },
};

const share: Route = {
  ...common,
  name: 'shareReport',
  method: 'POST',
  needs: 'edit',
  isOneChange: true,
  summary: 'Share the report of a campaign through a public link',
  about:
    'Anyone with the link sees the figures and the links, but nothing about people. If the report is already shared, returns its link.',
  refuses: [409],
  handle: async (call) => {
    const campaign = await campaignOf(call);
    return linkOf(call, campaign, await shareReport(call.db, campaign));
  },
};

const unshare: Route = {
  ...common,
  name: 'unshareReport',
  method: 'DELETE',
  needs: 'edit',
  summary: 'Revoke the public link to a report',
  about: 'The link stops working; sharing the report again creates a new one.',
  handle: async (call) => {
    const campaign = await campaignOf(call);
    await unshareReport(call.db, campaign);
    return linkOf(call, campaign, null);
  },
};

export const sharedReportRoutes: Route[] = [read, share, unshare];
