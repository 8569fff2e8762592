// A text file from outside, before it is read: is it UTF-8, how do its lines end. CSV comes in every form that spreadsheets
// write, and nothing is to be stored of a file that cannot be read to the end.
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { AppError, asError } from '../kernel/errors.ts';

/** A file that can be read to its end. */
export type TextFile = {
  path: string;
  bytes: number;
  /** Only carriage returns end the lines, as on old Macs. */
  endsWithReturn: boolean;
};

const CHUNK_BYTES = 256 * 1024;
const HEADER_BYTES = 128 * 1024;

/** A piece of a text, cut anywhere, and how many bytes it was. */
export type TextPiece = { text: string; bytes: number };

/** The text of a file in pieces, without byte order mark; ended by line feeds. */
export function textOf({ path, endsWithReturn }: Pick<TextFile, 'path' | 'endsWithReturn'>): AsyncGenerator<TextPiece> {
  return decoded(createReadStream(path, { highWaterMark: CHUNK_BYTES }), endsWithReturn);
}

/**
 * The same of a file that is in memory, looked over first.
 * @throws AppError `bad_request` as inspectText
 */
export function textOfBytes(content: Uint8Array): AsyncGenerator<TextPiece> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  refuseOtherEncodings(bytes);
  if (!isUtf8(bytes)) throw notUtf8();
  return decoded(cut(bytes), bytes.includes(13) && !bytes.includes(10));
}

const PIECE_BYTES = 64 * 1024; // some thousand rows: read in a few milliseconds

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function* decoded(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  endsWithReturn: boolean,
): AsyncGenerator<TextPiece> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    yield { text: endsWithReturn ? text.replaceAll('\r', '\n') : text, bytes: chunk.length };
  }
}

/** The beginning of a file: enough for its header. */
export async function firstText({ path, endsWithReturn }: TextFile): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const text = new TextDecoder().decode(buffer.subarray(0, bytesRead));
    return endsWithReturn ? text.replaceAll('\r', '\n') : text;
  } finally {
    await file.close();
  }
}

/**
 * Looks a file over, all of it: its size, its encoding, its line ends. About a gigabyte a second.
 * @throws AppError `bad_request` in words for the person at the terminal
 */
export async function inspectText(path: string): Promise<TextFile> {
  await checkReadable(path);
  let rest = Buffer.alloc(0); // the beginning of a character that the chunk cut
  let bytes = 0;
  let hasReturn = false;
  let hasFeed = false;
  for await (const chunk of createReadStream(path, { highWaterMark: 4 * CHUNK_BYTES })) {
    const whole = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    if (bytes === 0) refuseOtherEncodings(whole);
    const end = endOfCharacters(whole);
    if (!isUtf8(whole.subarray(0, end))) throw notUtf8();
    rest = Buffer.from(whole.subarray(end));
    bytes += (chunk as Buffer).length;
    hasFeed ||= whole.includes(10);
    hasReturn ||= whole.includes(13);
  }
  if (rest.length > 0) throw notUtf8();
  return { path, bytes, endsWithReturn: hasReturn && !hasFeed };
}

async function checkReadable(path: string): Promise<void> {
  try {
    const { isFile } = await stat(path).then((stats) => ({ isFile: stats.isFile() }));
    if (!isFile) throw new Error('it is not a file');
    await (await open(path)).close();
  } catch (error) {
    throw new AppError('bad_request', `The file ${path} cannot be read: ${asError(error).message}`);
  }
}

function refuseOtherEncodings(start: Buffer): void {
  const mark = start.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') {
    throw new AppError('bad_request', 'The file is UTF-16. Save it as UTF-8 (in a spreadsheet: "CSV UTF-8").');
  }
}

function notUtf8(): AppError {
  return new AppError('bad_request', 'The file is not UTF-8. Save it as UTF-8 (in a spreadsheet: "CSV UTF-8").');
}

/** Where the last complete character ends. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
