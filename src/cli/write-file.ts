// Writes a file with personal data: readable by its owner only, and either complete or absent.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isOfFile, isReplaceable, writeFault } from '../kernel/file-fault.ts';

/**
 * Writes a text into a file; an existing file is replaced only when everything is written. A pipe
 * or device gets it at once.
 * @throws AppError `bad_request` when the file cannot be written; errors of `content`
 */
export async function writeFile(path: string, content: AsyncIterable<string>): Promise<void> {
  const isWhole = isReplaceable(path);
  const part = isWhole ? `${path}.${process.pid}.part` : path;
  const file = createWriteStream(part, { mode: 0o600, flags: isWhole ? 'wx' : 'w' });
  try {
    await pipeline(Readable.from(content), file);
    if (isWhole) await rename(part, path);
  } catch (error) {
    if (isWhole) await rm(part, { force: true });
    throw isOfFile(error) ? writeFault(`The file ${path} cannot be written`, error) : error;
  }
}
