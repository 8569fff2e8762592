// Quoted-printable (RFC 2045, section 6.7) for bodies that are joined from pieces: every piece is encoded as if it began
// at the start of a line and with lines of at most 75 characters, so that pieces can be joined with soft line breaks.
const LINE_MAX = 75;
/** Printable ASCII without "=", and spaces: what needs no encoding, except for a space at the end of a line. */
const SAFE = /^[ !-<>-~]*$/;

const ENCODED: string[] = Array.from({ length: 256 }, (_, byte) =>
  (byte >= 0x21 && byte <= 0x7e && byte !== 0x3d) || byte === 0x20
    ? String.fromCharCode(byte)
    : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

export const SOFT_BREAK = '=\r\n';

/** Encodes text of any Unicode. Line breaks of any kind become CRLF; no line ends with white space. */
export function encodeQuotedPrintable(text: string): string {
  if (text.length <= LINE_MAX && SAFE.test(text) && !text.endsWith(' ')) return text; // nearly every merge value
  if (!text.includes('\n') && !text.includes('\r')) return encodeLine(text, true);
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => encodeLine(line, true))
    .join('\r\n');
}

/**
 * Encodes a literal piece that a soft line break will follow, so that white space at its end may stay.
 */
export function encodeBeforeSoftBreak(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.map((line, i) => encodeLine(line, i < lines.length - 1)).join('\r\n');
}

function encodeLine(line: string, isEnd: boolean): string {
  const trailing = isEnd && (line.endsWith(' ') || line.endsWith('\t'));
  if (!trailing && SAFE.test(line)) return wrapSafe(line);
  const bytes = Buffer.from(line);
  let encoded = '';
  let length = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0;
    const last = trailing && i === bytes.length - 1;
    const unit = last ? (byte === 0x20 ? '=20' : '=09') : (ENCODED[byte] ?? '');
    if (length + unit.length > LINE_MAX) {
      encoded += SOFT_BREAK;
      length = 0;
    }
    encoded += unit;
    length += unit.length;
  }
  return encoded;
}

function wrapSafe(line: string): string {
  if (line.length <= LINE_MAX) return line;
  let encoded = '';
  let from = 0;
  for (; from + LINE_MAX < line.length; from += LINE_MAX) encoded += line.slice(from, from + LINE_MAX) + SOFT_BREAK;
  return encoded + line.slice(from);
}
