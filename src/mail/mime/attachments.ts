// File attachments: multipart/mixed (RFC 2046, section 5.1.3), the message's own content first,
// then a part for each file (RFC 2183), its name in Unicode (RFC 2231). Text in ASCII stays
// readable: filters take base64 that hides nothing but ASCII for a sign of spam.
import { randomBytes } from 'node:crypto';
import type { CompiledMessage } from './compile.ts';
import type { ComposedMessage } from './compose.ts';
import { encodeFile } from './quoted-printable.ts';

/** `mediaType` without parameters. `name` is any text without line breaks. */
export type Attachment = { name: string; mediaType: string; content: Uint8Array };

const VERSION = 'MIME-Version: 1.0\r\n';

/** The message with its attachments; unchanged when there are none. */
export function withAttachments(composed: ComposedMessage, attachments: readonly Attachment[]): ComposedMessage {
  if (attachments.length === 0) return composed;
  const boundary = `=_${randomBytes(15).toString('base64url')}`; // "=_" can't occur in quoted-printable or base64
  const end = composed.head.lastIndexOf(VERSION) + VERSION.length;
  const [fields, content] = [composed.head.slice(0, end), composed.head.slice(end)];
  const parts = [`${content}\r\n${composed.body}`, ...attachments.map(filePart)];
  const body = `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
  const head = `${fields}Content-Type: multipart/mixed; boundary="${boundary}"\r\n`;
  return { ...composed, head, body, pieces: [], isLined: false };
}

/** Files that all messages of a campaign end with: encoded once, and the bytes shared by all. */
export type EncodedFiles = { boundary: string; tail: Buffer };

/** Encodes files for `withFiles`. Some at least. */
export function encodeFiles(files: readonly Attachment[]): EncodedFiles {
  const boundary = `=_${randomBytes(15).toString('base64url')}`;
  const parts = files.map((file) => Buffer.from(`--${boundary}\r\n${filePart(file)}\r\n`, 'latin1'));
  return { boundary, tail: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]) };
}

/** The compiled message with files after its content. */
export function withFiles(compiled: CompiledMessage, files: EncodedFiles): CompiledMessage {
  const { boundary } = files;
  const { fixedHeaders: headers, body } = compiled;
  const end = headers.lastIndexOf(VERSION) + VERSION.length;
  const [fields, content] = [headers.slice(0, end), headers.slice(end)];
  const pieces = [...body.pieces];
  pieces[0] = `--${boundary}\r\n${content}\r\n${pieces[0]}`;
  pieces[pieces.length - 1] += '\r\n';
  return {
    ...compiled,
    fixedHeaders: `${fields}Content-Type: multipart/mixed; boundary="${boundary}"\r\n`,
    body: { ...body, pieces },
    files,
  };
}

function filePart({ name, mediaType, content }: Attachment): string {
  const { encoding, encoded } = encodeContent(mediaType, content);
  return (
    `Content-Type: ${mediaType}\r\nContent-Transfer-Encoding: ${encoding}\r\n` +
    `Content-Disposition: attachment${fileName(name)}\r\n\r\n${encoded}`
  );
}

const ASCII_TEXT = /^[\t\r\n -~]*$/;
/** A line that nobody on the way has a reason to change (RFC 5322, section 2.1.1). */
const PLAIN_LINE = /^(?!\.|From )(?:[\t -~]{0,75}[!-~])?$/;

/** The shortest lines that give back each byte; no line begins with a dot. */
function encodeContent(mediaType: string, content: Uint8Array): { encoding: string; encoded: string } {
  const { buffer, byteOffset, byteLength } = content;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const text = mediaType.toLowerCase().startsWith('text/') ? bytes.toString('latin1') : undefined;
  const isAscii = text !== undefined && ASCII_TEXT.test(text);
  if (isAscii && text.split('\r\n').every((line) => PLAIN_LINE.test(line))) return { encoding: '7bit', encoded: text };
  const base64 = (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
  const quoted = isAscii ? encodeFile(text) : undefined;
  if (quoted !== undefined && quoted.length <= base64.length) return { encoding: 'quoted-printable', encoded: quoted };
  return { encoding: 'base64', encoded: base64 };
}

const PLAIN_NAME = /^[\x20-\x7e]{1,50}$/;
/** Characters that stand for themselves in an extended value (RFC 2231, section 7). */
const ATTRIBUTE = /[A-Za-z0-9!#$&+\-.^_`{|}~]/;
const SECTION_MAX = 50;

/**
 * The `filename` parameter, split into sections when it is long (RFC 2231, sections 3 and 4). No
 * character is split.
 */
function fileName(name: string): string {
  if (PLAIN_NAME.test(name)) return `;\r\n filename="${name.replace(/[\\"]/g, '\\$&')}"`;
  const sections = [''];
  for (const character of name.toWellFormed()) {
    const encoded = ATTRIBUTE.test(character) ? character : percentEncoded(character);
    const last = sections.at(-1) ?? '';
    if (last.length + encoded.length > SECTION_MAX) sections.push(encoded);
    else sections[sections.length - 1] = last + encoded;
  }
  if (sections.length === 1) return `;\r\n filename*=UTF-8''${sections[0]}`;
  return sections.map((text, i) => `;\r\n filename*${i}*=${i === 0 ? "UTF-8''" : ''}${text}`).join('');
}

function percentEncoded(character: string): string {
  let encoded = '';
  for (const byte of Buffer.from(character)) encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return encoded;
}
