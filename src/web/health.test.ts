import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { healthPages } from './health.ts';

test('a machine of the store that does not answer is a warning: customers on the others are served', async (t) => {
  let silent = 1;
  const app = fastify();
  t.after(() => app.close());
  healthPages(app, {
    findProblems: async () => ({ store: undefined, refusal: undefined, notes: [] }),
    wentBackState: async () => undefined,
    surroundings: async () => ({ silent }),
  });
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz');
    return { statusCode, warnings: (JSON.parse(body) as { warnings?: string[] }).warnings };
  };
  const { statusCode, warnings } = await ready();
  assert.equal(statusCode, 200);
  assert.match(warnings?.[0] ?? '', /^A database machine does not answer/);
  silent = 0;
  assert.deepEqual(await ready(), { statusCode: 200, warnings: undefined });
});
