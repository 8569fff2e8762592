// Whatever runs at the same time on one store: each run is made once, each report is mailed once.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type Seed, seedCampaign, seedList } from '../../test/support/delivery-rows.ts';
import { at, DAY } from '../../test/support/recurring.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { createLogger } from '../kernel/log.ts';
import { type Db, openStore } from '../storage/db.ts';
import { makeDueRuns } from './recurring.ts';
import { mailReports } from './report.ts';

const log = createLogger('silent');
const ROUNDS = 100;
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

eachEngine('two loops on one store', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let seed: Seed;
  before(async () => {
    ({ db } = opened());
    seed = await seedList(db);
  });

  test(`${ROUNDS} rounds, each made by one of both`, async () => {
    const id = await recurs(db, seed);
    for (let round = 0; round < ROUNDS; round++) {
      const clock = { now: () => BEGIN + round * DAY };
      await isDone(db, seed);
      const looks = [1, 2].map(async () => {
        await makeDueRuns({ db, clock, log, mayGoOn: () => true });
        await mailReports({ db, clock, log, mayGoOn: () => true });
      });
      await Promise.all(looks);
    }
    const made = await runs(db);
    assert.deepEqual([made.length, new Set(made.map((run) => run.send_at)).size], [ROUNDS, ROUNDS]);
    assert.equal((await noted(db)).length, ROUNDS);
    const { run_count } = await db
      .selectFrom('campaign')
      .select('run_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(run_count, ROUNDS);
    assert.equal((await reports(db)).length, ROUNDS);
  });
});

test('two processes on one store', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-twice-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const { db, close } = await openStore({ dataDir });
  const seed = await seedList(db);
  for (let n = 0; n < ROUNDS; n++) {
    await recurs(db, seed);
    await isDone(db, seed);
  }
  await close();
  const script = join(import.meta.dirname, '..', '..', 'test', 'support', 'two-clocks.ts');
  const processes = [1, 2].map(() =>
    spawn(process.execPath, [script, JSON.stringify({ dataDir }), String(BEGIN)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  t.after(() => {
    for (const child of processes) child.kill();
  });
  const ends = processes.map((child) => once(child, 'exit'));
  await Promise.all(processes.map((child) => once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')));
  for (const child of processes) child.stdin?.write('go\n');
  for (const [code] of await Promise.all(ends)) assert.equal(code, 0);
  const after = await openStore({ dataDir });
  t.after(() => after.close());
  const made = await runs(after.db);
  assert.deepEqual([made.length, new Set(made.map((run) => run.parent_id)).size], [ROUNDS, ROUNDS]);
  assert.equal((await noted(after.db)).length, ROUNDS);
  assert.equal((await reports(after.db)).length, ROUNDS);
});
