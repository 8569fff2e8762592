import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { assertCountersAreRows } from '../../test/support/delivery-rows.ts';
import { at, claimSome, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { ledgerOf } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { registerWorker } from '../coordination/lease.ts';
import { recoverLease } from '../messages/recover.ts';
import type { Attempt } from '../messages/turn.ts';
import type { Db, Store } from '../storage/db.ts';
import type { Turn } from './outcome.ts';
import { commitTurn } from './record.ts';

eachEngine('exactness', (engine) => {
  let store: Store;
  let db: Db;
  const opened = suiteStore(engine);
  before(() => {
    store = opened();
    db = store.db;
  });

  const sendingCampaign = async (subscribers: number) => (await seedSending(db, subscribers, 4)).campaignId;

  const claim = (leaseId: number, campaignId: number, now: number) => claimSome(db, leaseId, campaignId, { now });

  const nothing = () => ({ claimed: [] as Attempt[], flying: [] as Attempt[] });
  const rowsOf = (campaignId: number) => ledgerOf(db, campaignId);

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
        'late',
        'pause',
        'go',
      ),
      n: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const campaignId = await sendingCampaign(12);
        const workers = [
          { lease: await registerWorker(db), ...nothing() },
          { lease: await registerWorker(db), ...nothing() },
        ];
        const sends = new Map<string, number>();
        const turns: { leaseId: number; turn: Turn }[] = [];
        const commit = (leaseId: number, turn: Turn) => {
          turns.push({ leaseId, turn });
          return commitTurn(db, leaseId, turn, at);
        };
        for (const { who, what, n } of steps) {
          const worker = workers[who];
          if (!worker) continue;
          if (what === 'claim')
            worker.claimed.push(...(await claim(worker.lease.id, campaignId, Number.MAX_SAFE_INTEGER)));
          else if (what === 'start') {
            const starts = worker.claimed.splice(0, n);
            const started = await commit(worker.lease.id, { outcomes: [], starts });
            const refused = starts.filter((one) => !started.has(one));
            const back = refused.map((one) => outcome(one, 'pending', { isUnstarted: true }));
            await commit(worker.lease.id, { outcomes: back, starts: [] });
            for (const one of starts.filter((one) => started.has(one))) {
              const { id } = one;
              worker.flying.push(one);
              sends.set(id, (sends.get(id) ?? 0) + 1);
            }
          } else if (what === 'die') {
            await recoverLease(db, worker.lease, at);
            if (n > 2) Object.assign(worker, { lease: await registerWorker(db), ...nothing() });
          } else if (what === 'late') {
            // One of the last turns arrives a second time: all it could say is in the rows, or
            // somebody has them by now.
            const again = turns.at(-n);
            const before = await rowsOf(campaignId);
            if (again) await commitTurn(db, again.leaseId, again.turn, at);
            assert.deepEqual(await rowsOf(campaignId), before);
          } else if (what === 'pause' || what === 'go') {
            const status = what === 'go' ? 'sending' : 'paused';
            await db.updateTable('campaign').set({ status }).where('id', '=', campaignId).execute();
          } else {
            const outcomes = worker.flying
              .splice(0, n)
              .map((one) => outcome(one, what, { nextAttemptAt: what === 'deferred' ? at : null }));
            // Only what was not taken may be sent again.
            if (what === 'deferred' || what === 'pending')
              for (const { id } of outcomes) sends.set(id, (sends.get(id) ?? 1) - 1);
            await commit(worker.lease.id, { outcomes, starts: [] });
          }
          await assertCountersAreRows(db, campaignId);
        }
        for (const n of sends.values()) assert.ok(n <= 1, 'nobody twice');
      }),
      { numRuns: engine.name === 'sqlite' ? 60 : 15 },
    );
  });
});
