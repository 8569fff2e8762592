// The subject of a campaign in its parts: words, and the merge tags in them. Pure.

/** A tag with its default, if its filters have one; or words as they are written. */
export type SubjectPart = { text: string } | { tag: string; fallback: string; written: string };

const CONDITION = /\[(?:IF:[^\]]*|ENDIF)\]/g;
const TAG = /\[([A-Z][A-Z0-9_]*)(?::filter:([^\]]*))?\]/g;
const RANDOM = /\[RANDOM_CONTENT:((?:[^[\]]|\[[^[\]]*\])*)\]/g;

/**
 * Cuts a subject. What depends on conditions or on chance stands with a stroke between: one of it is
 * in each mail.
 */
export function subjectParts(subject: string): SubjectPart[] {
  const words = subject
    .replace(RANDOM, (_, alternatives: string) => alternatives.replaceAll('|', ' / '))
    .replaceAll('[ELSE]', ' / ')
    .replace(CONDITION, '');
  const parts: SubjectPart[] = [];
  let from = 0;
  for (const { 0: written, 1: tag = '', 2: filters = '', index } of words.matchAll(TAG)) {
    if (index > from) parts.push({ text: words.slice(from, index) });
    parts.push({ tag, fallback: /(?:^|\|)defaultvalue\(([^)]*)\)/.exec(filters)?.[1] ?? '', written });
    from = index + written.length;
  }
  if (from < words.length) parts.push({ text: words.slice(from) });
  return parts;
}
