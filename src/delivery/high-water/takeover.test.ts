// A synchronous standby took over: nothing is lost, and every worker makes sure of it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { LogLine } from '../../../test/support/delivery.ts';
import { at, nextAttempt, seedSending } from '../../../test/support/delivery-turns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { registerWorker } from '../../coordination/lease.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/log.ts';
import { claimBatch } from '../../messages/claim.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { isPostgres } from '../../storage/dialect.ts';
import { commitTurn, nextTurnNumber } from '../record.ts';
import { openHighWater } from './high-water.ts';

eachEngine('a synchronous standby that took over', (engine) => {
  let db: Db;
  const opened = suiteStore(engine);
  before(() => {
    ({ db } = opened());
  });

  async function openWorker() {
    const events: string[] = [];
    const log = createLogger('info', { write: (line) => void events.push((JSON.parse(line) as LogLine).event) });
    const water = await openHighWater({ db, clock: systemClock, log });
    const lease = await registerWorker(db);
    assert.equal(await water.look(lease), true);
    return { water, lease, events, mayClaim: () => inTransaction(db, (tx) => water.mayClaim(tx)) };
  }

  /** As if another server were in the store's place, whose former one waited for it. */
  async function replace(): Promise<void> {
    await db.updateTable('high_water').set({ store: 'the former one', synchronous: 1 }).execute();
  }

  test('claims go on when all workers that are alive know that nothing is missing', async (t) => {
    if (!isPostgres(db)) return t.skip('a file has no standby');
    const [one, two] = [await openWorker(), await openWorker()];
    const { seed, campaignId } = await seedSending(db, 3, 3);
    const claim = { leaseId: one.lease.id, attempt: nextAttempt(), customerId: seed.customerId, campaignId };
    const claimed = (await claimBatch(db, { ...claim, limit: 3, now: at }))?.messages ?? [];
    assert.equal(claimed.length, 3);
    const n = nextTurnNumber();
    await commitTurn(db, one.lease.id, { outcomes: [], starts: claimed }, at, { n });
    one.water.acknowledged({ leaseId: one.lease.id, n });

    await replace();
    assert.deepEqual([await one.mayClaim(), await two.mayClaim()], [false, false]);
    assert.equal(await one.water.look(one.lease), true, 'it keeps its lease');
    assert.deepEqual([one.water.isPassing(), await one.mayClaim()], [true, false], 'the other one has not looked');
    assert.equal(await two.water.look(two.lease), true);
    assert.equal(await one.water.look(one.lease), true);
    assert.deepEqual([one.water.isPassing(), two.water.isPassing()], [false, false]);
    assert.deepEqual([await one.mayClaim(), await two.mayClaim()], [true, true]);
    assert.deepEqual([one.events, two.events], [[], ['store.taken-over']]);

    await replace();
    await db.updateTable('lease').set({ expires_at: 0 }).where('id', '=', two.lease.id).execute();
    assert.equal(await one.water.look(one.lease), true);
    assert.equal(await one.mayClaim(), true, 'nobody waits for one whose lease ran out');
  });

  test('one that misses its last turn says so, and everything is said again', async (t) => {
    if (!isPostgres(db)) return t.skip('a file has no standby');
    const worker = await openWorker();
    worker.water.acknowledged({ leaseId: worker.lease.id, n: nextTurnNumber() });
    await replace();
    assert.equal(await worker.water.look(worker.lease), false, 'it gave its lease up');
    assert.deepEqual(worker.events.slice(0, 2), ['store.went-back', 'store.said-again']);
    assert.equal(await worker.mayClaim(), false, 'until others had time for it too');
    await db.updateTable('high_water').set({ hold_until: 0 }).execute();
  });

  test('a process that starts meanwhile leaves it to those that are alive', async (t) => {
    if (!isPostgres(db)) return t.skip('a file has no standby');
    await db.deleteFrom('lease').execute();
    const alive = await openWorker();
    await replace();
    const late = await openWorker();
    assert.equal(late.water.isPassing(), true);
    assert.deepEqual(late.events, []);
    assert.equal(await alive.water.look(alive.lease), true);
    assert.equal(await late.mayClaim(), true);

    await db.deleteFrom('lease').execute();
    await replace();
    const alone = await openWorker();
    const events = ['store.went-back-unknown', 'store.went-back'];
    assert.deepEqual(alone.events, events, 'a dump that was loaded looks the same');
    await db.updateTable('high_water').set({ hold_until: 0 }).execute();
  });
});
