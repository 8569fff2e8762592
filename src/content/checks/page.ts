// What is looked at in the page itself, as plain data that can go to a thread. Pure; linear in the
// length of the page.
import type { ToldWarning } from '../../campaigns/warnings/warning.ts';
import { linksIn } from '../../mail/html/hidden-html.ts';
import { trackable } from '../../mail/html/html.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { Sample } from '../people/sample.ts';
import type { Preview } from '../preview.ts';
import type { CheckResult } from './check.ts';
import { emptyFieldsCheck } from './empty-fields.ts';
import { writtenChecks } from './written.ts';

/** `own`: the address of this server, whose pages are not asked. */
export type PageJob = {
  campaign: Campaign;
  preview: Preview;
  warnings: readonly ToldWarning[];
  samples: readonly Sample[];
  own: string;
};

/** `links`: how many lead to other places, and the first of them. */
export type PageResult = { checks: CheckResult[]; links: { count: number; first: string[] } };

/** As many links of one mail are asked. */
export const MOST_LINKS = 20;

/** What is written, empty fields, and the links to be asked. */
export function lookAtPage({ campaign, preview, warnings, samples, own }: PageJob): PageResult {
  const all = [...new Set(linksIn(preview.html).flatMap((href) => trackable(href) ?? addressBegun(href) ?? []))];
  const links = all.filter((url) => !url.startsWith(own));
  return {
    checks: [...writtenChecks(campaign, preview, warnings), emptyFieldsCheck(campaign, samples)],
    links: { count: links.length, first: links.slice(0, MOST_LINKS) },
  };
}

/** What a new button leads to: nobody has written the rest. */
const addressBegun = (href: string) => (/^\s*https?:\/\/\s*$/i.test(href) ? href.trim() : undefined);
