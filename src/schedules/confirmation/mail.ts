// The confirmation mail of a double opt-in: in the list's language and colors, as HTML and as text.
// Contains nothing entered in a form: somebody who enters a stranger's address must not be able to
// write to them.
import { html } from '../../http/html.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { PAGE_LIMITS, type PageLanguage, pageOrigin, pageSettingsOf, pageTitleOf } from '../../lists/pages/settings.ts';
import { themeOf } from '../../lists/pages/theme.ts';
import type { List } from '../../storage/tables.ts';

type MailTexts = {
  subject(list: string): string;
  heading(list: string): string;
  text(list: string): string;
  button: string;
  orCopy: string;
  notYou: string;
};

const TEXTS: Readonly<Record<PageLanguage, MailTexts>> = {
  en: {
    subject: (list) => `Please confirm your subscription to ${list}`,
    heading: (list) => `Confirm your subscription to ${list}`,
    text: (list) => `Someone, probably you, asked to add this address to the list ${list}. Please confirm:`,
    button: 'Confirm my subscription',
    orCopy: 'If the button does not work, open this address:',
    notYou:
      'If it was not you, just ignore this email: without your confirmation, you will get no emails from this list.',
  },
  de: {
    subject: (list) => `Bitte bestätigen Sie Ihre Anmeldung zu ${list}`,
    heading: (list) => `Anmeldung zu ${list} bestätigen`,
    text: (list) =>
      `Jemand, wahrscheinlich Sie, möchte diese Adresse auf die Liste ${list} setzen. Bitte bestätigen Sie das:`,
    button: 'Anmeldung bestätigen',
    orCopy: 'Wenn der Knopf nicht geht, öffnen Sie diese Adresse:',
    notYou: 'Wenn Sie es nicht waren, tun Sie nichts: Ohne Ihre Bestätigung kommt von dieser Liste keine Post.',
  },
};

/**
 * Subject and content of the mail.
 * @param link the signed address of the confirmation page
 */
export function confirmationMail(
  list: Pick<List, 'pages' | 'display_name' | 'name'>,
  language: PageLanguage,
  link: string,
): { subject: string; html: string; plainText: string } {
  const texts = TEXTS[language];
  const { colors, logoUrl } = pageSettingsOf(list);
  const theme = themeOf(colors);
  const title = oneLine(pageTitleOf(list), PAGE_LIMITS.title);
  const logo =
    pageOrigin(logoUrl) !== undefined &&
    html`<p style="margin:0 0 24px"><img src="${logoUrl}" alt="${title}" style="max-width:100%;max-height:80px"></p>`;
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${texts.subject(title)}</title></head>
<body style="margin:0;padding:24px;background:${theme.background};color:${theme.text};font:16px/1.5 sans-serif"><div style="max-width:560px;margin:0 auto">
${logo}<h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${texts.heading(title)}</h1>
<p>${texts.text(title)}</p>
<p style="margin:24px 0"><a href="${link}" style="background:${theme.accent};color:${theme.onAccent};padding:12px 24px;border-radius:8px;text-decoration:none;font-weight:bold;display:inline-block">${texts.button}</a></p>
<p style="color:${theme.quiet};font-size:14px">${texts.orCopy}<br><a href="${link}" style="color:${theme.link}">${link}</a></p>
<p style="color:${theme.quiet};font-size:14px">${texts.notYou}</p>
</div></body></html>
`;
  const plainText = [texts.text(title), link, texts.notYou].join('\n\n');
  return { subject: texts.subject(title), html: String(page), plainText: `${plainText}\n` };
}
