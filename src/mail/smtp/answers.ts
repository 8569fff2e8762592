// Splits the bytes of a connection into a mail server's replies (RFC 5321, section 4.2).

const ANSWER_LIMIT = 65_536;
const [LINE_FEED, RETURN, SPACE, DASH, ZERO, NINE] = [0x0a, 0x0d, 0x20, 0x2d, 0x30, 0x39];
const CODE_DIGITS = 3;

/** A complete reply: its code, and all that was received of it, as text when it is asked for. */
export type Answer = { code: number; raw(): string };

/**
 * Makes a function that accepts the connection's bytes; it keeps none of them that it was given.
 * @param take called with each complete reply, of one line or several; false: stop
 * @param fail called with what cannot be a reply, up to the line that shows it, or is too long for
 *   one
 */
export function replySplitter(
  take: (answer: Answer) => boolean,
  fail: (text: string) => void,
): (chunk: Buffer) => void {
  let rest: Buffer | undefined; // of a reply that is not complete
  return (chunk) => {
    const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = undefined;
    let from = 0; // where the reply begins
    for (let line = 0; line < bytes.length; ) {
      const end = bytes.indexOf(LINE_FEED, line) + 1;
      // Each line has the reply's code (section 4.2.1). One with a yes and a no in it says neither.
      const isReply = beginsLine(bytes, line) && bytes[line] === bytes[from];
      if (!isReply) return fail(textOf(bytes.subarray(from, end === 0 ? bytes.length : end)));
      if (end === 0) break;
      const isLast = bytes[line + CODE_DIGITS] !== DASH;
      line = end;
      if (!isLast) continue;
      const start = from;
      if (!take({ code: codeAt(bytes, start), raw: () => wordsOf(bytes, start, end) })) return;
      from = end;
    }
    if (from === bytes.length) return;
    rest = Buffer.from(bytes.subarray(from));
    if (rest.length > ANSWER_LIMIT) fail(textOf(rest));
  };
}

/**
 * UTF-8 when it is valid as such (RFC 6531, section 3.7.4), otherwise Latin-1, which servers use
 * that are older than that: what they say decides whether an address exists.
 */
function wordsOf(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  return text.includes('\ufffd') ? bytes.toString('latin1', start, end) : text;
}

const textOf = (bytes: Buffer) => bytes.toString().trim().slice(0, 200);

function codeAt(bytes: Buffer, at: number): number {
  let code = 0;
  for (let i = at; i < at + CODE_DIGITS; i += 1) code = code * 10 + (bytes[i] ?? 0) - ZERO;
  return code;
}

/** Whether the bytes from here on, as far as there are any, can begin a line of a reply. */
function beginsLine(bytes: Buffer, at: number): boolean {
  for (let i = at; i < at + CODE_DIGITS; i += 1) {
    const digit = bytes[i];
    if (digit !== undefined && (digit < ZERO || digit > NINE)) return false;
  }
  const following = bytes[at + CODE_DIGITS];
  if (following === undefined || following === SPACE || following === DASH || following === LINE_FEED) return true;
  const next = bytes[at + CODE_DIGITS + 1];
  return following === RETURN && (next === undefined || next === LINE_FEED);
}
