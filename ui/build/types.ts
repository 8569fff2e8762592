// Writes what programs know of the API, from the routes themselves: the types, which the browser UI
// and the client in clients/typescript share, and the client's table of operations.
//
//   npm run types            writes them
//   npm run types -- --check ends with 1 when they are not what the routes say
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { apiRoutes } from '../../src/app.ts';
import { referenceOf } from '../../src/web/reference.ts';
import { operationsText } from './operations.ts';

const PLACE = '../../clients/typescript/src';
const HEAD = '// Made by `npm run types` from the routes of the server. Not changed by hand.\n';

const document = await referenceOf(apiRoutes, { version: '0.0.0', baseUrl: 'http://localhost' });
const types = astToString(await openapiTS(JSON.stringify(document), { alphabetize: true, exportType: true }));
const made = { 'schema.d.ts': HEAD + types, 'operations.ts': HEAD + operationsText(document) };

for (const [name, text] of Object.entries(made)) {
  const file = new URL(`${PLACE}/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if (text !== (await readFile(file, 'utf8').catch(() => ''))) {
    console.error(`clients/typescript/src/${name} is not what the routes say: run \`npm run types\`.`);
    process.exitCode = 1;
  }
}
