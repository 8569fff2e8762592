// Nodes that send: processes with the role of a worker on one PostgreSQL database, of any tree of
// the program.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type * as stores from '../../src/storage/db.ts';
import type * as rows from '../../test/support/delivery-rows.ts';
import { MEMORY_FLAGS } from '../support/as-started.ts';
import { newsletter } from '../support/content.ts';
import { processorMs, statOf } from '../support/processor-time.ts';

const SECRET = 'a secret of benchmarks, 64 characters long for good measure.....';

export type Cluster = {
  readonly database: string;
  readonly pids: readonly number[];
  /** Processor time of all nodes so far, ms. */
  cpuMs(): number;
  /** Makes a campaign to `people` subscribers, who are on a list of their own. */
  prepare(people: number): Promise<{ begin(): Promise<number> }>;
  end(): Promise<void>;
};

type Options = { serverUrl: string; tree: string; nodes: number; lanes: number; sinkPort: number };

/** Makes a database and starts the nodes. */
export async function startCluster({ serverUrl, tree, nodes, lanes, sinkPort }: Options): Promise<Cluster> {
  const { openStore } = (await import(join(tree, 'src/storage/db.ts'))) as typeof stores;
  const seeds = (await import(join(tree, 'test/support/delivery-rows.ts'))) as typeof rows;
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
  const database = `mailwright_bench_${process.pid}_${Math.round(performance.now())}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${database}`);
  const databaseUrl = new URL(`/${database}`, serverUrl).href;
  const store = await openStore({ dataDir, databaseUrl });
  const { db } = store;
  const settings = {
    PATH: process.env['PATH'] ?? '',
    MALLOC_ARENA_MAX: '2',
    MAILWRIGHT_LOG_LEVEL: 'warn',
    MAILWRIGHT_ROLES: 'worker',
    MAILWRIGHT_DATABASE_URL: databaseUrl,
    MAILWRIGHT_SECRET: SECRET,
    MAILWRIGHT_BASE_URL: 'http://mail.bench.test',
    MAILWRIGHT_SMTP_URL: `smtp://127.0.0.1:${sinkPort}?ignoreTLS=true&lanes=${lanes}`,
  };
  const main = join(tree, 'src', 'main.ts');
  const children: ChildProcess[] = [];
  for (let i = 0; i < nodes; i += 1) {
    const env = { ...settings, MAILWRIGHT_DATA_DIR: join(dataDir, String(i)) };
    const options = { stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[], env };
    children.push(spawn(process.execPath, [...MEMORY_FLAGS, main, 'serve'], options));
  }
  const workers = async () => (await admin2.query("select 1 from lease where name like 'worker:%'")).rows.length;
  const admin2 = new pg.Client({ connectionString: databaseUrl });
  await admin2.connect();
  while ((await workers()) < nodes) {
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error('a node ended');
    await sleep(100);
  }
  await admin2.end();
  return {
    database,
    pids: children.map(({ pid }) => pid ?? 0),
    cpuMs: () => children.reduce((sum, { pid }) => sum + processorMs(statOf(pid ?? 0)), 0),
    async prepare(people) {
      const seed = await seeds.seedList(db);
      for (let from = 0; from < people; from += 50_000) {
        await seeds.seedSubscribers(db, seed, Math.min(50_000, people - from), { from, domains: 50 });
      }
      await admin.query('checkpoint');
      const chosen = { url_tracking: 'yes', open_tracking: 'yes', plain_text_email: 'no' };
      return {
        async begin() {
          const id = await seeds.seedCampaign(db, seed, { content: newsletter(), options: JSON.stringify(chosen) });
          await (store as Partial<typeof store>).tell?.(); // as the request does that begins one; older trees only look
          return id;
        },
      };
    },
    async end() {
      await Promise.all(children.map(ended));
      await store.close();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
