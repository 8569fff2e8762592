// Warns about texts that look like merge tags and will be sent as written.

import { CHECKED_LENGTH } from '../../mail/html/html-warnings.ts';
import { DRAW, scanChoices, scanConditions } from '../../mail/merge/choices.ts';
import { ALONE, COMPARED, MARKS, testOf } from '../../mail/merge/conditions.ts';
import { scanTags } from '../../mail/merge/merge.ts';
import { headersOf } from '../attached/rules.ts';
import { type CampaignOptions, parsedOptions } from '../options.ts';
import type { TagsOfLists } from '../several-lists/known-tags.ts';
import type { Check, WarnedCampaign } from './warning.ts';

/** The most warnings about one member: a page may be full of brackets for other reasons. */
const MOST = 20;

/** One warning for each such text, once a member. */
export const tagWarnings: Check = (campaign, isKnownTag, lackedBy = () => []) => {
  const options = parsedOptions(campaign);
  return membersOf(campaign).flatMap(([member, text]) => {
    const messages = new Set<string>();
    for (const message of faultsIn(text, { isKnown: isKnownTag, lackedBy }, options)) {
      if (messages.add(message).size === MOST) break;
    }
    return [...messages].map((message) => ({ member, message }));
  });
};

function membersOf(campaign: WarnedCampaign): [member: string, text: string][] {
  const { from_name, from_email, to_name, reply_to, subject, content, plain_text } = campaign;
  const headers = Object.entries({ from_name, from_email, to_name, reply_to, subject });
  const own = headersOf(campaign).map(({ name, value }): [string, string] => [`headers.${name}`, value]);
  return [...headers, ...own, ['template.content', withoutCode(content)], ['template.plain_text', plain_text ?? '']];
}

/** Style sheets and scripts have brackets of their own. */
function withoutCode(html: string): string {
  return html.replace(/<(style|script)\b[\s\S]*?(?:<\/\1|$)/gi, '');
}

/** Two letters at least: [A] and [X] are footnotes and boxes to tick. */
const LIKE_A_TAG = /\[([A-Z][A-Z0-9_]{1,63})([\]:\s])/g;

function* faultsIn(
  whole: string,
  { isKnown: isKnownToAll, lackedBy }: TagsOfLists,
  options: CampaignOptions,
): Generator<string, void> {
  const isKnown = (tag: string) => isKnownToAll(tag) || lackedBy(tag).length > 0;
  const text = whole.slice(0, CHECKED_LENGTH);
  const isWhole = text === whole;
  const end = isWhole ? text.length : text.lastIndexOf(']'); // what begins behind it may end behind what is looked at
  const tags = scanTags(text, isKnown);
  const choices = scanChoices(text, tags);
  const marks = [...choices, ...scanConditions(text, tags, { choices, isKnown })];
  const known = new Set(marks.map(({ start }) => start));
  let next = 0;
  for (const { 0: head, 1: tag = '', 2: after, index } of text.matchAll(LIKE_A_TAG)) {
    if (index > end) return;
    const asked = tag === 'IF' ? (CONDITION.exec(text.slice(index, index + 80))?.[1] ?? '') : tag;
    const lacking = lackedBy(asked);
    if (lacking.length > 0) yield lackText(writtenAt(text, index), asked, lacking);
    while ((tags[next]?.end ?? text.length) <= index) next += 1;
    if ((tags[next]?.start ?? text.length) <= index || known.has(index)) continue;
    if (['IF', 'ELSE', 'ENDIF'].includes(tag) && isWhole) {
      yield `${writtenAt(text, index)} ${conditionFault(text, index, isKnown)}: it is sent as written.`;
      continue;
    }
    const hasFilters = after === ':' && (isKnown(tag) || text.startsWith('filter:', index + head.length));
    const why =
      feedFault(tag, options) ?? (after === ']' && tag !== 'FILES_URL' ? 'is no merge tag of this campaign' : '');
    if (tag === DRAW && isWhole)
      yield `${writtenAt(text, index)} has no alternatives, a bracket that is not closed, or too many others around it: it is sent as written.`;
    else if (hasFilters)
      yield `${writtenAt(text, index)} is no merge tag with filters of those that there are: it is sent as written.`;
    else if (why !== '') yield `[${tag}] ${why}: it is sent as written.`;
  }
}

const CONDITION = /^\[IF:([A-Z][A-Z0-9_]{0,63}):/;
/** How many lists a warning names. */
const NAMED = 3;

/** A tag that some of the lists have: what their people get, and what those of the others. */
function lackText(written: string, tag: string, lists: readonly string[]): string {
  const names = lists.slice(0, NAMED).map((name) => `"${name}"`);
  if (lists.length > NAMED) names.push(`${lists.length - NAMED} more`);
  const [last = '', ...before] = names.reverse();
  const those = before.length > 0 ? `${before.reverse().join(', ')} and ${last}` : last;
  const have = lists.length === 1 ? `the list ${those} has` : `the lists ${those} have`;
  return written.startsWith('[IF:')
    ? `${written}: ${have} no field ${tag}. People there get the condition as written, with all that stands in it; those of the other lists get what is meant for them.`
    : `${written}: ${have} no field ${tag}. People there get the tag as written; those of the other lists get their value.`;
}

/** What is wrong with a mark of a condition. */
function conditionFault(text: string, start: number, isKnown: (tag: string) => boolean): string {
  const [written, tag, comparison, value] = new RegExp(MARKS.source, 'y').exec(text.slice(start, start + 1200)) ?? [];
  if (tag !== undefined && !isKnown(tag)) return `asks for [${tag}], which is no merge tag of this campaign`;
  if (written === undefined) return 'is no condition such as [IF:CITY:is:Berlin]';
  if (tag === undefined) return 'belongs to no [IF:…] before it';
  if (testOf(tag, comparison, value)) return 'has no [ENDIF] of its own after it';
  if ((ALONE as readonly (string | undefined)[]).includes(comparison))
    return `has a value, which ${comparison} cannot have`;
  if ((COMPARED as readonly (string | undefined)[]).includes(comparison))
    return `has nothing to compare with, as [IF:${tag}:${comparison}:Berlin] has`;
  return `compares by ${comparison}, which is none of: ${[...COMPARED, ...ALONE].join(', ')}`;
}

/** What is wrong with a feed tag; empty when nothing is. Undefined: not a feed tag. */
function feedFault(tag: string, options: CampaignOptions): string | undefined {
  const option = tag.startsWith('XML_FEED_') ? 'xml_feed' : tag.startsWith('JSON_FEED_') ? 'json_feed' : undefined;
  if (option === undefined) return undefined;
  return options[option] === 'yes' ? '' : `is not active, because options.${option} is no`;
}

/** The text up to its closing bracket, or as much of it as can be shown. */
function writtenAt(text: string, start: number): string {
  const written = text.slice(start, start + 120);
  const end = written.indexOf(']');
  return (end === -1 ? `${written}…` : written.slice(0, end + 1)).replace(/\s+/g, ' ').toWellFormed();
}
