// Part of `npm run check`: the API reference is sound by the rules of Redocly (offline), and leaves
// nothing unsaid.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { apiRoutes } from '../../src/app.ts';
import type { ApiDocument } from '../../src/http/openapi/document.ts';
import { wholeReferenceOf } from '../../src/web/reference.ts';
import { unsaid } from './words.ts';

const document = await wholeReferenceOf(apiRoutes, { version: '0.0.0', baseUrl: 'https://mail.example.org' });
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'no-unused-components': 'error',
    'no-ambiguous-paths': 'off', // the addresses are the interface's; a literal segment wins
    'operation-description': 'off', // a summary says it, unless a route has more to tell
    'operation-tag-defined': 'error',
    'tag-description': 'error',
    'parameter-description': 'error',
    'info-contact': 'error',
    'no-duplicated-tag-names': 'error',
  },
});
const problems = await lintFromString({ source: JSON.stringify(document, undefined, 1), config });
const found = [
  ...problems.map(({ ruleId, message, location }) => `${location[0]?.pointer ?? ''}: ${message} (${ruleId})`),
  ...unsaid(document as unknown as ApiDocument),
];
for (const sentence of found) console.error(`openapi.json ${sentence}`);
if (found.length > 0) process.exitCode = 1;
