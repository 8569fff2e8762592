// Archives of templates, as they are read.
import assert from 'node:assert/strict';
import { AppError } from '../../src/kernel/errors.ts';
import { parseArchive } from '../../src/templates/archive.ts';
import { makeZip, type ZipEntry } from './zips.ts';

/** Why an archive is refused. */
export async function refusalOf(bytes: Uint8Array): Promise<string> {
  try {
    await parseArchive(bytes);
  } catch (error) {
    assert(error instanceof AppError, String(error));
    assert.equal(error.code, 'invalid');
    return error.message;
  }
  return assert.fail('the archive was taken');
}

/** The page of an archive with these entries. */
export const htmlOf = async (entries: readonly ZipEntry[]): Promise<string> =>
  (await parseArchive(makeZip(entries))).html;
