// The legal minimum of a mail: an unsubscribe link and a postal address. Content that lacks one of
// them gets a footer with both (wire contract, section 6), so that API clients need not add it.
import { sha256 } from '../kernel/ids.ts';
import { newRecent } from '../kernel/recent.ts';
import type { PageLanguage } from '../lists/pages/settings.ts';
import { endOfBody } from '../mail/html/html.ts';
import { unclosedStart } from '../mail/html/tags.ts';
import { type Piece, parseTags } from '../mail/merge/merge.ts';

const WAY_OUT = /\[(?:DIRECT_)?UNSUBSCRIBE_(?:URL|LINK)[\]:]/;
const POSTAL_ADDRESS = /\[COMPANY_FULL_ADDRESS[\]:]/;

/** What an unsubscribe link says where its author wrote no text for it. */
export const UNSUBSCRIBE_WORDS: Readonly<Record<PageLanguage, string>> = { en: 'Unsubscribe', de: 'Abmelden' };

const htmlFooter = (word: string) =>
  '<div style="margin:24px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font:12px/1.5 Arial,Helvetica,sans-serif;color:#6b7280;text-align:center">' +
  `[COMPANY_FULL_ADDRESS]<br><a href="[UNSUBSCRIBE_URL]" style="color:#6b7280">${word}</a></div>`;
const textFooter = (word: string) => `\n\n-- \n[COMPANY_FULL_ADDRESS]\n${word}: [UNSUBSCRIBE_URL]\n`;

/**
 * HTML and the author's own plain text (null when it is made from the HTML), each with the footer
 * when something is missing.
 * @param language of the footer
 */
export function withFooter(
  html: string,
  text: string | null,
  language: PageLanguage,
): { html: string; text: string | null } {
  const place = placeOfFooter(html);
  const word = UNSUBSCRIBE_WORDS[language];
  return {
    html: place === null ? html : html.slice(0, place) + htmlFooter(word) + html.slice(place),
    text: isTextLacking(text) ? text + textFooter(word) : text,
  };
}

/** Whether anything is missing in the HTML, or in the author's own plain text. */
export function needsFooter(html: string, text: string | null): boolean {
  return placeOfFooter(html) !== null || isTextLacking(text);
}

const isTextLacking = (text: string | null): text is string => text !== null && text.trim() !== '' && !isComplete(text);

/** By the hash of the page: a long one takes 100 ms to look through, and it is asked for often. */
const places = newRecent<string, number | null>(1_000);

/** Where the footer goes; null: the page needs none. */
function placeOfFooter(html: string): number | null {
  const key = sha256(html);
  const known = places.get(key);
  if (known !== undefined) return known;
  // What is not closed is not shown.
  const isDone = isComplete(html) && isComplete(html.slice(0, unclosedStart(html)));
  const place = isDone ? null : endOfBody(html);
  places.set(key, place);
  return place;
}

function isComplete(content: string): boolean {
  if (!WAY_OUT.test(content) || !POSTAL_ADDRESS.test(content)) return false;
  if (!/\[(?:IF|RANDOM_CONTENT):/.test(content)) return true;
  const pieces = parseTags(content, () => true);
  return [WAY_OUT, POSTAL_ADDRESS].every((tag) => isForAll(pieces, tag));
}

/**
 * Whether every recipient gets such a tag: where the text differs by recipient, each alternative
 * must have it.
 */
function isForAll(pieces: readonly Piece[], tag: RegExp): boolean {
  return pieces.some((piece) => {
    if (typeof piece === 'string') return false;
    if (piece.kind === 'tag') return tag.test(`[${piece.tag}]`);
    const { alternatives, test } = piece;
    const hasOther = test === undefined || alternatives.length > 1; // else a condition leaves nothing
    return hasOther && alternatives.every((one) => isForAll(one, tag));
  });
}
