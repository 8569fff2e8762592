// The languages of the public pages. To add one: a file beside en.ts, a line here and in
// lists/pages/settings.ts.
import { PAGE_LANGUAGES, type PageLanguage, type PageSettings } from '../../lists/pages/settings.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';

const TEXTS: Readonly<Record<PageLanguage, Texts>> = { en, de };

/**
 * The texts for a visitor: in the list's language, else in the first available one that the browser
 * prefers.
 * @param accepted the header Accept-Language (RFC 9110, section 12.5.4)
 */
export function textsFor(setting: PageSettings['language'], accepted: string | undefined): Texts {
  return TEXTS[setting === 'auto' ? acceptedLanguage(accepted) : setting];
}

/** The available language that the header prefers; English when it names none. */
export function acceptedLanguage(accepted = ''): PageLanguage {
  const ranges = accepted
    .slice(0, 500)
    .split(',')
    .map((one) => {
      const [range = '', ...parameters] = one.toLowerCase().split(';');
      const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((text) => text !== undefined);
      return { language: range.trim().split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of ranges) {
    const found = PAGE_LANGUAGES.find((one) => one === language);
    if (found) return found;
  }
  return 'en';
}
