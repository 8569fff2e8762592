// Warns about subjects that begin with a tag: where a subscriber has no value, the subject begins
// with what follows the tag.
import { type Piece, parseTags } from '../../mail/merge/merge.ts';
import { FIXED_TAGS } from '../merge/tags.ts';
import type { Check } from './warning.ts';

/** How much of a subject a warning quotes. */
const SHOWN = 30;

/**
 * One warning for each tag of a field without default at the beginning of a subject or of one of
 * its alternatives.
 */
export const subjectWarnings: Check = ({ subject }, isKnownTag) =>
  [...new Set(bareTags(parseTags(subject.trimStart(), isKnownTag)))].map((message) => ({ member: 'subject', message }));

function bareTags([first, second]: readonly Piece[]): string[] {
  if (first === undefined || typeof first === 'string') return [];
  if (first.kind === 'choice') return first.alternatives.flatMap(bareTags);
  const { tag, filters } = first;
  if (FIXED_TAGS.has(tag) || filters.some(({ name }) => name === 'defaultvalue')) return [];
  const rest = typeof second === 'string' ? second.slice(0, SHOWN).toWellFormed() : '';
  const begins = rest.trim() === '' ? 'there is nothing in its place' : `it begins with ${JSON.stringify(rest)}`;
  const chain = filters.map(({ name, argument }) => (argument === undefined ? name : `${name}(${argument})`));
  const better = `[${tag}:filter:${[...chain, 'defaultvalue(Friend)'].join('|')}]`;
  return [
    `The subject begins with [${tag}], which has no default: for people without a value ${begins}. Write ${better}.`,
  ];
}
