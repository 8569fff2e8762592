// Rest: a server without work leaves its store alone, and is awake at once when there is some, also
// when another process was told of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../src/network/free-port.ts';
import { until } from '../support/until.ts';
import { DATABASES, install, makeCampaign } from './sending.ts';

/** Longer than a worker waits for more before it rests. */
const UNTIL_REST_MS = 16_000;
/** Who only looks from time to time does so after 6.8 s at the earliest. */
const AWAKE_MS = 6_500;
const COUNTED_MS = 15_000;

for (const database of DATABASES) {
  test(`a resting worker of another process begins at once, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { sink, settings, start } = await install(t, database);
    const web = await start({ environment: { MAILWRIGHT_ROLES: 'web' } });
    const port = await freePort();
    const roles = { MAILWRIGHT_ROLES: 'worker,clock' };
    const sender = await start({ port, environment: roles }, /delivery\.started/);
    await until('others are heard', () => sender.output().includes('waking.heard'));
    await sleep(UNTIL_REST_MS);
    const { databaseUrl } = settings;
    if (databaseUrl !== undefined) {
      // Two processes, and what the server does by itself; awake, each makes forty a second.
      const most = (5 * COUNTED_MS) / 1_000;
      await until('they rest', async () => (await transactionsIn(databaseUrl, COUNTED_MS)) <= most);
    }
    await makeCampaign(web, 3);
    const startedAt = performance.now();
    await until('the first message comes', () => sink.received.length > 0);
    const ms = performance.now() - startedAt;
    assert.ok(ms < AWAKE_MS, `it took ${ms} ms`);
    await until('all come', () => sink.received.length === 3);
  });
}

async function transactionsIn(databaseUrl: string, ms: number): Promise<number> {
  const { pathname } = new URL(databaseUrl);
  const admin = new pg.Client({ connectionString: process.env['MAILWRIGHT_TEST_DATABASE_URL'] });
  await admin.connect();
  const count = async () => {
    const query = 'select xact_commit from pg_stat_database where datname = $1';
    const { rows } = await admin.query<{ xact_commit: string }>(query, [pathname.slice(1)]);
    return Number(rows[0]?.xact_commit);
  };
  const before = await count();
  await sleep(ms);
  const after = await count();
  await admin.end();
  return after - before;
}
