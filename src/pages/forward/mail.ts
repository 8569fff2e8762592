// The mail to a friend: who sent it, a note, and a link to the campaign's public version.
// Everything that the sender typed is plain text in it.
import { companyOf, fullAddress } from '../../accounts/company.ts';
import { type Html, html } from '../../http/html.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { PAGE_LIMITS, pageSettingsOf, pageTitleOf } from '../../lists/pages/settings.ts';
import { themeOf } from '../../lists/pages/theme.ts';
import type { Customer, List } from '../../storage/tables.ts';
import type { Texts } from '../texts/en.ts';

/** The content of the mail. `subject`: of the campaign; `url`: its public version. */
export type Recommendation = {
  list: List;
  customer: Customer;
  name: string;
  note: string;
  subject: string;
  url: string;
};

/** Subject and content of the mail, in the language of the page. */
export function forwardMail(
  { forward: texts, language, dir }: Texts,
  { list, customer, name, note, subject, url }: Recommendation,
): { subject: string; html: string; plainText: string } {
  const theme = themeOf(pageSettingsOf(list).colors);
  const title = oneLine(pageTitleOf(list), PAGE_LIMITS.title);
  const lead = texts.mailLead(name, subject);
  const sender = `${title}\n${fullAddress(companyOf(customer, list))}`;
  const said = html`<p style="margin:16px 0 4px">${texts.mailSays(name)}</p>
<blockquote style="margin:0;padding:0 0 0 12px;border-left:3px solid ${theme.accent}">${lines(note)}</blockquote>`;
  const page = html`<!doctype html>
<html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${texts.mailSubject(name)}</title></head>
<body style="margin:0;padding:24px;background:${theme.background};color:${theme.text};font:16px/1.5 sans-serif"><div style="max-width:560px;margin:0 auto">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${title}</h1>
<p>${lead}</p>
${note !== '' && said}
<p style="margin:24px 0"><a href="${url}" style="background:${theme.accent};color:${theme.onAccent};padding:12px 24px;border-radius:8px;text-decoration:none;font-weight:bold;display:inline-block">${texts.mailRead}</a></p>
<p style="color:${theme.quiet};font-size:14px">${texts.mailWhy}</p>
<p style="color:${theme.quiet};font-size:14px">${lines(sender)}</p>
</div></body></html>
`;
  const quoted = note === '' ? [] : [`${texts.mailSays(name)}\n${note.replace(/^/gm, '> ')}`];
  const plainText = [lead, ...quoted, `${texts.mailRead}: ${url}`, texts.mailWhy, `-- \n${sender}`].join('\n\n');
  return { subject: texts.mailSubject(name), html: String(page), plainText: `${plainText}\n` };
}

function lines(text: string): Html[] {
  return text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`);
}
