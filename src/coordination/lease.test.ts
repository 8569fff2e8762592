import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { createLogger } from '../kernel/log.ts';
import type { Db, Store } from '../storage/db.ts';
import { keepLease } from './keep-lease.ts';
import { electLease, expiredLeases, registerWorker, removeLease, renewLease, WRITERS } from './lease.ts';
import { thisOwner } from './owner.ts';

eachEngine('leases', (engine) => {
  let store: Store;
  let db: Db;
  const opened = suiteStore(engine);
  before(() => {
    store = opened();
    db = store.db;
  });

  test('workers that are alive have numbers of their own, by which their sums are told apart', async () => {
    await db.deleteFrom('lease').execute();
    const numberOf = ({ id }: { id: number }) => id % WRITERS;
    const [first, second, third] = [await registerWorker(db), await registerWorker(db), await registerWorker(db)];
    assert.deepEqual([first, second, third].map(numberOf), [1, 2, 3]);
    assert.equal(await removeLease(db, second), true);
    assert.equal(numberOf(await registerWorker(db)), 2);
    assert.equal(numberOf(await registerWorker(db)), 4);
  });

  test('leases run out by the store’s clock, or with a dead process of this machine', async () => {
    await db.deleteFrom('lease').execute();
    const alive = await registerWorker(db);
    const over = await registerWorker(db, -1);
    const killed = await registerWorker(db);
    const [host, pid] = thisOwner().split('|');
    const setOwner = (owner: string) => db.updateTable('lease').set({ owner }).where('id', '=', killed.id).execute();
    await setOwner(`elsewhere|1|1`);
    assert.deepEqual(
      (await expiredLeases(db)).map((lease) => lease.id),
      [over.id],
      'another machine is not judged by its pid',
    );
    await setOwner(`${host}|${pid}|1`);
    const ended = async () => new Set((await expiredLeases(db)).map((lease) => lease.id));
    assert.deepEqual(await ended(), new Set([over.id, killed.id]), 'same pid, started at another time');
    await setOwner(`${host}|999999999|1`);
    assert.deepEqual(await ended(), new Set([over.id, killed.id]));
    assert.equal(await removeLease(db, alive), true);
    assert.equal(await removeLease(db, alive), false);
  });

  test('one at a time holds an elected lease, and its fence grows', async () => {
    await db.deleteFrom('lease').execute();
    const first = await electLease(db, 'clock');
    assert.equal(first?.fence, 1);
    assert.equal(await electLease(db, 'clock'), undefined);
    await db.updateTable('lease').set({ expires_at: 0 }).execute();
    const both = await Promise.all([electLease(db, 'clock'), electLease(db, 'clock')]);
    const won = both.filter((lease) => lease !== undefined);
    assert.deepEqual(
      won.map((lease) => lease.fence),
      [2],
    );
    assert.equal(first && (await renewLease(db, first)), false);
    assert.equal(won[0] && (await renewLease(db, won[0])), true);
  });

  test('who was frozen past the end of its lease gives it up, though nobody took it', async () => {
    const lease = await registerWorker(db, 1_200);
    const kept = keepLease(db, lease, createLogger('silent'), { lease: 1_200, renew: () => 20 });
    assert.equal(kept.held(), true);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300); // the whole thread, as SIGSTOP does
    assert.equal(kept.held(), false);
    await until('it is given up', () => kept.lost.aborted);
    assert.equal(kept.held(), false);
    await kept.stop();
    assert.equal(await removeLease(db, lease), true, 'its row stands');
  });
});
