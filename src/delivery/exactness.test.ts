import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { assertCountersAreRows } from '../../test/support/delivery-rows.ts';
import { at, claimIds, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import type { Db, Store } from '../storage/db.ts';
import { registerWorker } from './lease.ts';
import { commitTurn } from './record.ts';
import { recoverLease } from './recover.ts';

eachEngine('exactness', (engine) => {
  let store: Store;
  let db: Db;
  const opened = suiteStore(engine);
  before(() => {
    store = opened();
    db = store.db;
  });

  const sendingCampaign = async (subscribers: number) => (await seedSending(db, subscribers)).campaignId;

  const claim = (leaseId: number, campaignId: number, limit?: number, now?: number) =>
    claimIds(db, leaseId, campaignId, { limit, now });

  test('whatever two workers do in whatever order, counters say what the rows say', async () => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 1 }),
      what: fc.constantFrom(
        'claim',
        'start',
        'accepted',
        'deferred',
        'rejected',
        'uncertain',
        'pending',
        'die',
        'pause',
        'go',
      ),
      n: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const campaignId = await sendingCampaign(12);
        const workers = [
          { lease: await registerWorker(db), claimed: [] as number[], flying: [] as number[] },
          { lease: await registerWorker(db), claimed: [] as number[], flying: [] as number[] },
        ];
        const sends = new Map<number, number>();
        for (const { who, what, n } of steps) {
          const worker = workers[who];
          if (!worker) continue;
          if (what === 'claim')
            worker.claimed.push(...(await claim(worker.lease.id, campaignId, n, Number.MAX_SAFE_INTEGER)));
          else if (what === 'start') {
            const starts = worker.claimed.splice(0, n);
            for (const id of await commitTurn(db, worker.lease.id, { outcomes: [], starts }, at)) {
              worker.flying.push(id);
              sends.set(id, (sends.get(id) ?? 0) + 1);
            }
          } else if (what === 'die') {
            await recoverLease(db, worker.lease, at);
            if (n > 2) Object.assign(worker, { lease: await registerWorker(db), claimed: [], flying: [] });
          } else if (what === 'pause' || what === 'go') {
            const status = what === 'go' ? 'sending' : 'paused';
            await db.updateTable('campaign').set({ status }).where('id', '=', campaignId).execute();
          } else {
            const outcomes = worker.flying
              .splice(0, n)
              .map((id) => outcome(id, what, { nextAttemptAt: what === 'deferred' ? at : null }));
            // Only what was not taken may be sent again.
            if (what === 'deferred' || what === 'pending')
              for (const { messageId } of outcomes) sends.set(messageId, (sends.get(messageId) ?? 1) - 1);
            await commitTurn(db, worker.lease.id, { outcomes, starts: [] }, at);
          }
          await assertCountersAreRows(db, campaignId);
        }
        for (const n of sends.values()) assert.ok(n <= 1, 'nobody twice');
      }),
      { numRuns: engine.name === 'sqlite' ? 60 : 15 },
    );
  });
});
