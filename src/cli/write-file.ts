// Writes a file with personal data: readable by its owner only, and either complete or absent.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isOfFile, writeFault } from '../kernel/file-fault.ts';

/**
 * Writes a text into a file; an existing file is replaced only when everything is written.
 * @throws AppError `bad_request` when the file cannot be written; errors of `content`
 */
export async function writeFile(path: string, content: AsyncIterable<string>): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  const file = createWriteStream(part, { mode: 0o600, flags: 'wx' });
  try {
    await pipeline(Readable.from(content), file);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw isOfFile(error) ? writeFault(`The file ${path} cannot be written`, error) : error;
  }
}
