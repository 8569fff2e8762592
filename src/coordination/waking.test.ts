import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger } from '../kernel/log.ts';
import { openWaking } from './waking.ts';

test('changes of one turn of the event loop wake once, and each later one again', async (t) => {
  const listen = () => ({ stop: async () => undefined });
  const waking = openWaking({ tell: async () => undefined, listen }, createLogger('silent'));
  t.after(() => waking.stop());
  let woken = 0;
  waking.onChange(() => {
    woken += 1;
  });
  for (let change = 0; change < 20; change += 1) waking.changed();
  await nextTurn();
  assert.equal(woken, 1);
  waking.changed();
  await nextTurn();
  assert.equal(woken, 2);
});
