// Endpoint that shows the mail of a campaign with what was clicked in it.
import { findCustomer } from '../../accounts/queries.ts';
import { linksTo } from '../../campaigns/content/queries-links.ts';
import { getCampaign, getCounters } from '../../campaigns/queries.ts';
import { framed, frameHeaders } from '../../content/frame/framed.ts';
import { frameAnswer, readFrame } from '../../content/frame/wire.ts';
import { previewOf } from '../../content/preview.ts';
import type { Route } from '../../http/route.ts';
import { sharesIn } from '../../kernel/text/shares.ts';
import { newMarks, withBadges } from './heat-map.ts';
import { heatMapQuery, readHeatMap } from './wire/heat-map.ts';

/** Whole percent; some are not told as none, nor as all. */
const share = sharesIn('en', 0);

const heatMap: Route = {
  name: 'showClicksInCampaign',
  method: 'GET',
  path: '/campaigns/:campaign_uid/heat-map.html',
  needs: 'read',
  summary: 'Get the email of a campaign as a page for a frame, with click counts on its links',
  about:
    'For `<iframe sandbox>`, as `preview.html`; its links lead nowhere. A badge shows the number of people, and their share of all who clicked.',
  group: 'Reports',
  query: heatMapQuery,
  fileType: 'text/html',
  status: 200,
  answer: frameAnswer,
  handle: async (call) => {
    const asked = readHeatMap(call.query);
    const campaign = await getCampaign(call.db, call.caller.customerId, call.params['campaign_uid'] ?? '');
    const customer = await findCustomer(call.db, campaign.customer_id);
    const counts = asked ?? (customer?.statistics === 'filtered' ? 'filtered' : 'raw');
    const all = await getCounters(call.db, campaign.customer_id, campaign.uid);
    const clickers = counts === 'raw' ? all.unique_clicks : all.filtered_unique_clicks;
    const marks = newMarks();
    const { html } = await previewOf(call, campaign, undefined, marks.leadTo);
    const links = await linksTo(call.db, campaign, marks.written);
    const people = new Map(
      links.map((link) => [link.url, counts === 'raw' ? link.unique_clicks : link.filtered_unique_clicks]),
    );
    const badgeOf = (n: number) => {
      const clicked = people.get(marks.written[n] ?? '') ?? 0;
      return `${clicked} · ${share(clicked, clickers).replace('%', ' %')}`;
    };
    const options = readFrame(call.query);
    return { status: 200, page: framed(withBadges(html, badgeOf), options), headers: frameHeaders(options) };
  },
};

export const heatMapRoutes: Route[] = [heatMap];
