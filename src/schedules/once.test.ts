// With concurrent processes on one store each run is created once, and each report is mailed once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { type Seed, seedCampaign, seedList } from '../../test/support/delivery-rows.ts';
import { at, DAY } from '../../test/support/recurring.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { createLogger } from '../kernel/log.ts';
import type { Db, StorePlace } from '../storage/db.ts';
import { createDueRuns } from './recurring.ts';
import { mailReports } from './report/report.ts';

const log = createLogger('silent');
const ROUNDS = 100;
/**
 * For two loops in one process, where a round in the in-process PostgreSQL takes a quarter of a
 * second.
 */
const LOOPED = 30;
const BEGIN = at('2026-11-21T09:00:00');

const CRON = { cronjob: '0 9 * * *', cronjob_enabled: 1 };
const recurs = (db: Db, seed: Seed) =>
  seedCampaign(db, seed, { status: 'sending', options: JSON.stringify(CRON), next_run_at: BEGIN });
const isDone = (db: Db, seed: Seed) =>
  seedCampaign(db, seed, { status: 'sent', options: '{"email_stats":"boss@example.com"}', report_due: 1 });

const runs = (db: Db) =>
  db.selectFrom('campaign').select(['parent_id', 'send_at']).where('parent_id', 'is not', null).execute();
const noted = (db: Db) => db.selectFrom('campaign_run').selectAll().execute();
const reports = (db: Db) => db.selectFrom('email').select('id').where('kind', '=', 'report').execute();

/**
 * How many statements each of two processes runs before it dies, for each time both are started.
 */
const LIVES = [
  [40, 151],
  [233, 97],
  [Infinity, Infinity],
] as const;

eachEngine('concurrent processes on one store', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let seed: Seed;
  before(async () => {
    ({ db } = opened());
    seed = await seedList(db);
  });

  test(`two loops, ${LOOPED} rounds: each run is created once`, async () => {
    const id = await recurs(db, seed);
    for (let round = 0; round < LOOPED; round++) {
      const clock = { now: () => BEGIN + round * DAY };
      await isDone(db, seed);
      const looks = [1, 2].map(async () => {
        await createDueRuns({ db, clock, log, mayGoOn: () => true });
        await mailReports({ db, clock, log, mayGoOn: () => true });
      });
      await Promise.all(looks);
    }
    const made = await runs(db);
    assert.deepEqual([made.length, new Set(made.map((run) => run.send_at)).size], [LOOPED, LOOPED]);
    assert.equal((await noted(db)).length, LOOPED);
    const { run_count } = await db
      .selectFrom('campaign')
      .select('run_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(run_count, LOOPED);
    assert.equal((await reports(db)).length, LOOPED);
  });

  test('two processes, killed in the middle and started again: each run is made once, and each report', async (t) => {
    if (engine.name === 'pglite') return t.skip('no other process can open it');
    const { db, place } = await engine.open(t);
    assert.ok(place);
    const seed = await seedList(db);
    for (let n = 0; n < ROUNDS; n++) {
      await recurs(db, seed);
      await isDone(db, seed);
    }
    for (const lives of LIVES) {
      const ends = await runTwo(t, place, lives);
      const expected = lives.map((life) => (life === Infinity ? [0, null] : [null, 'SIGKILL']));
      assert.deepEqual(ends, expected);
    }
    const made = await runs(db);
    assert.deepEqual([made.length, new Set(made.map((run) => run.parent_id)).size], [ROUNDS, ROUNDS]);
    assert.equal((await noted(db)).length, ROUNDS);
    assert.equal((await reports(db)).length, ROUNDS);
  });
});

/** Two processes started together. @returns how each ended: exit code, signal */
async function runTwo(t: TestContext, place: StorePlace, lives: readonly [number, number]): Promise<unknown[][]> {
  const script = join(import.meta.dirname, '..', '..', 'test', 'support', 'two-clocks.ts');
  const processes = lives.map((life) =>
    spawn(process.execPath, [script, JSON.stringify(place), String(BEGIN), String(life)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  t.after(() => {
    for (const child of processes) child.kill();
  });
  const ends = processes.map((child) => once(child, 'exit'));
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));
  for (const { stdin } of processes) stdin.write('go\n');
  return Promise.all(ends);
}
