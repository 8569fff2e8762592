// A body that is one large file, read while it arrives: the bytes themselves, or the first part
// with a file name of a multipart body. However long it is, only what is under way is in memory.
import type { IncomingMessage } from 'node:http';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { HangUp, tooLarge } from '../limits/body.ts';
import { boundaryOf, MAX_PART_HEADERS, readPartHeaders } from './multipart.ts';

/** A file on its way; `content` is read once. */
export type Upload = { fileName: string | undefined; content: AsyncIterable<Buffer> };

/** A connection that says nothing for this long is given up. */
const SILENCE_MS = MINUTE_MS;
const NOT_A_FILE = /^(?:application\/json|application\/x-www-form-urlencoded)\s*(?:;|$)/i;

/**
 * Opens the file of a request.
 * @param most bytes of the whole body
 * @throws AppError `unsupported_media_type`, `bad_request`, `too_large`, `timeout`; reading
 * `content` throws the last three too
 */
export async function openUpload(raw: IncomingMessage, most: number): Promise<Upload> {
  const type = raw.headers['content-type'] ?? '';
  if (NOT_A_FILE.test(type)) {
    throw new AppError('unsupported_media_type', say('request-file-kind'));
  }
  if (Number(raw.headers['content-length'] ?? 0) > most) throw tooLarge(most);
  const chunks = arriving(raw, most);
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type)) return { fileName: undefined, content: chunks };
  return filePart(chunks, boundaryOf(type));
}

/** The bytes as they come. What is left when the reader stops goes nowhere. */
async function* arriving(raw: IncomingMessage, most: number): AsyncGenerator<Buffer> {
  const source = raw.iterator({ destroyOnReturn: false });
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await inTime(source.next());
      if (done) return;
      bytes += (value as Buffer).length;
      if (bytes > most) throw tooLarge(most);
      yield value as Buffer;
    }
  } catch (error) {
    throw error instanceof AppError ? error : new HangUp();
  } finally {
    void source.return?.();
    raw.resume();
  }
}

async function inTime<T>(next: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new AppError('timeout', say('request-body-late'))), SILENCE_MS);
  next.catch(() => undefined); // it may fail after it was given up
  try {
    return await Promise.race([next, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const NO_FILE = say('request-no-file');
const cut = (what: string) => new AppError('bad_request', `The multipart body is malformed: ${what}.`);

/** Looks for the first part with a file name; parts before it are passed over. */
async function filePart(chunks: AsyncGenerator<Buffer>, boundary: string): Promise<Upload> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  let held: Buffer = Buffer.from('\r\n'); // the first boundary needs no line end before it
  const more = async () => {
    const { done, value } = await chunks.next();
    if (done) return false;
    held = Buffer.concat([held, value]);
    return true;
  };
  for (;;) {
    let at = held.indexOf(delimiter);
    while (at === -1) {
      held = held.subarray(Math.max(0, held.length - delimiter.length));
      if (!(await more())) throw cut('it ends before a part with a file name');
      at = held.indexOf(delimiter);
    }
    held = held.subarray(at + delimiter.length);
    while (held.length < 2) if (!(await more())) throw cut('it ends within a boundary');
    if (held.toString('latin1', 0, 2) === '--') throw new AppError('bad_request', NO_FILE);
    let blank = held.indexOf('\r\n\r\n');
    while (blank === -1) {
      if (held.length > MAX_PART_HEADERS) throw cut('the headers of a part are longer than 16 KB');
      if (!(await more())) throw cut('it ends within the headers of a part');
      blank = held.indexOf('\r\n\r\n');
    }
    const part = readPartHeaders(held.toString('utf8', 0, blank));
    held = held.subarray(blank + 2); // an empty part may share its line end with the headers
    if (part?.fileName === undefined) continue;
    const [first, fileName] = [held, part.fileName];
    return { fileName, content: untilDelimiter(first, chunks, delimiter) };
  }
}

/** The content of a part, whose line end before it is still there. */
async function* untilDelimiter(first: Buffer, chunks: AsyncGenerator<Buffer>, delimiter: Buffer) {
  let held = first;
  let isFirst = true;
  try {
    for (;;) {
      const end = held.indexOf(delimiter);
      const keep = end === -1 ? Math.max(0, held.length - delimiter.length) : end;
      const from = isFirst ? 2 : 0;
      if (keep > from) {
        yield held.subarray(from, keep);
        isFirst = false;
        held = held.subarray(keep);
      }
      if (end !== -1) return;
      const { done, value } = await chunks.next();
      if (done) throw cut('it ends before its closing boundary');
      held = Buffer.concat([held, value]);
    }
  } finally {
    await chunks.return(undefined);
  }
}
