// Quoted-printable (RFC 2045, section 6.7) for bodies that are joined from pieces: every piece is
// encoded as if it began a line, with lines of at most 75 characters, so that pieces can be joined
// with soft line breaks.
const LINE_MAX = 75;
/**
 * Printable ASCII without "=", and spaces: needs no encoding, except for a space at the end of a
 * line.
 */
const SAFE = /^[ !-<>-~]*$/;
const UNSAFE = /[^ !-<>-~]+/g;
const UNSAFE_AT_END = /[^ !-<>-~]+| $/g;

export const SOFT_BREAK = '=\r\n';

/**
 * Encodes text of any Unicode. Line breaks of any kind become CRLF; no line ends with white space.
 */
export function encodeQuotedPrintable(text: string): string {
  if (text.length <= LINE_MAX && SAFE.test(text) && !text.endsWith(' ')) return text; // nearly every merge value
  if (!text.includes('\n') && !text.includes('\r')) return encodeLine(text, UNSAFE_AT_END);
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => encodeLine(line, UNSAFE_AT_END))
    .join('\r\n');
}

/** Encodes a literal piece before a soft line break, where white space at its end may stay. */
export function encodeBeforeSoftBreak(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.map((line, i) => encodeLine(line, i < lines.length - 1 ? UNSAFE_AT_END : UNSAFE)).join('\r\n');
}

function encodeLine(line: string, unsafe: RegExp): string {
  return wrap(line.replace(unsafe, encodeBytes));
}

const ENCODED = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);

function encodeBytes(text: string): string {
  if (text.length === 1 && text < '\x80') return ENCODED[text.charCodeAt(0)] ?? '';
  let encoded = '';
  for (const byte of Buffer.from(text)) encoded += ENCODED[byte];
  return encoded;
}

/** A dot there is for SMTP to double, and "From " for mailboxes to mark. */
const SPECIAL_START = /^(?:\.|From )/;
const FILE_UNSAFE_AT_END = /[^ !-<>-~]| $/g;

/**
 * Encodes a file's bytes so that each is kept: only CRLF is a line end. No line begins with a dot.
 * @param bytes as latin1
 */
export function encodeFile(bytes: string): string {
  return bytes
    .split('\r\n')
    .map((line) => {
      const encoded = line.replace(FILE_UNSAFE_AT_END, encodeByte);
      return wrap(SPECIAL_START.test(encoded) ? encodeByte(encoded) + encoded.slice(1) : encoded, {
        beforeDots: false,
      });
    })
    .join('\r\n');
}

function encodeByte(text: string): string {
  return ENCODED[text.charCodeAt(0)] ?? '';
}

/**
 * Inserts soft line breaks, never inside an encoded byte.
 * @param beforeDots whether a line may begin with a dot
 */
function wrap(text: string, { beforeDots = true } = {}): string {
  if (text.length <= LINE_MAX) return text;
  // Where no two dots are in a row, there is always a place before the dot.
  const encoded = beforeDots ? text : text.replace(/\.(?=\.)/g, '=2E');
  let lines = '';
  let from = 0;
  while (from + LINE_MAX < encoded.length) {
    let to = from + LINE_MAX;
    if (!beforeDots && encoded[to] === '.') to -= 1;
    if (encoded[to - 1] === '=') to -= 1;
    else if (encoded[to - 2] === '=') to -= 2;
    lines += encoded.slice(from, to) + SOFT_BREAK;
    from = to;
  }
  return lines + encoded.slice(from);
}
