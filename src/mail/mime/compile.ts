// Compiles a campaign's message once, so that personalizing it is joining pieces.
//
//   compileMessage(source: MessageSource): CompiledMessage
//
// `compiled.links[index]` are the tracked destinations, each once, exactly as the author wrote them
// (merge tags kept), with `linkParameters`. The result is plain data: it can go to worker threads.
import { needsSmtpUtf8, wireAddress } from '../address/addresses.ts';
import { resolveBase } from '../html/base-address.ts';
import { embedPictures, type Picture, type WithPictures } from '../html/embed-pictures.ts';
import { prepareHtml } from '../html/html.ts';
import { inlineStyles } from '../html/inline-css.ts';
import type { LinkParameter } from '../html/link-parameters.ts';
import { type IsKnown, type Piece, parseTags } from '../merge/merge.ts';
import type { BodyPiece } from '../merge/pieces.ts';
import { textFromAuthor, textFromHtml } from '../plain-text/plain-text.ts';
import { headerLine, mailboxLine, rawLine } from './headers.ts';
import { type EncodedBody, multipart, type Part, picturePart, textPart, wholeBody } from './parts.ts';

/** The author's input. Header members and bodies may hold merge tags. */
export type MessageSource = {
  fromName: string;
  fromEmail: string;
  toName: string;
  replyTo: string;
  replyToName?: string;
  subject: string;
  html: string;
  /** The author's plain text; null or empty = made from the HTML. */
  text: string | null;
  /** Whether the message has a plain-text part at all. */
  plainTextEmail: boolean;
  trackLinks: boolean;
  /** What every web link of the author gets; absent: nothing. */
  linkParameters?: readonly LinkParameter[];
  /** As in HtmlOptions. */
  unsubscribeWord?: string;
  inlineCss: boolean;
  openPixel: boolean;
  /**
   * Undefined: no author wrote the texts, and tags, choices and [FILES_URL] in them stay as they
   * are.
   */
  isKnownTag: IsKnown | undefined;
  /** Replaces [FILES_URL] everywhere; no slash at the end. */
  filesUrl: string;
  /** Files to attach as pictures where the HTML shows them. */
  pictures?: readonly Picture[];
  /** The value within List-Id's angle brackets (RFC 2919), e.g. `ab123.lists.example.com`. */
  listId?: string;
  feedbackId?: string;
  /** Header fields of the author. A value may hold merge tags. */
  headers?: readonly { name: string; value: string }[];
};

/** A mailbox field; `fixed` when nothing in it depends on the recipient. */
export type MailboxField = { name: Piece[]; email: Piece[]; fixed?: { line: string; address: string } };

export type CompiledMessage = {
  from: MailboxField;
  replyTo: MailboxField;
  toName: Piece[];
  subject: { pieces: Piece[]; line?: string };
  /** Header fields of the author that depend on the recipient. */
  headers?: { name: string; value: Piece[] }[];
  /** Header lines that are the same for everyone, including those of the top-level part. */
  fixedHeaders: string;
  body: EncodedBody;
  /** The HTML as pieces, for the web version: all pictures at their web addresses. */
  html: BodyPiece[];
  /** The plain text as pieces; null when the message has none. */
  text: BodyPiece[] | null;
  /** Files that its messages end with (attachments.ts: withFiles). */
  files?: { boundary: string; tail: Buffer };
  /** The HTML could not be converted, and the text is its bare text. */
  isTextFallback?: true;
  links: string[];
};

/** Compiles a message. Pure except for the random boundary; never fetches anything. */
export function compileMessage(source: MessageSource): CompiledMessage {
  const { isKnownTag } = source;
  const links: string[] = [];
  const indexes = new Map<string, number>();
  const addLink = (destination: string) => {
    const index = indexes.get(destination) ?? links.push(destination) - 1;
    indexes.set(destination, index);
    return index;
  };
  const withFiles = (text: string) => (isKnownTag ? text.replaceAll('[FILES_URL]', () => source.filesUrl) : text);
  const based = resolveBase(withFiles(source.html));
  const page = source.inlineCss ? inlineStyles(based) : based;
  const html = prepareHtml(page, { ...source, addLink });
  const isTextMade = source.plainTextEmail && (source.text ?? '').trim() === '';
  const made = isTextMade ? textFromHtml(html, links) : undefined;
  const written = source.plainTextEmail ? withFiles(source.text ?? '') : null;
  const text = made?.pieces ?? (written === null ? null : textFromAuthor(written, { ...source, addLink }));
  const tags = (member: string) => parseTags(member, isKnownTag);
  const subject = tags(source.subject);
  const own = (source.headers ?? []).map(({ name, value }) => ({ name, value: tags(value) }));
  const [same, varying] = [own.filter(({ value }) => isStatic(value)), own.filter(({ value }) => !isStatic(value))];
  const mailed = embedPictures(page, source.pictures ?? [], source.filesUrl);
  const shown = mailed ? shownWith(prepareHtml(mailed.html, { ...source, addLink }), mailed) : textPart('html', html);
  const whole = text === null ? shown : multipart('alternative', [textPart('plain', text), shown]);
  const body = wholeBody(whole.body);
  return {
    from: mailboxField('From', tags(source.fromName), tags(source.fromEmail)),
    replyTo: mailboxField('Reply-To', tags(source.replyToName ?? ''), tags(source.replyTo)),
    toName: tags(source.toName),
    subject: isStatic(subject)
      ? { pieces: subject, line: headerLine('Subject', subject.join('')) }
      : { pieces: subject },
    ...(varying.length > 0 && { headers: varying }),
    fixedHeaders: inOnePiece(fixedLines(same) + fixedHeaders(source) + whole.headers),
    body: { pieces: body.pieces.map(inOnePiece), slots: body.slots },
    html,
    text,
    ...(made?.isFallback && { isTextFallback: true }),
    links,
  };
}

/** The HTML with the pictures attached to it. */
function shownWith(html: BodyPiece[], { embedded }: WithPictures): Part {
  return multipart('related', [textPart('html', html), ...embedded.map(picturePart)]);
}

/**
 * The engine keeps a concatenated text as a tree, and every message that holds it would walk that
 * tree again: a third of the time that making a message takes. Converting it flattens it.
 */
function inOnePiece(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1'); // ASCII at this point
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
 * A sender's field. Its local part must be ASCII: only the recipient decides whether a message
 * needs SMTPUTF8.
 * @returns undefined when `email` is not such an address
 */
export function mailbox(header: string, name: string, email: string): { line: string; address: string } | undefined {
  const address = wireAddress(email.trim());
  if (address === undefined || needsSmtpUtf8(address)) return undefined;
  const line = mailboxLine(header, name, address);
  return line === undefined ? undefined : { line, address };
}

function fixedLines(headers: readonly { name: string; value: Piece[] }[]): string {
  return headers.map(({ name, value }) => headerLine(name, value.join('').trim())).join('');
}

function fixedHeaders(source: MessageSource): string {
  return (
    (source.listId ? rawLine('List-Id', `<${source.listId.replace(/[<>\s]/g, '')}>`) : '') +
    (source.feedbackId ? rawLine('Feedback-ID', source.feedbackId) : '') +
    'MIME-Version: 1.0\r\n'
  );
}
