// The compiled MIME parts of a campaign's message (RFC 2045, RFC 2046): what is the same for every
// recipient is encoded once.
//
//   textPart(subtype, pieces)   text, quoted-printable, with slots for what differs
//   picturePart(picture)        a picture that the HTML refers to by its Content-ID
//   multipart(subtype, parts)   parts between boundaries
import { randomBytes } from 'node:crypto';
import type { EmbeddedPicture } from '../html/embed-pictures.ts';
import type { BodyPiece } from '../merge/pieces.ts';
import { encodeBeforeSoftBreak, encodeQuotedPrintable, SOFT_BREAK } from './quoted-printable.ts';

/** `same`: index of the body's first slot with the same value, which may be this one. */
export type EncodedSlot = { slot: Exclude<BodyPiece, string>; isHtml: boolean; same: number };
type FoundSlot = Omit<EncodedSlot, 'same'>;
/**
 * Static encoded text between slots, including headers of inner parts; one more piece than slots.
 */
export type EncodedBody = { pieces: string[]; slots: EncodedSlot[] };
type FoundBody = { pieces: string[]; slots: FoundSlot[] };
/** A part: its header lines, each with its CRLF, and its content. */
export type Part = { headers: string; body: FoundBody };

/** A text part in quoted-printable. */
export function textPart(subtype: 'html' | 'plain', text: readonly BodyPiece[]): Part {
  const headers = `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n`;
  return { headers, body: encodeText(text, subtype === 'html') };
}

/** A picture in base64 (RFC 2045, section 6.8), shown where the HTML refers to it (RFC 2392). */
export function picturePart({ contentId, fileName, mediaType, content }: EmbeddedPicture): Part {
  const headers =
    `Content-Type: ${mediaType}\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <${contentId}>\r\n` +
    `Content-Disposition: inline; filename="${fileName}"\r\n`;
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return { headers, body: { pieces: [lines.join('\r\n')], slots: [] } };
}

/**
 * Joins parts into a multipart. `alternative`: the richest form last (RFC 2046, section 5.1.4).
 * `related`: the first is the root, which shows the others (RFC 2387).
 */
export function multipart(subtype: 'alternative' | 'related', parts: readonly Part[]): Part {
  const boundary = `=_${randomBytes(15).toString('base64url')}`; // "=_" can't occur in quoted-printable or base64
  const root = subtype === 'related' ? ' type="text/html";\r\n' : '';
  const pieces = [''];
  const slots: FoundSlot[] = [];
  const add = (text: string) => void pieces.push(`${pieces.pop()}${text}`);
  for (const { headers, body } of parts) {
    const [first = '', ...rest] = body.pieces;
    add(`--${boundary}\r\n${headers}\r\n${first}`);
    for (const piece of rest) pieces.push(piece); // one by one: there may be more than a call accepts arguments
    add('\r\n');
    for (const slot of body.slots) slots.push(slot);
  }
  add(`--${boundary}--\r\n`);
  return { headers: `Content-Type: multipart/${subtype};${root} boundary="${boundary}"\r\n`, body: { pieces, slots } };
}

/**
 * Encodes the literals of a text. A slot gets its own lines by soft line breaks, so that its value
 * is encoded independently of the text around it.
 */
function encodeText(source: readonly BodyPiece[], isHtml: boolean): FoundBody {
  const pieces: string[] = [''];
  const slots: FoundSlot[] = [];
  for (const [i, piece] of source.entries()) {
    const at = pieces.length - 1;
    if (typeof piece !== 'string') {
      // Only one break between two slots; none at the start of a line.
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

/**
 * The body of a whole message: with a line break at its end, which a message needs (RFC 5322,
 * section 2.3); a tag that stands in several places is filled in once.
 */
export function wholeBody({ pieces, slots }: FoundBody): EncodedBody {
  const last = pieces.at(-1) ?? '';
  const first = new Map<string, number>();
  return {
    pieces: last.endsWith('\r\n') ? pieces : [...pieces.slice(0, -1), `${last}\r\n`],
    slots: slots.map((found, i) => {
      const name = JSON.stringify(found);
      const same = first.get(name) ?? i;
      first.set(name, same);
      return { ...found, same };
    }),
  };
}
