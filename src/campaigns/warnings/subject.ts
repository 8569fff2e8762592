// Warns about subjects that begin with a tag: where a subscriber has no value, the subject begins
// with what follows the tag.
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
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
  [
    ...new Map(bareTags(parseTags(subject.trimStart(), isKnownTag)).map((why) => [JSON.stringify(why), why])).values(),
  ].map((why) => ({ member: 'subject', why }));

function bareTags([first, second]: readonly Piece[]): Sentence[] {
  if (first === undefined || typeof first === 'string') return [];
  if (first.kind === 'choice') return first.alternatives.flatMap(bareTags);
  const { tag, filters } = first;
  if (FIXED_TAGS.has(tag) || filters.some(({ name }) => name === 'defaultvalue')) return [];
  const rest = typeof second === 'string' ? second.slice(0, SHOWN).toWellFormed() : '';
  const chain = filters.map(({ name, argument }) => (argument === undefined ? name : `${name}(${argument})`));
  const better = `[${tag}:filter:${[...chain, 'defaultvalue(Friend)'].join('|')}]`;
  if (rest.trim() === '') return [say('subject-empty', { tag, better })];
  return [say('subject-begins', { tag, rest: JSON.stringify(rest), better })];
}
