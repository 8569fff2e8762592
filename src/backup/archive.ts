// The file of a backup: a tar archive (POSIX ustar), compressed with zstd and its checksum, that
// holds a data folder with a manifest in front. `tar --zstd -tf` lists it.
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { AppError } from '../kernel/errors.ts';
import { isOfFile } from '../kernel/files/fault.ts';

/** A member of an archive: its name, its size in bytes, and the bytes. */
export type Member = { name: string; size: number; content: AsyncIterable<Uint8Array> };

const BLOCK = 512;
const LEVEL = 3;
/** Eleven octal digits; larger sizes are written in base 256. */
const MOST_OCTAL = 0o77777777777;
const SIZE = { at: 124, digits: 11 };
const CHECKSUM = { at: 148, length: 8 };
const TYPE_AT = 156;
const ORDINARY = '0';
const MAGIC_AT = 257;
const ZSTD_MAGIC = 'KLUv/Q=='; // the first four bytes (RFC 8878, section 3.1.1), in base64

/** Writes an archive to a file that does not exist, and waits for the disk. @param at ms */
export async function writeArchive(path: string, members: AsyncIterable<Member>, at: number): Promise<void> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(Readable.from(blocksOf(members, at)), createZstdCompress({ params }), file);
}

async function* blocksOf(members: AsyncIterable<Member>, at: number): AsyncIterable<Uint8Array> {
  for await (const { name, size, content } of members) {
    yield headerOf(name, size, at);
    let written = 0;
    for await (const part of content) {
      written += part.length;
      yield part;
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`);
    yield Buffer.alloc(paddingOf(size));
  }
  yield Buffer.alloc(2 * BLOCK); // the end
}

function headerOf(name: string, size: number, at: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const put = (text: string, place: number) => header.write(text, place, 'ascii');
  put(name, 0);
  put(octal(0o600, 8), 100);
  put(octal(0, 8), 108); // owner
  put(octal(0, 8), 116); // group
  if (size > MOST_OCTAL) {
    header[SIZE.at] = 0x80;
    header.writeBigUInt64BE(BigInt(size), SIZE.at + 4);
  } else put(octal(size, 12), SIZE.at);
  put(octal(Math.floor(at / 1_000), 12), 136);
  put(ORDINARY, TYPE_AT);
  put('ustar\x0000', MAGIC_AT);
  put(`${octal(sumOf(header), 7)} `, CHECKSUM.at);
  return header;
}

/** Digits and a zero byte. */
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

/** The sum of a header's bytes, with the sum's own place taken for spaces. */
function sumOf(header: Buffer): number {
  const place = header.subarray(CHECKSUM.at, CHECKSUM.at + CHECKSUM.length);
  const own = place.reduce((sum, byte) => sum + byte, 0);
  return header.reduce((sum, byte) => sum + byte, 0) - own + CHECKSUM.length * 0x20;
}

/**
 * Reads the members one after the other; each must be read to its end before the next. Whatever was
 * read counts only when this has ended.
 * @throws AppError `bad_request` when the file is none of ours, or not whole
 */
export async function* readArchive(path: string): AsyncGenerator<Member> {
  await requireArchive(path);
  const source = createReadStream(path);
  const plain = createZstdDecompress();
  const done = pipeline(source, plain);
  done.catch(() => undefined); // reading fails with it
  try {
    const reader = readerOf(path, plain);
    for (;;) {
      const header = await reader.take(BLOCK);
      if (header.every((byte) => byte === 0)) break;
      const member = memberOf(header);
      yield { ...member, content: reader.stream(member.size) };
      await reader.take(paddingOf(member.size));
    }
    await reader.take(BLOCK);
    if (!(await reader.isAtEnd())) throw new Error('there is more after its end');
    const { size } = await stat(path);
    if (plain.bytesWritten !== size) throw new Error('there is more after its end');
  } catch (error) {
    throw error instanceof AppError || isOfFile(error) ? error : notWhole(path, error);
  } finally {
    source.destroy();
    plain.destroy();
  }
}

/** @throws AppError when the file cannot be read, or does not begin as an archive of ours */
async function requireArchive(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const isOurs = buffer.subarray(0, bytesRead).toString('base64') === ZSTD_MAGIC;
    if (!isOurs) throw new AppError('bad_request', `${path} is not a backup of Mailwright.`);
  } finally {
    await file.close();
  }
}

/** The error of a file that was cut off or altered. */
export function notWhole(path: string, cause?: unknown): AppError {
  const why = cause instanceof Error ? ` (${cause.message})` : '';
  const line = `${path} is damaged, cut off or altered${why}. Take another backup.`;
  return new AppError('bad_request', line, { cause });
}

function memberOf(header: Buffer): { name: string; size: number } {
  const sum = Number.parseInt(header.toString('ascii', CHECKSUM.at, CHECKSUM.at + 6), 8);
  const end = header.indexOf(0);
  const isFile = header.toString('ascii', TYPE_AT, TYPE_AT + 1) === ORDINARY;
  const isPlain = isFile && header.toString('ascii', MAGIC_AT, MAGIC_AT + 5) === 'ustar';
  if (sum !== sumOf(header) || end < 1 || end > 100 || !isPlain) throw new Error('a header makes no sense');
  const isLarge = header[SIZE.at] === 0x80;
  const size = isLarge
    ? Number(header.readBigUInt64BE(SIZE.at + 4))
    : Number.parseInt(header.toString('ascii', SIZE.at, SIZE.at + SIZE.digits), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('a size makes no sense');
  return { name: header.toString('ascii', 0, end), size };
}

type Reader = {
  take(size: number): Promise<Buffer>;
  stream(size: number): AsyncIterable<Uint8Array>;
  isAtEnd(): Promise<boolean>;
};

/** Its errors say that the file is damaged, whoever reads a content. */
function readerOf(path: string, source: AsyncIterable<Buffer>): Reader {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function more(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await chunks.next().catch((error: unknown) => {
        throw isOfFile(error) ? error : notWhole(path, error);
      });
      if (next.done) return false;
      rest = next.value;
    }
    return true;
  }
  async function* stream(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (!(await more())) throw notWhole(path, new Error('it ends too early'));
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  return {
    stream,
    take: async (size) => Buffer.concat(await Array.fromAsync(stream(size))),
    isAtEnd: async () => !(await more()),
  };
}
