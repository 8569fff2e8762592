// Makes one recipient's message from a compiled one: header lines, then the static pieces joined
// with encoded values.
//
//   composeMessage(compiled, values): ComposedMessage | CompositionRefusal
//     { kind: 'composed', head, body, from, … }          messageText or compose/sign.ts join it
//     { kind: 'refused', text: string }                  no valid From or To: record as rejected
//   composeHtmlSteps(compiled, values): string           the web version, in steps
//
// A Reply-To that does not render to an address is left out: replies then go to From (RFC 5322,
// section 3.6.2). Lines end with CRLF and are at most 78 characters except for single long words in
// headers; dots are not stuffed.
import { needsSmtpUtf8 } from '../address/addresses.ts';
import { type Lookup, MOST_FILLED, renderPieces, requireFilled } from '../merge/merge.ts';
import { htmlOfSlot, renderHtml, renderText, type SlotValues, textOfSlot } from '../merge/pieces.ts';
import { type CompiledMessage, type MailboxField, mailbox } from './compile.ts';
import { dateText, headerLine, mailboxLine, rawLine } from './headers.ts';
import type { EncodedSlot } from './parts.ts';
import { encodeQuotedPrintable } from './quoted-printable.ts';

/** The values that differ for every recipient. */
export type MessageValues = SlotValues & {
  /** One-click address (RFC 8058); absent = no List-Unsubscribe. */
  unsubscribeUrl?: string;
  /**
   * Address for unsubscribing by mail (RFC 2369, section 3.2); comes second in List-Unsubscribe.
   */
  unsubscribeMailto?: string;
  /** Without angle brackets. */
  messageId: string;
  /** Date header, ms. */
  date: number;
  toAddress: string;
};

export type ComposedMessage = {
  kind: 'composed';
  /**
   * Header lines, each with its CRLF, without the empty line that ends them. ASCII unless
   * `encoding` is utf8.
   */
  head: string;
  /** ASCII, at least one line, ends with CRLF. */
  body: string;
  /** The rendered From address. */
  from: string;
  /**
   * `utf8` when the recipient's own local part is not ASCII (RFC 6532), else `latin1`, which is
   * faster.
   */
  encoding: 'latin1' | 'utf8';
  /**
   * The static pieces of the compiled body; `body` begins with the first. The same array for a
   * whole campaign.
   */
  pieces: readonly string[];
  /**
   * What follows `body`: the same bytes for a whole campaign, never copied. Complete lines, none of
   * which begins with a dot.
   */
  tail?: Buffer;
  /** No CR and no LF is in `head` and `body` but in line ends. */
  isLined?: boolean;
};
export type CompositionRefusal = { kind: 'refused'; text: string };

const TOO_LONG = `With its values the message has more than ${MOST_FILLED / 1e6} million characters.`;

/**
 * Composes one message, or gives the reason why it can't.
 * @throws AppError `state` where values make a header or an alternative too long (merge.ts);
 * nothing else, whatever they hold
 */
export function composeMessage(compiled: CompiledMessage, values: MessageValues): ComposedMessage | CompositionRefusal {
  const { lookup } = values;
  const from = renderMailbox('From', compiled.from, lookup);
  if (from === undefined) return { kind: 'refused', text: 'From is not a valid email address.' };
  const to = mailboxLine('To', renderPieces(compiled.toName, lookup), values.toAddress);
  if (to === undefined) return { kind: 'refused', text: 'The recipient is not a valid email address.' };
  const head =
    from.line +
    to +
    (renderMailbox('Reply-To', compiled.replyTo, lookup)?.line ?? '') +
    (compiled.subject.line ?? headerLine('Subject', renderPieces(compiled.subject.pieces, lookup))) +
    `Date: ${dateText(values.date)}\r\n` +
    rawLine('Message-ID', `<${values.messageId}>`) +
    unsubscribeLines(values) +
    (compiled.headers ? ownLines(compiled.headers, lookup) : '') +
    compiled.fixedHeaders;
  const { pieces, slots } = compiled.body;
  const remembered = rememberLinks(values, compiled.links.length);
  const filled: string[] = [];
  let body = pieces[0] ?? '';
  let filledLength = 0; // without what is the same for all, which may hold pictures
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as EncodedSlot;
    const text = slot.same < i ? (filled[slot.same] ?? '') : encodeQuotedPrintable(textOf(slot, remembered));
    filled.push(text);
    filledLength += text.length;
    if (filledLength > MOST_FILLED) return { kind: 'refused', text: TOO_LONG };
    body += text + pieces[i + 1];
  }
  const encoding = needsSmtpUtf8(values.toAddress) ? 'utf8' : 'latin1';
  const composed: ComposedMessage = {
    kind: 'composed',
    head,
    body,
    from: from.address,
    encoding,
    pieces,
    isLined: true,
  };
  return compiled.files ? { ...composed, tail: compiled.files.tail } : composed;
}

/** Header fields of the author; one without a value for this recipient is left out. */
function ownLines(headers: Required<CompiledMessage>['headers'], lookup: Lookup): string {
  let lines = '';
  for (const { name, value } of headers) {
    const text = renderPieces(value, lookup).trim();
    if (text !== '') lines += headerLine(name, text);
  }
  return lines;
}

/**
 * The message without its tail, in the characters of its `encoding`.
 * @param signatures header lines to put above all others
 */
export function messageText({ head, body }: ComposedMessage, signatures = ''): string {
  return `${signatures + head}\r\n${body}`;
}

/** The plain text of a message, in steps (kernel/slices.ts); null when it has none. */
export function* composeTextSteps({ text }: CompiledMessage, values: SlotValues): Generator<void, string | null> {
  return text && (yield* inSteps(text, (some) => renderText(some, values)));
}

/** The HTML of a message as a page, in steps; without `openUrl` it has no pixel. */
export function composeHtmlSteps({ html }: CompiledMessage, values: SlotValues): Generator<void, string> {
  return inSteps(html, (some) => renderHtml(some, values));
}

/** Pieces of one step: a millisecond or two. */
const STEP = 500;

function* inSteps<Piece>(pieces: readonly Piece[], render: (some: readonly Piece[]) => string) {
  let whole = '';
  for (let at = 0; at < pieces.length; at += STEP) {
    whole += render(pieces.slice(at, at + STEP));
    requireFilled(whole.length);
    yield;
  }
  return whole;
}

function textOf({ slot, isHtml }: EncodedSlot, values: SlotValues): string {
  return isHtml ? htmlOfSlot(slot, values) : textOfSlot(slot, values);
}

/** Caches link addresses: each stands in the text and in the HTML. */
function rememberLinks(values: MessageValues, count: number): SlotValues {
  const urls: string[] = new Array<string>(count);
  const linkUrl = (index: number) => {
    let url = urls[index];
    if (url === undefined) {
      url = values.linkUrl(index);
      urls[index] = url;
    }
    return url;
  };
  return { lookup: values.lookup, openUrl: values.openUrl, linkUrl };
}

function renderMailbox(header: string, field: MailboxField, lookup: Lookup): MailboxField['fixed'] {
  return field.fixed ?? mailbox(header, renderPieces(field.name, lookup), renderPieces(field.email, lookup));
}

function unsubscribeLines({ unsubscribeUrl, unsubscribeMailto: address }: MessageValues): string {
  const mailto = address && rawLine('', `<mailto:${address}?subject=unsubscribe>`).slice(2);
  if (!unsubscribeUrl) return mailto ? `List-Unsubscribe: ${mailto}` : '';
  const line = rawLine('List-Unsubscribe', `<${unsubscribeUrl}>`);
  const both = mailto ? `${line.slice(0, -2)},\r\n ${mailto}` : line;
  return `${both}List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`;
}
