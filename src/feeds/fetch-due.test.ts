// The order in which feeds are fetched and parsed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { newFetchTools } from './fetch-due.ts';

/** Work that runs until it is released, and counts how many run. */
function held() {
  const open: (() => void)[] = [];
  let running = 0;
  return {
    running: () => running,
    work: async () => {
      running += 1;
      await new Promise<void>((go) => open.push(go));
      running -= 1;
    },
    letGo: () => {
      for (const go of open.splice(0)) go();
    },
  };
}

test('a customer has eight fetches and one document at a time, and all customers sixty-four fetches', async () => {
  const tools = newFetchTools();
  const [fetches, documents] = [held(), held()];
  const done: Promise<void>[] = [];
  for (let customer = 1; customer <= 10; customer += 1) {
    for (let n = 0; n < 20; n += 1) done.push(tools.slotsOf(customer).fetching(fetches.work));
    done.push(tools.slotsOf(customer).reading(documents.work), tools.slotsOf(customer).reading(documents.work));
  }
  await setImmediate();
  assert.deepEqual([fetches.running(), documents.running()], [64, 10]);
  let finished = false;
  const all = Promise.all(done).then(() => {
    finished = true;
  });
  while (!finished) {
    fetches.letGo();
    documents.letGo();
    await setImmediate();
    assert.ok(fetches.running() <= 64 && documents.running() <= 10);
  }
  await all;
  const [own, other] = [held(), held()];
  const rest = Array.from({ length: 20 }, () => tools.slotsOf(1).fetching(own.work));
  const one = tools.slotsOf(2).fetching(other.work);
  await setImmediate();
  assert.deepEqual([own.running(), other.running()], [8, 1]);
  other.letGo();
  await one;
  while (own.running() > 0) {
    own.letGo();
    await setImmediate();
  }
  await Promise.all(rest);
});
