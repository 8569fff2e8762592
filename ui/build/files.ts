// Writes the files for browsers that the server sends as they come from packages: the viewer of the
// API reference, and the captcha. Thus the server runs without these packages.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { BUILT_FILES, type BuiltFile } from '../../src/web/built/files.ts';

/** The package has it within its own script, and gives it out by a route. */
async function viewer(): Promise<string> {
  const app = fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { statusCode, payload } = await app.inject('/docs/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`The viewer's script was answered with ${statusCode}.`);
  return payload;
}

/** A file of a package. `beside`: the one of this name in the same folder. */
const textOf = (name: string, beside = '') => readFile(new URL(beside, import.meta.resolve(name)), 'utf8');

const FILES: Readonly<Record<BuiltFile, () => Promise<string>>> = {
  'reference.js': viewer,
  'captcha.js': () => textOf('altcha/external', 'altcha.min.js'),
  'captcha-worker.js': () => textOf('altcha/workers/pbkdf2'),
  'captcha.css': () => textOf('altcha/altcha.css'),
};

await mkdir(BUILT_FILES, { recursive: true });
for (const [name, read] of Object.entries(FILES)) await writeFile(join(BUILT_FILES, name), await read());
