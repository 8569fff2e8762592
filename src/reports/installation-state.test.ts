// Who works, as leases tell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { registerWorker, removeLease } from '../coordination/lease.ts';
import { whoWorks } from './installation-state.ts';

eachEngine('who works', (engine) => {
  const store = suiteStore(engine);

  test('each thread that is awake counts, and each that sleeps', async () => {
    const { db } = store();
    assert.deepEqual(await whoWorks(db), { workers: 0, hasClock: false });
    const awake = await registerWorker(db);
    assert.equal((await whoWorks(db)).workers, 1);
    const asleep = await registerWorker(db, undefined, 12);
    assert.equal((await whoWorks(db)).workers, 13);
    for (const lease of [awake, asleep]) await removeLease(db, lease);
    assert.equal((await whoWorks(db)).workers, 0);
  });
});
