// Endpoints that show templates, and versions of campaigns, as pages for a frame.
import { companyOf } from '../../accounts/company.ts';
import { getCustomer } from '../../accounts/queries.ts';
import { languageOf } from '../../blocks/brand.ts';
import { getCampaignView } from '../../campaigns/queries-shown.ts';
import { pastCampaign, readRevision } from '../../campaigns/versions/past.ts';
import type { Call, PageReply, Route } from '../../http/route.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { withFileAddresses } from '../../mail/html/file-addresses.ts';
import { getTemplate } from '../../templates/queries.ts';
import { STARTING_TEMPLATES, startingArchive } from '../../templates/starting/starting.ts';
import { exampleApart } from '../checks/page-apart.ts';
import { frameHeaders } from './framed.ts';
import { frameAnswer, readFrame, templateFrameQuery } from './wire.ts';

const shown = {
  method: 'GET',
  needs: 'read',
  group: 'Templates',
  about: 'For `<iframe sandbox>`. Fields and links contain sample values; nothing is sent or counted.',
  query: templateFrameQuery,
  fileType: 'text/html',
  status: 200,
  answer: frameAnswer,
} as const;

const own: Route = {
  ...shown,
  name: 'previewTemplatePage',
  path: '/templates/:template_uid/preview.html',
  summary: 'Get a template as a page for a frame',
  handle: async (call) => {
    const { content } = await getTemplate(call.db, call.caller.customerId, call.params['template_uid'] ?? '');
    return pageOf(call, content);
  },
};

const starting: Route = {
  ...shown,
  name: 'previewStartingTemplatePage',
  path: '/starting-templates/:starting_id/preview.html',
  summary: 'Get a template that comes with the server as a page for a frame',
  handle: async (call) => {
    const found = STARTING_TEMPLATES.find(({ id }) => id === call.params['starting_id']);
    if (!found) throw new AppError('not_found', say('template-no-starting'));
    return pageOf(call, startingArchive(found.id, await languageOf(call.db, call.caller.customerId)).html);
  },
};

/** `content` as it is stored, with markers in place of the addresses of pictures. */
async function pageOf({ db, caller, baseUrl, clock, query }: Call, content: string): Promise<PageReply> {
  const customer = await getCustomer(db, caller.customerId);
  const today = formatCalendarTime(clock.now(), caller.timeZone).slice(0, 10);
  const options = readFrame(query);
  const around = { company: companyOf(customer, undefined), today };
  const page = await exampleApart({ html: withFileAddresses(content, baseUrl), around, options }, caller.customerId);
  return { status: 200, page, headers: frameHeaders(options) };
}

const version: Route = {
  ...shown,
  name: 'previewCampaignVersionPage',
  group: 'Campaigns',
  path: '/campaigns/:campaign_uid/versions/:revision/preview.html',
  summary: 'Get a campaign as it was in a version, as a page for a frame',
  handle: async (call) => {
    const now = await getCampaignView(call.db, call.caller.customerId, call.params['campaign_uid'] ?? '');
    const { view } = await pastCampaign(call.db, now, readRevision(call.params));
    return pageOf(call, view.content);
  },
};

export const templateFrameRoutes: Route[] = [own, starting, version];
