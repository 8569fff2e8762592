// Languages of the UI: English stands in the code, others in the catalogue of each room.
import { i18n, type Messages } from '@lingui/core';

export const LANGUAGES = ['en', 'de'] as const;
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

/** The first of the browser's languages that the UI speaks. */
export function preferredLanguage(): Language {
  const asked = navigator.languages.map((tag) => tag.slice(0, 2));
  const known = asked.find((tag) => LANGUAGES.some((language) => language === tag));
  return known === 'de' ? 'de' : 'en';
}
