// How `npm start` runs the server: what a measurement starts by itself has the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '..', '..', 'bin');
const script = readFileSync(join(bin, 'mailwright'), 'utf8');

/** The options of Node that limit its memory, as bin/mailwright has them. */
export const MEMORY_FLAGS: readonly string[] =
  script.match(/--(?:max-semi-space-size|heap-growing-percent)=\d+/g) ?? [];
if (MEMORY_FLAGS.length !== 2) throw new Error('bin/mailwright starts the server in another way');

/** The loader of modules without types, in the folder of a version. */
export const LOADER = join('bin', 'without-types.mjs');

/** Of the C library and Node. */
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_DISABLE_COMPILE_CACHE: '1',
};
