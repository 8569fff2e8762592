// Languages of the UI: English stands in the code, others in the catalogue of each room.
import { i18n, type Messages } from '@lingui/core';

const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const CATALOGUES = import.meta.glob<{ messages: Messages }>(['./texts/*.po', './*/texts/*.po']);

/** Loads a language and speaks it from now on. */
export async function speak(language: Language): Promise<void> {
  const paths = Object.keys(CATALOGUES).filter((path) => path.endsWith(`/${language}.po`));
  const loaded = await Promise.all(paths.map((path) => CATALOGUES[path]?.()));
  i18n.load(language, Object.assign({}, ...loaded.map((catalogue) => catalogue?.messages)));
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Whether a text has letters that are written from right to left. */
const HAS_RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Keeps a name that is written from right to left to itself in each sentence that is said from now
 * on: figures and marks after it stay after it.
 */
export function keepNamesApart(): void {
  const say = i18n.t as (said: string | Said, values?: Values, options?: object) => string;
  const sayApart: typeof say = (said, values, options) =>
    typeof said === 'string' ? say(said, apart(values), options) : say({ ...said, values: apart(said.values) });
  Object.assign(i18n, { _: sayApart, t: sayApart });
}

type Values = Record<string, unknown> | undefined;
type Said = { id: string; values?: Values };

const apart = (values: Values): Values =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && HAS_RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );

/** The first of the browser's languages that the UI speaks. */
export function preferredLanguage(): Language {
  const asked = navigator.languages.map((tag) => tag.slice(0, 2));
  const known = asked.find((tag) => LANGUAGES.some((language) => language === tag));
  return known === 'de' ? 'de' : 'en';
}
