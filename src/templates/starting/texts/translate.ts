// The starting templates are written in English; their texts in other languages are looked up by
// the English ones, so that there is one layout.
import type { PageLanguage } from '../../../lists/pages/settings.ts';
import { GERMAN } from './de.ts';

const TEXTS: Readonly<Partial<Record<PageLanguage, Readonly<Record<string, string>>>>> = { de: GERMAN };

/** Shorter texts, such as “Read on”, could be anybody's own, and so could those with merge tags. */
const SAMPLE_CHARACTERS = 35;

/** What the starting templates say as an example, in each language: nobody sends it as it is. */
export const SAMPLE_TEXTS: readonly string[] = Object.keys(GERMAN)
  .filter((text) => text.length >= SAMPLE_CHARACTERS && !text.includes('['))
  .flatMap((text) => [text, ...Object.values(TEXTS).flatMap((texts) => texts[text] ?? [])])
  .map((text) => text.replaceAll('&nbsp;', ' '));

/** What stands between texts: tags, styles, and the blank that fills the preview in an inbox. */
const BETWEEN = /(<style>[\s\S]*?<\/style>|<[^>]*>|&#8199;)/;

/** A text; one that has no translation stays. */
export function translated(text: string, language: PageLanguage): string {
  return TEXTS[language]?.[text] ?? text;
}

/** A page, or a piece of one: its texts, those for pictures, and the language that it names. */
export function translatedHtml(html: string, language: PageLanguage): string {
  const pieces = html.split(BETWEEN);
  return pieces.map((piece, i) => (i % 2 === 0 ? ofText(piece, language) : ofTag(piece, language))).join('');
}

/** The texts of a template as blocks, wherever they stand in it. */
export function translatedBlocks(document: object, language: PageLanguage): object {
  const texts = JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'string' ? translatedHtml(value, language) : value,
  );
  return { ...(JSON.parse(texts) as object), language };
}

function ofText(piece: string, language: PageLanguage): string {
  const text = piece.trim();
  return text === '' ? piece : piece.replace(text, () => translated(text, language));
}

function ofTag(tag: string, language: PageLanguage): string {
  return tag
    .replace(/^<html lang="en"/, `<html lang="${language}"`)
    .replace(/ alt="([^"]*)"/, (_, alt: string) => ` alt="${translated(alt, language)}"`);
}
