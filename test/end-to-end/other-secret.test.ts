// A server that is given another secret than the one in force.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { install } from './sending.ts';

// Apart: the log writes to the other stream, between them.
const COST = [
  'Now in force: MAILWRIGHT_SECRET: another one than before',
  'With the new secret, links in sent emails no longer work',
];

test('another secret says what it costs, unless the former one is kept', { timeout: 600_000 }, async (t) => {
  const { start } = await install(t, 'sqlite');
  const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
  const isTold = async (environment: Record<string, string>) => {
    const server = await start({ environment });
    await server.end('SIGTERM');
    return COST.map((line) => server.output().includes(line));
  };
  assert.deepEqual(await isTold({ MAILWRIGHT_SECRET: first }), [false, false]);
  assert.deepEqual(await isTold({ MAILWRIGHT_SECRET: second }), [true, true]);
  const kept = { MAILWRIGHT_SECRET: first, MAILWRIGHT_SECRET_FORMER: second };
  assert.deepEqual(await isTold(kept), [false, false]);
});
