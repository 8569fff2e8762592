// A template as an invented person gets it: known tags filled with examples, a feed with three
// entries, what depends on conditions shown. Pure; linear in the length of the page.
import { type Company, fullAddress } from '../../accounts/company.ts';
import { escapeHtml } from '../../kernel/text/escape-html.ts';
import { withoutConditions } from '../../mail/merge/conditions.ts';
import { parseTags, renderPieces } from '../../mail/merge/merge.ts';

const ENTRIES = 3;
const FEEDS = ['XML_FEED', 'JSON_FEED'] as const;

/** @param today `Y-m-d` in the time zone of the customer */
export function withExamples(html: string, { company, today }: { company: Company; today: string }): string {
  const values: Record<string, string> = {
    FNAME: 'Ada',
    LNAME: 'Berg',
    EMAIL: 'ada@example.com',
    LIST_NAME: 'News',
    COMPANY_NAME: company.name,
    CAMPAIGN_FROM_NAME: company.name,
    COMPANY_FULL_ADDRESS: fullAddress(company),
    DATE: today,
    CURRENT_DATE: today,
    CURRENT_YEAR: today.slice(0, 4),
    CAMPAIGN_SUBJECT: '',
    CAMPAIGN_NAME: '',
    ...Object.fromEntries(PAGES.map((tag) => [tag, '#'])),
    ...Object.fromEntries(FEEDS.flatMap((feed) => entryTags(feed, today))),
  };
  const whole = FEEDS.reduce((page, feed) => withEntries(page, feed), withoutConditions(html));
  const pieces = parseTags(whole, (tag) => Object.hasOwn(values, tag));
  return renderPieces(pieces, (tag) => values[tag], escapeHtml);
}

const PAGES = [
  'UNSUBSCRIBE_URL',
  'DIRECT_UNSUBSCRIBE_URL',
  'UPDATE_PROFILE_URL',
  'WEB_VERSION_URL',
  'FORWARD_FRIEND_URL',
  'SUBSCRIBE_URL',
  'CAMPAIGN_URL',
];

function entryTags(feed: (typeof FEEDS)[number], today: string): [tag: string, value: string][] {
  return [
    [`${feed}_ITEM_TITLE`, 'The title of an entry'],
    [`${feed}_ITEM_DESCRIPTION`, 'What the feed says about it, in a sentence or two.'],
    [`${feed}_ITEM_CONTENT`, 'What the feed says about it, in a sentence or two.'],
    [`${feed}_ITEM_LINK`, '#'],
    [`${feed}_ITEM_PUBDATE`, today],
  ];
}

/** Each section of the feed with as many entries as there may be in an example. */
function withEntries(html: string, feed: (typeof FEEDS)[number]): string {
  const [begin, end] = [`[${feed}_BEGIN`, `[${feed}_END]`];
  let made = '';
  let from = 0;
  for (;;) {
    const at = html.indexOf(begin, from);
    const inside = at === -1 ? -1 : html.indexOf(']', at);
    const until = inside === -1 ? -1 : html.indexOf(end, inside);
    if (until === -1) return made + html.slice(from);
    made += html.slice(from, at) + html.slice(inside + 1, until).repeat(ENTRIES);
    from = until + end.length;
  }
}
