// The mail about who joined or left a list, in the customer's language.
import { html } from '../../http/html.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { languageOfLocale, type PageLanguage } from '../../lists/pages/settings.ts';
import type { AddressSample } from '../../subscribers/queries-moves.ts';

const MAX_NAME = 100;

type Texts = {
  came(count: number, list: string): string;
  left(count: number, list: string): string;
  more(count: number): string;
};

const en: Texts = {
  came: (count, list) => `${count} new ${count === 1 ? 'subscriber' : 'subscribers'} of ${list}`,
  left: (count, list) => `${count} ${count === 1 ? 'person' : 'people'} left ${list}`,
  more: (count) => `and ${count} more`,
};

const de: Texts = {
  came: (count, list) => `${count} neue ${count === 1 ? 'Anmeldung' : 'Anmeldungen'} bei ${list}`,
  left: (count, list) => `${count} ${count === 1 ? 'Abmeldung' : 'Abmeldungen'} von ${list}`,
  more: (count) => `und ${count} weitere`,
};

const TEXTS: Readonly<Record<PageLanguage, Texts>> = { en, de };

/**
 * @param what whether people joined the list or left it
 * @param moved how many did, and the addresses of some
 * @param locale of the customer, such as `de-CH`
 * @returns text and HTML have an address in each line or item (transactional/erase.ts)
 */
export function noticeMail(
  what: 'came' | 'left',
  listName: string,
  { count, emails }: AddressSample,
  locale: string,
): { subject: string; html: string; plainText: string } {
  const language = languageOfLocale(locale);
  const texts = TEXTS[language];
  const subject = texts[what](count, oneLine(listName, MAX_NAME));
  const more = count > emails.length ? texts.more(count - emails.length) : '';
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${subject}</title></head><body style="font:16px/1.5 sans-serif">
<h1 style="font-size:20px">${subject}</h1><ul>${emails.map((email) => html`<li>${email}</li>`)}</ul><p>${more}</p></body></html>
`;
  return { subject, html: String(page), plainText: [subject, '', ...emails, more, ''].join('\n') };
}
