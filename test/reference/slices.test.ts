// Making the document takes half a second of processor time: the server answers others meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { apiRoutes } from '../../src/app.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';

test('the document of all routes is made in slices', async () => {
  const facts = { version: '0.0.0', baseUrl: 'http://mail.example.test' };
  const texts = { introduction: '', groups: [], paths: {}, examples: {} };
  let isMade = false;
  const made = (async () => {
    await openApiDocument(apiRoutes, { ...facts, ...texts });
    isMade = true;
  })();
  let turns = 0;
  while (!isMade) {
    await turn();
    turns += 1;
  }
  await made;
  assert.ok(turns > 5, `others had ${turns} turns`);
});
