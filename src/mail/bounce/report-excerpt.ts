// The part of a bounce's text to classify: the readable part without the quoted original, and the
// line in it that gives the reason.
import { parseHtml } from '../html/tags.ts';
import { type Mail, partText } from './report-parts.ts';
import { codesIn, findRule } from './rules.ts';

const TEXT_MAX = 64 * 1024;
const LINES_MAX = 200;

/** Data: lines with which mail servers begin the original message. */
const ORIGINAL_BEGINS: readonly RegExp[] = [
  /^-{2,}.{0,30}(?:below this line|copy of|original message|returned message|unsent message|undelivered message|message header|header of the|headers? follow|message follows|body of|transcript of session follows: message)/i,
  /^-{5,} ?(?:forwarded|included|rejected|bounced|failed) message/i,
  /^(?:the )?original message (?:follows|headers?|text)/i,
  /^(?:below this line|a copy of (?:the|your) (?:original )?message|your original message|message header follows|the following is a copy|returned message follows|the header(?:s)? of (?:the|your))/i,
  /^-{2,}.{0,10}(?:ursprüngliche|originalnachricht|message d.origine|message original|mensaje original|messaggio originale)/i,
  /^(?:ursprüngliche (?:nachricht|nachrichtenkopf)|originalnachricht|en-têtes? (?:de|du) message d.origine|message d.origine|encabezados (?:de|del) mensaje|mensaje original)/i,
  /^(?:return-path|received|dkim-signature|delivered-to|arc-seal): /i,
];

/**
 * All readable text of a mail: its plain parts, or its HTML when there are none. At most 64 k
 * characters.
 */
export function readableText(mail: Mail): string {
  const plain = mail.parts.filter(({ type }) => type === 'text/plain').slice(0, 20);
  const said = plain.map(partText).join('\n\n').slice(0, TEXT_MAX);
  if (said.trim() !== '') return said;
  const html = mail.parts.find(({ type }) => type === 'text/html');
  return html ? textOfHtml(partText(html).slice(0, 4 * TEXT_MAX)).slice(0, TEXT_MAX) : '';
}

/** The text before the quoted original message. */
export function beforeOriginal(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex(
    (line, at) => at > 0 && ORIGINAL_BEGINS.some((begins) => begins.test(line.slice(0, 200))),
  );
  return end === -1 ? text : lines.slice(0, end).join('\n');
}

/**
 * The sentence that gives the reason: the first with a reply code or an enhanced code, with the
 * lines that continue it; otherwise the first that a rule knows. Empty when there is neither.
 */
export function sentenceOf(text: string): string {
  const lines = text.split('\n', LINES_MAX).map((line) => line.trim().slice(0, 1000));
  const coded = lines.findIndex((line) => hasCode(line) && !isSent(line));
  if (coded !== -1) return continued(lines, coded);
  return lines.find((line) => line.length > 5 && findRule({ text: line })) ?? '';
}

/**
 * The line below the recipient's address: a reason in words that no rule knows, as Exim writes it
 * of a local delivery. Empty when there is none.
 */
export function reasonBelow(text: string, addresses: readonly (string | undefined)[]): string {
  const lines = text.split('\n', LINES_MAX).map((line) => line.trim().slice(0, 1000));
  const at = lines.findIndex((line) => addresses.includes(line));
  return at === -1 ? '' : (lines[at + 1] ?? '');
}

function hasCode(line: string): boolean {
  const { code, enhanced } = codesIn(line);
  return enhanced !== undefined || (code !== undefined && /[45]\d\d[ -]/.test(line));
}

/**
 * Whether a line of a transcript is our own command, or has a year that looks like a code (550).
 */
function isSent(line: string): boolean {
  return /^.{0,40}(?:>>>|-->)|^(?:sent|subject|date):/i.test(line);
}

/** The line and its continuation, up to an empty line or the next address. */
function continued(lines: readonly string[], at: number): string {
  const sentence: string[] = [];
  for (const line of lines.slice(at, at + 8)) {
    if (
      line === '' ||
      (sentence.length > 0 && (/^<?\S{1,80}@\S{1,80}$/.test(line) || /^.{0,40}(?:<<<|>>>|<--|-->)/.test(line)))
    )
      break;
    sentence.push(line);
  }
  return sentence
    .join(' ')
    .replace(/^.{0,40}(?:<<<|<--)\s*/, '')
    .replace(/^\(reason: (.*)\)$/, '$1');
}

const UNREAD = new Set(['style', 'script', 'title']);

/** The text of HTML, one line for each block. */
function textOfHtml(html: string): string {
  let text = '';
  let unread: string | undefined;
  parseHtml(html, {
    onOpen({ name }) {
      if (unread !== undefined) return;
      if (UNREAD.has(name)) unread = name;
      else if (/^(?:p|div|br|tr|li|h\d|pre|hr|table|td)$/.test(name)) text += '\n';
    },
    onText(data) {
      if (unread === undefined) text += data;
    },
    onClose(name) {
      if (unread === name) unread = undefined;
      else if (unread === undefined && /^(?:p|div|tr|h\d|pre)$/.test(name)) text += '\n';
    },
  });
  return text.replace(/[ \t\u00a0]+/g, ' ').replace(/\n /g, '\n');
}
