// Detects the encoding of a file from outside. Programs write UTF-8, UTF-16 (Excel's "Unicode
// text") and Windows-1252 (older Western spreadsheets; ISO 8859-1 is a part of it), and most do not
// declare it. In this order:
//   1. the first bytes name another kind of file (a workbook, an archive) → refused by name
//   2. a byte order mark, or without one a NUL in every second byte at the start → UTF-8/16
//   3. all of it is valid UTF-8 → UTF-8: other texts hardly ever are by chance
//   4. else Windows-1252, in which every byte but five is a character
import { isUtf8 } from 'node:buffer';
import { AppError } from '../kernel/errors.ts';
import { type Sentence, say } from '../kernel/sentences/sentence.ts';

/** Names as TextDecoder takes them. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const START_BYTES = 4_096;

/** The UTF-16 variant that a file's beginning shows; undefined: none. */
export function wideEncodingOf(start: Buffer): Encoding | undefined {
  const mark = start.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  const head = start.subarray(0, START_BYTES & ~1);
  const nuls = [0, 0];
  for (let at = 0; at + 1 < head.length; at += 1) if (head[at] === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (head.length < 4 || even + odd < head.length / 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Refuses files that are no text. @throws AppError `bad_request` that names the kind of file */
export function refuseOtherKinds(start: Buffer): void {
  const hex = start.subarray(0, 4).toString('hex');
  const text = start.subarray(0, START_BYTES).toString('latin1');
  const refuse = (why: Sentence) => {
    throw new AppError('bad_request', why);
  };
  if (hex === '504b0304') {
    if (/mimetypeapplication\/vnd\.oasis\.opendocument/.test(text)) refuse(say('import-kind-ods'));
    if (/\[Content_Types\]\.xml|_rels\/\.rels|xl\//.test(text)) refuse(say('import-kind-xlsx'));
    refuse(say('import-kind-zip'));
  }
  if (hex === 'd0cf11e0') refuse(say('import-kind-xls'));
  if (hex === '25504446') refuse(say('import-kind-pdf'));
  if (hex.startsWith('1f8b')) refuse(say('import-kind-gzip'));
}

/** The error for bytes that are no text in any of these encodings. */
export function binaryFault(): AppError {
  return new AppError('bad_request', say('import-binary'));
}

/** Checks chunk by chunk whether all bytes are valid UTF-8. */
export function newUtf8Check(): { add(chunk: Buffer): void; isUtf8(): boolean } {
  let rest = Buffer.alloc(0); // the first bytes of a character that the chunk cut
  let isGood = true;
  return {
    add(chunk) {
      if (!isGood) return;
      const whole = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const end = endOfCharacters(whole);
      isGood = isUtf8(whole.subarray(0, end));
      rest = Buffer.from(whole.subarray(end));
    },
    isUtf8: () => isGood && rest.length === 0,
  };
}

/** The offset after the last complete character. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
