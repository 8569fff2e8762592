// Inspects a text file from outside before it is parsed: its encoding (encoding.ts) and line ends.
// CSV comes in every form that spreadsheets write, and nothing of a file that cannot be read to the
// end may be stored.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { readFault } from '../kernel/files/fault.ts';
import { binaryFault, type Encoding, newUtf8Check, refuseOtherKinds, wideEncodingOf } from './encoding.ts';

/** What was found out about a text of bytes by reading it to its end. */
export type TextForm = {
  bytes: number;
  /** Lines end with carriage returns only, as on old Macs. */
  endsWithReturn: boolean;
  encoding: Encoding;
};

/** A file that can be read to its end. */
export type TextFile = TextForm & { path: string };

const CHUNK_BYTES = 64 * 1024;
/** So much of a file is its beginning. */
export const HEADER_BYTES = 128 * 1024;

/** A piece of the text, cut anywhere, and its size in bytes. */
export type TextPiece = { text: string; bytes: number };

/** The text of a file in pieces, without byte order mark, with line feeds as line ends. */
export function textOf({ path, ...form }: Form & Pick<TextFile, 'path'>): AsyncGenerator<TextPiece> {
  return decodedText(chunksOf({ path }), form);
}

/** The bytes of a file in pieces. */
export function chunksOf({ path }: Pick<TextFile, 'path'>): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

/**
 * The text of a file in memory, which is inspected first.
 * @throws AppError `bad_request` as inspectText
 */
export async function* textOfBytes(content: Uint8Array): AsyncGenerator<TextPiece> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  yield* decodedText(cut(bytes), await formOf(cut(bytes)));
}

const PIECE_BYTES = 64 * 1024; // some thousand rows, parsed in a few milliseconds

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

export type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;
type Form = Pick<TextForm, 'endsWithReturn' | 'encoding'>;

/** The text of bytes in pieces, without byte order mark, with line feeds as line ends. */
export async function* decodedText(chunks: Chunks, { endsWithReturn, encoding }: Form): AsyncGenerator<TextPiece> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    yield { text: endsWithReturn ? text.replaceAll('\r', '\n') : text, bytes: chunk.length };
  }
}

/** The beginning of a file: enough for its header. */
export async function firstText({ path, ...form }: TextFile): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return headText(buffer.subarray(0, bytesRead), form);
  } finally {
    await file.close();
  }
}

/** The text at the beginning of bytes: enough for a header and some rows. */
export function headText(start: Uint8Array, { endsWithReturn, encoding }: Form): string {
  const text = new TextDecoder(encoding).decode(start.subarray(0, HEADER_BYTES));
  return endsWithReturn ? text.replaceAll('\r', '\n') : text;
}

/**
 * Inspects a whole file: its size, encoding and line ends. About a gigabyte a second.
 * @throws AppError `bad_request` in words for the person at the terminal
 */
export async function inspectText(path: string): Promise<TextFile> {
  await requireFile(path);
  return { path, ...(await formOf(createReadStream(path, { highWaterMark: 16 * CHUNK_BYTES }))) };
}

async function formOf(chunks: Chunks): Promise<TextForm> {
  const inspection = openInspection();
  for await (const chunk of chunks) inspection.add(chunk);
  return inspection.end();
}

/**
 * Finds out the form of a text while its bytes go by. Both throw AppError `bad_request` for what is
 * no text.
 */
export function openInspection(): { add(chunk: Buffer): void; end(): TextForm } {
  const utf8 = newUtf8Check();
  let wide: Encoding | undefined;
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  let [hasReturn, hasFeed, hasNul] = [false, false, false];
  return {
    add(chunk) {
      if (bytes === 0) {
        refuseOtherKinds(chunk);
        wide = wideEncodingOf(chunk);
        decoder = wide && new TextDecoder(wide);
      }
      bytes += chunk.length;
      if (decoder) {
        const text = decoder.decode(chunk, { stream: true }); // half of another character may look like a 10 or 13
        hasFeed ||= text.includes('\n');
        hasReturn ||= text.includes('\r');
        return;
      }
      utf8.add(chunk);
      hasFeed ||= chunk.includes(10);
      hasReturn ||= chunk.includes(13);
      hasNul ||= chunk.includes(0);
    },
    end() {
      const encoding = wide ?? (utf8.isUtf8() ? 'utf-8' : 'windows-1252');
      if (encoding === 'windows-1252' && hasNul) throw binaryFault();
      return { bytes, encoding, endsWithReturn: hasReturn && !hasFeed };
    },
  };
}

/** @throws AppError `bad_request` when there is no such file, or it cannot be read */
export async function requireFile(path: string): Promise<void> {
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is not a file');
    await (await open(path)).close();
  } catch (error) {
    throw readFault(`The file ${path} cannot be read`, error);
  }
}
