// Scripts and styles for browsers that `npm run build` takes out of packages (ui/build/files.ts):
// the server needs none of these packages when it runs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';

/** Where they are, and what they are called. */
export const BUILT_FILES = join(import.meta.dirname, '../../../dist/browser');
export type BuiltFile = 'reference.js' | 'captcha.js' | 'captcha-worker.js' | 'captcha.css';

/** The text of one. @throws AppError `unavailable` where nothing is built */
export async function builtFile(name: BuiltFile): Promise<string> {
  try {
    return await readFile(join(BUILT_FILES, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new AppError('unavailable', 'The files for browsers are not built yet: run `npm run build`.');
  }
}
