// Where Node keeps the compiled program for the processes of tests.
import { join } from 'node:path';

/** For `NODE_COMPILE_CACHE`: compiling the program takes half of a start. */
export const COMPILED = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled');
