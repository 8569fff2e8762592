// The look and texts of a list's public pages, as stored in `list.pages`. Pure.
import type { List } from '../../storage/tables.ts';

export const PAGE_LANGUAGES = ['en', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The language of what is made for a customer of this locale: its own, else English. */
export function languageOfLocale(locale: string): PageLanguage {
  const wished = locale.toLowerCase().split(/[-_]/)[0];
  return PAGE_LANGUAGES.find((language) => language === wished) ?? 'en';
}

/**
 * The language of what is mailed to people of a list: that of its pages; where each visitor has
 * their own, that of a locale, which is the customer's when nothing is known of the person.
 */
export function languageOfMails(list: Pick<List, 'pages'>, locale: string): PageLanguage {
  const { language } = pageSettingsOf(list);
  return language === 'auto' ? languageOfLocale(locale) : language;
}

/** Each as `#rrggbb`; `""`: the default. */
export type PageColors = { background: string; text: string; accent: string };

export type PageSettings = {
  /** The heading of every page; `""`: the list's display name. */
  title: string;
  /** Plain text above the subscribe form; `""`: none. */
  intro: string;
  colors: PageColors;
  /** `""`: none. */
  logoUrl: string;
  /** `auto`: the language that the visitor's browser asks for. */
  language: PageLanguage | 'auto';
  /** Whether anybody may read the campaigns that were sent to the list. */
  archive: boolean;
  /** Whether the subscribe form asks for a captcha. */
  captcha: boolean;
  /** Where to go after confirming; `""`: to our own page. */
  redirectUrl: string;
};

/** Maximum lengths of the texts, in characters. */
export const PAGE_LIMITS = { title: 100, intro: 1000, url: 2000 } as const;

/** The settings until they are changed. */
export const DEFAULT_PAGES: PageSettings = {
  title: '',
  intro: '',
  colors: { background: '', text: '', accent: '' },
  logoUrl: '',
  language: 'auto',
  archive: false,
  captcha: false,
  redirectUrl: '',
};

/** The settings of a stored list; defaults for what was never set. */
export function pageSettingsOf(list: Pick<List, 'pages'>): PageSettings {
  const stored = JSON.parse(list.pages) as Partial<PageSettings>;
  return { ...DEFAULT_PAGES, ...stored, colors: { ...DEFAULT_PAGES.colors, ...stored.colors } };
}

/** The settings as a column. */
export function pagesColumn(settings: PageSettings): { pages: string } {
  return { pages: JSON.stringify(settings) };
}

/** The heading of the list's pages. */
export function pageTitleOf(list: Pick<List, 'pages' | 'display_name' | 'name'>): string {
  return pageSettingsOf(list).title || list.display_name || list.name;
}

/** A color as `#rrggbb`, from that or `#rgb` in any case; undefined when it is neither. */
export function colorOf(text: string): string | undefined {
  const hex = /^#(?:([0-9a-f]{6})|([0-9a-f])([0-9a-f])([0-9a-f]))$/i.exec(text.trim());
  if (!hex) return undefined;
  const [, six, r, g, b] = hex;
  return `#${six ?? `${r}${r}${g}${g}${b}${b}`}`.toLowerCase();
}

/**
 * The origin of an http or https address, `https://host:port`; undefined when the text is none. It
 * is safe inside a Content-Security-Policy: the URL standard allows `;` and `,` in host names, this
 * does not.
 */
export function pageOrigin(text: string): string | undefined {
  const url = text.length <= PAGE_LIMITS.url ? URL.parse(text) : null;
  if (url === null || `${url.username}${url.password}` !== '') return undefined;
  return /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(url.origin) ? url.origin : undefined;
}
