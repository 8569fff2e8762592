// Parses returned mail (RFC 2045, RFC 5322, section 2.2). Strangers write to the return path, so
// parsing is bounded everywhere and gives what is readable instead of failing: at most 1 MB, 200
// parts, 8 levels; an attached message stays one part (only its header is needed); an unknown
// charset is decoded as Latin-1.
//
//   parseMailParts(source): Mail   header fields of the mail, and its leaf parts in order
//   partText(part): string         decoded text of a part
//   parseFields(text): Fields      a header, or a group of report fields
import { mime } from '../mime/reader.ts';

/** Values by lower-case field name, in order and unfolded. */
export type Fields = ReadonlyMap<string, readonly string[]>;
/**
 * `type` is lower case; `body` holds bytes as Latin-1 characters, still in its transfer encoding.
 */
export type Part = { type: string; charset: string; fields: Fields; body: string };
export type Mail = { fields: Fields; parts: readonly Part[] };

const SIZE_MAX = 1024 * 1024;
const PARTS_MAX = 200;
const DEPTH_MAX = 8;
const FIELD_MAX = 4000;
const FIELDS_MAX = 2000;

/** Parses the first megabyte of a mail. */
export function parseMailParts(source: Uint8Array): Mail {
  const bytes = source.subarray(0, SIZE_MAX);
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+/, '');
  const { head, body } = splitHead(raw);
  const fields = parseFields(head);
  const parts: Part[] = [];
  collect(fields, body, 0, parts);
  return { fields, parts };
}

/** The text of a part, with transfer encoding and charset decoded; lines end with "\n". */
export function partText(part: Part): string {
  const bytes = undoTransfer(part.body, field(part.fields, 'content-transfer-encoding') ?? '');
  return decodeText(bytes, part.charset).replace(/\r\n?/g, '\n');
}

/** Header and body of a message; a text without an empty line is all header. */
export function splitHead(text: string): { head: string; body: string } {
  if (text.startsWith('\n')) return { head: '', body: text.slice(1) };
  const end = text.indexOf('\n\n');
  return end === -1 ? { head: text, body: '' } : { head: text.slice(0, end), body: text.slice(end + 2) };
}

/** Parses `Name: value` lines with their folded continuations; other lines are ignored. */
export function parseFields(text: string): Fields {
  const fields = new Map<string, string[]>();
  let last: string[] | undefined;
  let count = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      const value = last?.at(-1);
      const more = line.trim();
      if (last && more !== '' && value !== undefined && value.length < FIELD_MAX)
        last[last.length - 1] = `${value} ${more}`.trim().slice(0, FIELD_MAX);
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name === '' || name.length > 80 || name.includes(' ')) {
      last = undefined;
      continue;
    }
    if (++count > FIELDS_MAX) break;
    last = fields.get(name) ?? [];
    last.push(line.slice(colon + 1, colon + 1 + FIELD_MAX).trim());
    fields.set(name, last);
  }
  for (const values of fields.values()) for (const [at, value] of values.entries()) values[at] = utf8OrLatin1(value);
  return fields;
}

/** The first value of a field; undefined when the field is absent or empty. */
export function field(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.find((value) => value !== '');
}

/** The first value of a text field such as Subject, encoded words (RFC 2047) decoded. */
export function textField(fields: Fields, name: string): string {
  return mime().decodeWords((field(fields, name) ?? '').slice(0, FIELD_MAX));
}

function collect(fields: Fields, body: string, depth: number, parts: Part[]): void {
  if (parts.length >= PARTS_MAX) return;
  const { type, parameters } = parseContentType(field(fields, 'content-type') ?? '');
  const pieces =
    type.startsWith('multipart/') && depth < DEPTH_MAX ? split(body, parameters.get('boundary')) : undefined;
  if (!pieces) {
    // A multipart without its boundary is read as plain text.
    const leaf = type === '' || type.startsWith('multipart/') ? 'text/plain' : type;
    parts.push({ type: leaf, charset: parameters.get('charset') ?? '', fields, body });
    return;
  }
  for (const piece of pieces) {
    const inner = splitHead(piece);
    collect(parseFields(inner.head), inner.body, depth + 1, parts);
  }
}

/**
 * The pieces between the boundary lines (RFC 2046, section 5.1); undefined when there is no such
 * line.
 */
function split(body: string, boundary: string | undefined): string[] | undefined {
  if (!boundary) return undefined;
  const text = `\n${body}`;
  const mark = `\n--${boundary}`;
  const pieces: string[] = [];
  let start = -1;
  let at = text.indexOf(mark);
  for (; at !== -1 && pieces.length < PARTS_MAX; at = text.indexOf(mark, at + 1)) {
    const found = text.indexOf('\n', at + 1);
    const end = found === -1 ? text.length : found;
    const rest = text.slice(at + mark.length, end).trimEnd();
    if (rest !== '' && rest !== '--') continue;
    if (start !== -1) pieces.push(text.slice(start, Math.max(at, start)));
    start = end + 1;
    if (rest === '--') return pieces;
  }
  // The closing boundary is missing.
  if (start !== -1 && at === -1) pieces.push(text.slice(start));
  return start === -1 ? undefined : pieces;
}

/** Parses a Content-Type: type and parameters, all names in lower case (RFC 2045, section 5.1). */
function parseContentType(value: string): { type: string; parameters: Map<string, string> } {
  const parameters = new Map<string, string>();
  const [type = '', ...rest] = value.match(/"(?:\\.|[^"\\])*"?|[^;"]+|;/g)?.reduce(joinPieces, ['']) ?? [];
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    const name = parameter.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    if (name === '' || parameters.has(name)) continue;
    const given = parameter.slice(equals + 1).trim();
    const quoted = /^"((?:\\.|[^"\\])*)"?/.exec(given)?.[1];
    parameters.set(name, quoted?.replace(/\\(.)/g, '$1') ?? given.split(/\s/, 1)[0] ?? '');
  }
  return { type: (type.split('(', 1)[0] ?? '').trim().toLowerCase(), parameters };
}

function joinPieces(pieces: string[], token: string): string[] {
  if (token === ';') pieces.push('');
  else pieces[pieces.length - 1] += token;
  return pieces;
}

function undoTransfer(body: string, encoding: string): Buffer {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return Buffer.from(
        body
          .replace(/=[ \t]{0,10}\n/g, '')
          .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      );
    default:
      return Buffer.from(body, 'latin1');
  }
}

function decodeText(bytes: Buffer, charset: string): string {
  if (charset === '' || /^(?:us-)?ascii$/i.test(charset)) return utf8OrLatin1(bytes.toString('latin1'));
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return utf8OrLatin1(bytes.toString('latin1'));
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes without a charset: UTF-8 when they are valid as such (RFC 6532), otherwise Latin-1. */
function utf8OrLatin1(bytes: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for.
  if (/^[\x00-\x7f]*$/.test(bytes)) return bytes;
  try {
    return UTF8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}
