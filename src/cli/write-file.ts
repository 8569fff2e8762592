// Writes a file with personal data: readable by its owner only, and either complete or absent.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isOfFile, writeFault } from '../kernel/files/fault.ts';
import { openWholeFile } from '../kernel/files/whole-file.ts';
import type { Output } from './command.ts';

/**
 * Writes a text into a file; an existing file is replaced only when everything is written. A pipe
 * or device gets it at once.
 * @throws AppError `bad_request` when the file cannot be written; errors of `content`
 */
export async function writeFile(path: string, content: AsyncIterable<string>): Promise<void> {
  const file = openWholeFile(path);
  try {
    await pipeline(Readable.from(content), file.stream);
    await file.keep();
  } catch (error) {
    await file.drop();
    throw isOfFile(error) ? writeFault(`The file ${path} cannot be written`, error) : error;
  }
}

/** Writes a text to standard output. @returns the exit code */
export async function writeOut(stdout: Output, content: AsyncIterable<string>): Promise<number> {
  for await (const piece of content) stdout.write(piece);
  return 0;
}
