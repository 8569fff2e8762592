// Whatever the audit has is said in words: the browser UI knows a sentence for each operation.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { apiRoutes } from '../../src/app.ts';
import { OTHER_OPERATIONS } from '../../src/audit/entry.ts';
import { isAudited } from '../../src/http/audited.ts';

const WORDS = new URL('../../ui/src/settings/audit-words.ts', import.meta.url);

test('the screen of the audit has words for every operation, and for no other', () => {
  const said = [...readFileSync(WORDS, 'utf8').matchAll(/^ {4}(\w+): t`/gm)].map(([, name = '']) => name);
  // Using a link is told by what it did.
  const done = apiRoutes.filter((route) => isAudited(route) && route.name !== 'useWelcome').map(({ name }) => name);
  assert.deepEqual(said.toSorted(), [...done, ...OTHER_OPERATIONS].toSorted());
});
