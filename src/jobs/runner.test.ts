// Whose jobs run when places are few.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { seedList } from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { systemClock } from '../kernel/clock.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { createLogger } from '../kernel/log.ts';
import type { Db, Job } from '../storage/tables.ts';
import { insertJob } from './queries.ts';
import { runJobs } from './runner.ts';

eachEngine('jobs of several customers', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function add(customerId: number, jobs: number) {
    const nothing = { listId: null, parameters: {}, progress: {}, at: 1 };
    for (let n = 0; n < jobs; n++) await insertJob(db, { customerId, kind: 'import', state: 'waiting', ...nothing });
  }
  async function customerWith(jobs: number): Promise<number> {
    const { customerId } = await seedList(db);
    await add(customerId, jobs);
    return customerId;
  }
  const run = (work: (job: Job) => Promise<void>) =>
    runJobs(
      { db, clock: systemClock, log: createLogger('silent'), mayGoOn: () => true },
      {
        import: {
          async run({ job }) {
            await work(job);
            return 'done';
          },
        },
      },
    );

  test('each gets a turn before anybody gets another one', async () => {
    const customers: number[] = [];
    for (const jobs of [6, 6, 1, 2, 1]) customers.push(await customerWith(jobs));
    const begun: number[] = [];
    await run(async ({ customer_id }) => void begun.push(customer_id));
    assert.equal(begun.length, 16);
    assert.deepEqual(new Set(begun.slice(0, 5)), new Set(customers));
  });

  test('one that failed while the clock was ahead by days is due when it is put back', async () => {
    const customerId = await customerWith(1);
    const due_at = systemClock.now() + 2 * DAY_MS;
    await db.updateTable('job').set({ due_at }).where('customer_id', '=', customerId).execute();
    const begun: number[] = [];
    await run(async ({ customer_id }) => void begun.push(customer_id));
    assert.deepEqual(begun, [customerId]);
  });

  test('who has many leaves a place for who comes later', async () => {
    const many = [await customerWith(5), await customerWith(5)];
    const gate = Promise.withResolvers<void>();
    const begun: number[] = [];
    const running = run(async ({ customer_id }) => {
      begun.push(customer_id);
      if (many.includes(customer_id)) await gate.promise;
    });
    await until('they have what they get', () => begun.length === 3);
    const late = await customerWith(1);
    await until('the late one has begun', () => begun.includes(late));
    assert.equal(begun.length, 4);
    gate.resolve();
    await running;
    assert.equal(begun.length, 11);
  });

  test('those that stop as nobody may go on are left to the next node, and not begun over and over', async () => {
    for (let customers = 0; customers < 3; customers++) await customerWith(2);
    let [mayGoOn, begun] = [true, 0];
    const stopping = async () => {
      begun += 1;
      mayGoOn = false; // the server stops just when the job is claimed
      return begun < 50 ? ('stopped' as const) : ('done' as const);
    };
    const tools = { db, clock: systemClock, log: createLogger('silent'), mayGoOn: () => mayGoOn };
    await runJobs(tools, { import: { run: stopping } });
    assert.ok(begun <= 4, `${begun} were begun`);
    let ended = 0;
    await run(async () => {
      ended += 1;
    });
    assert.equal(ended, 6);
  });
});
