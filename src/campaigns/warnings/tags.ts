// Warns about texts that look like merge tags and will be sent as written.

import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { rangeFinder } from '../../kernel/text/range-finder.ts';
import { CHECKED_LENGTH } from '../../mail/html/html-warnings.ts';
import { DRAW, scanChoices, scanConditions } from '../../mail/merge/choices.ts';
import { ALONE, COMPARED, MARKS, testOf } from '../../mail/merge/conditions.ts';
import { scanTags } from '../../mail/merge/merge.ts';
import { headersOf } from '../attached/rules.ts';
import { type CampaignOptions, parsedOptions, UTM } from '../options.ts';
import type { TagsOfLists } from '../several-lists/known-tags.ts';
import type { Check, WarnedCampaign } from './warning.ts';

/** The most warnings about one member: a page may be full of brackets for other reasons. */
const MOST = 20;

/** One warning for each such text, once a member. */
export const tagWarnings: Check = (campaign, isKnownTag, lackedBy = () => []) => {
  const options = parsedOptions(campaign);
  return membersOf(campaign).flatMap(([member, text]) => {
    const found = new Map<string, Sentence>();
    for (const why of faultsIn(text, { isKnown: isKnownTag, lackedBy }, options)) {
      if (found.set(JSON.stringify(why), why).size === MOST) break;
    }
    return [...found.values()].map((why) => ({ member, why }));
  });
};

function membersOf(campaign: WarnedCampaign): [member: string, text: string][] {
  const { from_name, from_email, to_name, reply_to, subject, content, plain_text } = campaign;
  const headers = Object.entries({ from_name, from_email, to_name, reply_to, subject });
  const own = headersOf(campaign).map(({ name, value }): [string, string] => [`headers.${name}`, value]);
  const options = parsedOptions(campaign);
  const utm = UTM.map((name): [string, string] => [`options.${name}`, options[name] ?? '']);
  return [
    ...headers,
    ...own,
    ...(options.utm_tags === 'yes' ? utm : []),
    ['template.content', withoutCode(content)],
    ['template.plain_text', plain_text ?? ''],
  ];
}

/** Style sheets and scripts have brackets of their own. */
function withoutCode(html: string): string {
  return html.replace(/<(style|script)\b[\s\S]*?(?:<\/\1|$)/gi, '');
}

/** Two letters at least: [A] and [X] are footnotes and boxes to tick. */
const LIKE_A_TAG = /\[([A-Z][A-Z0-9_]{1,63})([\]:\s])/g;

function* faultsIn(whole: string, known: TagsOfLists, options: CampaignOptions): Generator<Sentence, void> {
  const text = whole.slice(0, CHECKED_LENGTH);
  const isWhole = text === whole;
  const end = isWhole ? text.length : text.lastIndexOf(']'); // what begins after it may end beyond what is looked at
  const isKnown = (tag: string) => known.isKnown(tag) || known.lackedBy(tag).length > 0;
  const isRead = placesRead(text, isKnown, options);
  for (const { 0: head, 1: tag = '', 2: after, index } of text.matchAll(LIKE_A_TAG)) {
    if (index > end) return;
    const asked = tag === 'IF' ? (CONDITION.exec(text.slice(index, index + 80))?.[1] ?? '') : tag;
    const lacking = known.lackedBy(asked);
    if (lacking.length > 0) yield lacked(writtenAt(text, index), asked, lacking);
    if (isRead(index)) continue;
    if (['IF', 'ELSE', 'ENDIF'].includes(tag) && isWhole) {
      yield conditionFault(text, index, isKnown);
      continue;
    }
    const hasFilters = after === ':' && (isKnown(tag) || text.startsWith('filter:', index + head.length));
    const option = feedOption(tag);
    if (tag === DRAW && isWhole) yield say('merge-alternatives', { written: writtenAt(text, index) });
    else if (option !== undefined && options[option] !== 'yes') yield say('merge-feed-off', { tag, option });
    else if (hasFilters) yield say('merge-filters', { written: writtenAt(text, index) });
    else if (option === undefined && after === ']' && tag !== 'FILES_URL') yield say('merge-unknown', { tag });
  }
  yield* smallLetters(text, isKnown);
}

/**
 * Tells whether what begins at a place of the text, asked in order, is read as a tag, a condition,
 * alternatives or a part of one.
 */
function placesRead(
  text: string,
  isKnown: (tag: string) => boolean,
  options: CampaignOptions,
): (index: number) => boolean {
  const tags = scanTags(text, isKnown);
  const choices = scanChoices(text, tags);
  const conditions = scanConditions(text, tags, { choices, isKnown });
  const ofFeeds = scanTags(text, (tag) => {
    const option = feedOption(tag);
    return option !== undefined && options[option] === 'yes';
  });
  const starts = new Set([...choices, ...conditions, ...ofFeeds].map(({ start }) => start));
  const tagAt = rangeFinder(tags);
  return (index) => tagAt(index) !== undefined || starts.has(index);
}

const WITH_SMALL = /\[([A-Za-z][A-Za-z0-9_]{1,63})[\]:]/g;

/**
 * Tags are written in capitals: `[fname]` looks like one to its author, and is sent as it stands.
 */
function* smallLetters(text: string, isKnown: (tag: string) => boolean): Generator<Sentence, void> {
  for (const { 0: head, 1: written = '' } of text.matchAll(WITH_SMALL)) {
    const tag = written.toUpperCase();
    if (written === tag) continue;
    if (isKnown(tag) || /^\[if:/i.test(head)) yield say('merge-small', { written, tag });
  }
}

const CONDITION = /^\[IF:([A-Z][A-Z0-9_]{0,63}):/;
/** How many lists a warning names. */
const NAMED = 3;

/** A tag that some of the lists have: what their people get, and what those of the others. */
function lacked(written: string, tag: string, names: readonly string[]): Sentence {
  const quoted = names.slice(0, NAMED).map((name) => `"${name}"`);
  const lists = [...quoted, ...(names.length > NAMED ? ['…'] : [])].join(', ');
  const values = { written, tag, lists };
  if (written.startsWith('[IF:'))
    return names.length === 1 ? say('merge-if-lacked', values) : say('merge-if-lacked-by-many', values);
  return names.length === 1 ? say('merge-lacked', values) : say('merge-lacked-by-many', values);
}

/** What is wrong with a mark of a condition. */
function conditionFault(text: string, start: number, isKnown: (tag: string) => boolean): Sentence {
  const written = writtenAt(text, start);
  const [mark, tag, comparison = '', value] = new RegExp(MARKS.source, 'y').exec(text.slice(start, start + 1200)) ?? [];
  if (tag !== undefined && !isKnown(tag)) return say('merge-if-tag', { written, tag });
  if (mark === undefined) return say('merge-if-form', { written });
  if (tag === undefined) return say('merge-if-alone', { written });
  if (testOf(tag, comparison, value)) return say('merge-if-end', { written });
  if ((ALONE as readonly string[]).includes(comparison)) return say('merge-if-value', { written, comparison });
  if ((COMPARED as readonly string[]).includes(comparison))
    return say('merge-if-nothing', { written, tag, comparison });
  return say('merge-if-comparison', { written, comparison, known: [...COMPARED, ...ALONE].join(', ') });
}

/** The option that makes a feed's tag one; undefined: not a feed tag. */
function feedOption(tag: string): 'xml_feed' | 'json_feed' | undefined {
  if (tag.startsWith('XML_FEED_')) return 'xml_feed';
  return tag.startsWith('JSON_FEED_') ? 'json_feed' : undefined;
}

/** The text up to its closing bracket, or as much of it as can be shown. */
function writtenAt(text: string, start: number): string {
  const written = text.slice(start, start + 120);
  const end = written.indexOf(']');
  return (end === -1 ? `${written}…` : written.slice(0, end + 1)).replace(/\s+/g, ' ').toWellFormed();
}
