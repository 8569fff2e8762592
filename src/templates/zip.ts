// Reads an untrusted zip. Nothing is written and nothing is trusted: names, sizes and counts are
// checked from the headers first, and again while inflating. Knows nothing of templates.
import { crc32 } from 'node:zlib';
import type { Entry, getFileNameLowLevel, ZipFile } from 'yauzl';
import { AppError } from '../kernel/errors.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';

/** Limits of an archive; the ratio is inflated to packed size, checked from 256 KB on. */
export const ZIP_LIMITS = { entries: 500, fileBytes: 10_000_000, totalBytes: 50_000_000, ratio: 100 };

const RATIO_COUNTS_FROM = 256 * 1024;
const STORED = 0;
const DEFLATED = 8;

/**
 * The wanted files of a zip by path (`/` between segments, Unicode NFC), inflated. Other entries
 * are checked by name and position and never inflated.
 * @throws AppError `invalid` with the reason
 */
export async function parseZip(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
): Promise<Map<string, Uint8Array>> {
  if (!startsLikeZip(bytes)) throw refusal(say('archive-no-zip'));
  try {
    return await parseEntries(bytes, isWanted);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(say('archive-directory'), error);
  }
}

/**
 * Whether the bytes begin with the signature of a zip file, an empty one included (APPNOTE 4.3.7,
 * 4.3.16).
 */
function startsLikeZip(bytes: Uint8Array): boolean {
  const [p, k, third, fourth] = bytes;
  return p === 0x50 && k === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6));
}

async function parseEntries(bytes: Uint8Array, isWanted: (path: string) => boolean): Promise<Map<string, Uint8Array>> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { fromBufferPromise, getFileNameLowLevel } = await import('yauzl'); // few servers ever need it in memory
  // Names are decoded and checked here, so that errors have our words.
  const zip = await fromBufferPromise(buffer, { decodeStrings: false });
  if (zip.entryCount > ZIP_LIMITS.entries) throw refusal(say('archive-many', { most: ZIP_LIMITS.entries }));

  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const path = safePath(entry, getFileNameLowLevel);
    if (path === undefined) continue; // a folder
    if (entries.has(path)) throw refusal(say('archive-twice', { path: quoted(path) }));
    entries.set(path, entry);
  }
  await refuseOverlaps(zip, [...entries.values()]);

  const wanted = [...entries].filter(([path]) => isWanted(path));
  const stated = wanted.reduce((sum, [, entry]) => sum + entry.uncompressedSize, 0);
  if (stated > ZIP_LIMITS.totalBytes) throw tooLargeInAll();
  const files = new Map<string, Uint8Array>();
  let total = 0;
  for (const [path, entry] of wanted) {
    const content = await inflate(zip, entry, path, ZIP_LIMITS.totalBytes - total);
    total += content.length;
    files.set(path, content);
  }
  return files;
}

/**
 * The path of a file entry; undefined for a folder. Refuses links, and paths that could leave the
 * archive.
 */
function safePath(entry: Entry, nameOf: typeof getFileNameLowLevel): string | undefined {
  const name = nameOf(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  const path = name.normalize('NFC');
  const isFolder = path.endsWith('/');
  const segments = (isFolder ? path.slice(0, -1) : path).split('/');
  const isUnsafe = /^[a-z]:/i.test(path) || /[\\\p{Cc}]/u.test(path);
  if (isUnsafe || segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    throw refusal(say('archive-unsafe', { path: quoted(path) }));
  }
  // The upper half of the attributes is the Unix mode when packed by a Unix tool, and 0 otherwise.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind === 0o120000) throw refusal(say('archive-link', { path: quoted(path) }));
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) {
    throw refusal(say('archive-no-file', { path: quoted(path) }));
  }
  if (entry.isEncrypted()) throw refusal(say('archive-password', { path: quoted(path) }));
  return isFolder ? undefined : path;
}

/** Overlapping entries make the densest zip bombs, and no packer creates them. */
async function refuseOverlaps(zip: ZipFile, entries: Entry[]): Promise<void> {
  const ranges: { start: number; end: number }[] = [];
  for (const entry of entries) {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    ranges.push({ start: entry.relativeOffsetOfLocalHeader, end: fileDataStart + entry.compressedSize });
  }
  ranges.sort((a, b) => a.start - b.start);
  let end = 0;
  for (const range of ranges) {
    if (range.start < end) throw refusal(say('archive-overlap'));
    end = range.end;
  }
}

async function inflate(zip: ZipFile, entry: Entry, path: string, left: number): Promise<Uint8Array> {
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw refusal(say('archive-packed', { path: quoted(path) }));
  }
  if (entry.uncompressedSize > ZIP_LIMITS.fileBytes) throw tooLarge(path);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > ZIP_LIMITS.fileBytes) throw tooLarge(path);
      if (size > left) throw tooLargeInAll();
      if (size > RATIO_COUNTS_FROM && size > entry.compressedSize * ZIP_LIMITS.ratio) {
        throw refusal(say('archive-bomb', { path: quoted(path), ratio: ZIP_LIMITS.ratio }));
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(say('archive-damaged', { path: quoted(path) }), error);
  }
  const content = Buffer.concat(chunks, size);
  if (crc32(content) !== entry.crc32) {
    throw refusal(say('archive-checksum', { path: quoted(path) }));
  }
  return content;
}

const tooLarge = (path: string) =>
  refusal(say('archive-file-large', { path: quoted(path), max: megabytes(ZIP_LIMITS.fileBytes) }));
const tooLargeInAll = () => refusal(say('archive-large', { max: megabytes(ZIP_LIMITS.totalBytes) }));
const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;

/** A path for an error text: short, and without control characters. */
export function quoted(path: string): string {
  const shown = path.replace(/\p{Cc}/gu, '?');
  return `"${shown.length > 100 ? `${shown.slice(0, 99)}…` : shown}"`;
}

/** The error for a refused archive, with the reason. */
export function refusal(message: Told, cause?: unknown): AppError {
  return new AppError('invalid', message, { cause });
}
