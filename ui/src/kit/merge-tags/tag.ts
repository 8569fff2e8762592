// Merge tags as texts have them: where they stand, what they fall back to. Pure.

/** A word that may be inserted, with what it means. */
export type Completion = { label: string; detail: string };

/** Merge tags, with their filters. What other tags may stand in is one only where none does. */
export const TAG = /\[(?:(?:IF|RANDOM_CONTENT):[^[\]\r\n]*|(?!IF:|RANDOM_CONTENT:)[A-Z][A-Z0-9_]*(?::[^\]]*)?)\]/;
const TAGS = new RegExp(TAG.source, 'g');
const VALUE = /^\[([A-Z][A-Z0-9_]*)(?::filter:([^\]]*))?\]$/;
const FALLBACK = /(?:^|\|)defaultvalue\(([^)]*)\)/;

/** A text in words and merge tags. */
export function pieces(text: string): { text: string; isTag: boolean }[] {
  const found: { text: string; isTag: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(TAGS)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), isTag: false });
    found.push({ text: match[0], isTag: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), isTag: false });
  return found;
}

/**
 * The name and the fallback of a tag that stands for a value; undefined for others, such as
 * conditions. `fallback`: '' where it has none.
 */
export function readValue(written: string): { name: string; fallback: string } | undefined {
  const [, name, filters = ''] = VALUE.exec(written) ?? [];
  return name === undefined ? undefined : { name, fallback: FALLBACK.exec(filters)?.[1] ?? '' };
}

/** What everybody has, and addresses of pages. */
const ALWAYS = /^(?:EMAIL|ELSE|ENDIF)$|_(?:URL|LINK)$|^(?:COMPANY|LIST|CAMPAIGN|CURRENT|DS|SIGN|DATE)(?:_|$)/;

/** Whether a tag may be empty for some people, so that a fallback makes sense. */
export function mayBeEmpty(written: string): boolean {
  const value = readValue(written);
  return value !== undefined && !ALWAYS.test(value.name);
}

/** The tag with a fallback, '' takes it away; other filters stay. What would end the tag is left out. */
export function withFallback(written: string, fallback: string): string {
  const [, name = '', filters = ''] = VALUE.exec(written) ?? [];
  const text = fallback.replaceAll(/[()[\]|\r\n]/g, '').slice(0, 100);
  const others = filters.split('|').filter((filter) => filter !== '' && !filter.startsWith('defaultvalue'));
  const all = text === '' ? others : [...others, `defaultvalue(${text})`];
  return all.length === 0 ? `[${name}]` : `[${name}:filter:${all.join('|')}]`;
}
