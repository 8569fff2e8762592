// The links of a mail in the test inbox: where each leads, and whether something answers there.
// Tracked links are followed in the store, so that looking counts no click.
import { askLinks } from '../../content/checks/links.ts';
import { parseToken } from '../../content/links.ts';
import type { Call } from '../../http/route.ts';
import { inEnglish, type Sentence } from '../../kernel/sentences/sentence.ts';
import { linksIn } from '../../mail/html/hidden-html.ts';
import { trackable } from '../../mail/html/html.ts';
import { findDestination } from '../../tracking/destination.ts';

const MOST = 200;

/** Where a link leads and what is known of it: `own` is a page of this server. */
export type MailLink = {
  href: string;
  leads_to: string;
  state: 'answers' | 'fails' | 'own' | 'not-asked' | 'no-page';
  why: string | null;
  sentences: readonly Sentence[];
};

const NO_FAULT = { why: null, sentences: [] };

type Looking = Pick<Call, 'db' | 'clock' | 'baseUrl' | 'secret' | 'fetchAllow'>;

/** The links of a mail's HTML, each address once, in their order; at most 200. */
export async function linksOf(looking: Looking, html: string): Promise<MailLink[]> {
  const hrefs = [...new Set(linksIn(html).map((href) => href.trim()))].slice(0, MOST);
  const targets = await Promise.all(hrefs.map((href) => targetOf(looking, href)));
  const isOwn = (url: string) => url.startsWith(`${looking.baseUrl}/`);
  const outside = [...new Set(targets.filter((url) => url !== undefined && !isOwn(url)))] as string[];
  const asked = await askLinks(outside, { clock: looking.clock, allow: looking.fetchAllow });
  const verdicts = new Map(asked.map(({ url, why }) => [url, why]));
  return hrefs.map((href, index) => {
    const leads_to = targets[index] ?? href;
    if (targets[index] === undefined) return { href, leads_to, state: 'no-page', ...NO_FAULT };
    if (isOwn(leads_to)) return { href, leads_to, state: 'own', ...NO_FAULT };
    const why = verdicts.get(leads_to);
    if (why === undefined) return { href, leads_to, state: 'not-asked', ...NO_FAULT };
    if (why === null) return { href, leads_to, state: 'answers', ...NO_FAULT };
    return { href, leads_to, state: 'fails', why: inEnglish(why), sentences: [why] };
  });
}

/** The web address behind a link; undefined: it leads to none, such as `mailto:`. */
async function targetOf(looking: Looking, href: string): Promise<string | undefined> {
  const own = `${looking.baseUrl}/c/`;
  const token = href.startsWith(own) ? parseToken(looking.secret, 'click', href.slice(own.length)) : undefined;
  if (!token) return trackable(href);
  const { subscriberId, number: linkId, part = 0 } = token;
  return (await findDestination(looking, { subscriberId, linkId, part }))?.address ?? href;
}
