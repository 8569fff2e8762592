// Writes the types of the API for the browser UI, from the routes themselves:
//
//   npm run types            writes ui/src/api/schema.d.ts
//   npm run types -- --check ends with 1 when that file is not what the routes say
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { apiRoutes } from '../../src/app.ts';
import { referenceOf } from '../../src/web/reference.ts';

const FILE = new URL('../src/api/schema.d.ts', import.meta.url);
const HEAD = '// Made by `npm run types` from the routes of the server. Not changed by hand.\n';

const document = await referenceOf(apiRoutes, { version: '0.0.0', baseUrl: 'http://localhost' });
const text = HEAD + astToString(await openapiTS(JSON.stringify(document), { alphabetize: true, exportType: true }));
if (!process.argv.includes('--check')) await writeFile(FILE, text);
else if (text !== (await readFile(FILE, 'utf8').catch(() => ''))) {
  console.error('ui/src/api/schema.d.ts is not what the routes say: run `npm run types`.');
  process.exitCode = 1;
}
