// A campaign's message, taken apart once so that personalising is joining.
//
//   compileMessage(source: MessageSource): CompiledMessage
//
// `compiled.links[index]` are the tracked destinations, each once, exactly as the author wrote them (merge tags kept).
// The result is plain data: it can go to worker threads.
import { randomBytes } from 'node:crypto';
import { needsSmtpUtf8, wireAddress } from './addresses.ts';
import { headerLine, mailboxLine, rawLine } from './headers.ts';
import { prepareHtml } from './html.ts';
import { inlineStyles } from './inline-css.ts';
import { type Piece, parseTags } from './merge.ts';
import type { BodyPiece, Slot } from './pieces.ts';
import { textFromAuthor, textFromHtml } from './plain-text.ts';
import { encodeBeforeSoftBreak, encodeQuotedPrintable, SOFT_BREAK } from './quoted-printable.ts';

/** What the author gave. Header members and bodies may hold merge tags. */
export type MessageSource = {
  fromName: string;
  fromEmail: string;
  toName: string;
  replyTo: string;
  subject: string;
  html: string;
  /** The author's plain text; null or empty = made from the HTML. */
  text: string | null;
  /** Whether the message has a plain-text part at all. */
  plainTextEmail: boolean;
  trackLinks: boolean;
  inlineCss: boolean;
  openPixel: boolean;
  isKnownTag: (tag: string) => boolean;
  /** Replaces [FILES_URL] everywhere; no slash at the end. */
  filesUrl: string;
  /** Inside of List-Id's angle brackets (RFC 2919), e.g. `ab123.lists.example.com`. */
  listId?: string;
  feedbackId?: string;
};

/** Static text between slots, quoted-printable, MIME headers of the parts included; one more piece than slots. */
export type EncodedBody = { pieces: string[]; slots: EncodedSlot[] };
export type EncodedSlot = { slot: Slot; isHtml: boolean };

/** A mailbox field: `line` and `address` when nothing in it depends on the recipient. */
export type MailboxField = { name: Piece[]; email: Piece[]; fixed?: { line: string; address: string } };

export type CompiledMessage = {
  from: MailboxField;
  replyTo: MailboxField;
  toName: Piece[];
  subject: { pieces: Piece[]; line?: string };
  /** Header lines that are the same for everyone, the top level Content-Type included. */
  fixedHeaders: string;
  body: EncodedBody;
  /** The HTML as pieces, for the web version. */
  html: BodyPiece[];
  /** The plain text as pieces; null when the message has none. */
  text: BodyPiece[] | null;
  links: string[];
};

/** Compiles a message. Pure but for the random boundary; never fetches anything. */
export function compileMessage(source: MessageSource): CompiledMessage {
  const { isKnownTag, trackLinks } = source;
  const links: string[] = [];
  const indexes = new Map<string, number>();
  const addLink = (destination: string) => {
    const index = indexes.get(destination) ?? links.push(destination) - 1;
    indexes.set(destination, index);
    return index;
  };
  const withFiles = (text: string) => text.replaceAll('[FILES_URL]', () => source.filesUrl);
  const page = withFiles(source.html);
  const html = prepareHtml(source.inlineCss ? inlineStyles(page) : page, { ...source, addLink });
  const text = !source.plainTextEmail
    ? null
    : source.text === null || source.text.trim() === ''
      ? textFromHtml(html, links)
      : textFromAuthor(withFiles(source.text), { trackLinks, isKnownTag, addLink });
  const tags = (member: string) => parseTags(member, isKnownTag);
  const subject = tags(source.subject);
  const boundary = `=_${randomBytes(15).toString('base64url')}`; // "=_" can't occur in quoted-printable
  const body = text === null ? endLine(encodePart(html, true)) : encodeAlternative(text, html, boundary);
  return {
    from: mailboxField('From', tags(source.fromName), tags(source.fromEmail)),
    replyTo: mailboxField('Reply-To', [], tags(source.replyTo)),
    toName: tags(source.toName),
    subject: isStatic(subject)
      ? { pieces: subject, line: headerLine('Subject', subject.join('')) }
      : { pieces: subject },
    fixedHeaders: inOnePiece(fixedHeaders(source, text === null ? undefined : boundary)),
    body: { pieces: body.pieces.map(inOnePiece), slots: body.slots },
    html,
    text,
    links,
  };
}

/**
 * A text that was put together is kept by the engine as the tree of its parts, and every message that holds it would walk
 * that tree again: a third of the time that making a message takes.
 */
function inOnePiece(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1'); // ASCII by now
}

function isStatic(pieces: Piece[]): pieces is string[] {
  return pieces.every((piece) => typeof piece === 'string');
}

function mailboxField(header: string, name: Piece[], email: Piece[]): MailboxField {
  if (!isStatic(name) || !isStatic(email)) return { name, email };
  const fixed = mailbox(header, name.join(''), email.join(''));
  return fixed ? { name, email, fixed } : { name, email };
}

/**
 * A sender's field. Its local part must be ASCII: whether a message needs SMTPUTF8 is decided by its recipient alone.
 * @returns undefined when `email` is no such address.
 */
export function mailbox(header: string, name: string, email: string): { line: string; address: string } | undefined {
  const address = wireAddress(email.trim());
  if (address === undefined || needsSmtpUtf8(address)) return undefined;
  const line = mailboxLine(header, name, address);
  return line === undefined ? undefined : { line, address };
}

function fixedHeaders(source: MessageSource, boundary: string | undefined): string {
  const type =
    boundary === undefined ? partHeaders(true) : `Content-Type: multipart/alternative; boundary="${boundary}"\r\n`;
  return (
    (source.listId ? rawLine('List-Id', `<${source.listId.replace(/[<>\s]/g, '')}>`) : '') +
    (source.feedbackId ? rawLine('Feedback-ID', source.feedbackId) : '') +
    `MIME-Version: 1.0\r\n${type}`
  );
}

function partHeaders(isHtml: boolean): string {
  return `Content-Type: text/${isHtml ? 'html' : 'plain'}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n`;
}

/** RFC 2046, section 5.1.4: the richest form last. */
function encodeAlternative(text: BodyPiece[], html: BodyPiece[], boundary: string): EncodedBody {
  const first = encodePart(text, false);
  const second = encodePart(html, true);
  const middle = `${first.pieces.at(-1)}\r\n--${boundary}\r\n${partHeaders(true)}\r\n${second.pieces[0]}`;
  const pieces = [...first.pieces.slice(0, -1), middle, ...second.pieces.slice(1)];
  pieces[0] = `--${boundary}\r\n${partHeaders(false)}\r\n${pieces[0]}`;
  pieces.push(`${pieces.pop()}\r\n--${boundary}--\r\n`);
  return { pieces, slots: [...first.slots, ...second.slots] };
}

/**
 * Encodes the literals of one part. A slot gets lines of its own by soft line breaks, so that its value is encoded
 * without knowing what stands around it.
 */
function encodePart(source: BodyPiece[], isHtml: boolean): EncodedBody {
  const pieces: string[] = [''];
  const slots: EncodedSlot[] = [];
  for (const [i, piece] of source.entries()) {
    const at = pieces.length - 1;
    if (typeof piece !== 'string') {
      // Between two slots only one break; none where a line begins anyway.
      const isLineStart = i === 0 || (pieces[at] ?? '').endsWith('\r\n');
      if (!isLineStart) pieces[at] += SOFT_BREAK;
      slots.push({ slot: piece, isHtml });
      pieces.push('');
      continue;
    }
    const isLast = i === source.length - 1;
    const encoded = isLast ? encodeQuotedPrintable(piece) : encodeBeforeSoftBreak(piece);
    pieces[at] = (i === 0 || encoded.startsWith('\r\n') ? '' : SOFT_BREAK) + encoded;
  }
  return { pieces, slots };
}

/** The body with a line break at its end, which a message needs (RFC 5322, section 2.3). */
function endLine({ pieces, slots }: EncodedBody): EncodedBody {
  const last = pieces.at(-1) ?? '';
  return { pieces: last.endsWith('\r\n') ? pieces : [...pieces.slice(0, -1), `${last}\r\n`], slots };
}
