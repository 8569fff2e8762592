// Messages sent a second, end to end: a row per recipient frozen, claimed, put in flight, composed
// (5 KB of personalized HTML, 12 tracked links, each signed), sent to a mail server on the same
// machine, and its outcome committed. The server runs as in production, in separate processes, and
// has been running for some seconds: what its start costs is not the campaign's.
// Right before each case `smtp-source -d` sends messages of the same size over as many sessions to
// the same sink; the table has the ratio, as machines differ and change. nodemailer's pool runs
// once.
//
//   node bench/delivery.ts [--people 10000,100000] [--customers 1,60] [--workers 1,2]
//     [--lanes 20,50] [--dkim none,rsa,both] [--parts html,both] [--no-web] [--no-peers]
//     [--profile <folder>]
//
// People: of all customers; each customer sends a campaign to its part of them, all at once.
// With --profile each thread's ten hottest functions follow, of the last case.
// Parts: HTML alone, or with the plain text that campaigns have by default, which makes the message
// twice as long. On PostgreSQL when MAILWRIGHT_TEST_DATABASE_URL names a server; workers are
// processes there, threads on SQLite.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDomain } from '../src/domains/create.ts';
import { newApiKey, newUid } from '../src/kernel/ids.ts';
import { freePort } from '../src/network/free-port.ts';
import { openStore, type Store } from '../src/storage/db.ts';
import { announceChange } from '../src/storage/spread/customers-to-poll.ts';
import {
  campaignOf,
  countersOf,
  type Seed,
  seedCampaign,
  seedList,
  seedSubscribers,
} from '../test/support/delivery-rows.ts';
import { readOptions } from '../test/support/options.ts';
import { MESSAGE_BYTES, newsletter } from './support/content.ts';
import { machine } from './support/machine.ts';
import { nodemailerRate, type Sink, smtpSourceRate, startSink } from './support/peers.ts';
import { startWatched, type WatchedProcess } from './support/process.ts';
import { hottest } from './support/profile.ts';
import { watchWeb } from './support/web.ts';

const { values: options } = readOptions(import.meta.filename, {
  people: { type: 'string', default: '10000,100000' },
  customers: { type: 'string', default: '1' },
  workers: { type: 'string', default: '1' },
  lanes: { type: 'string', default: '50' },
  dkim: { type: 'string', default: 'none' },
  parts: { type: 'string', default: 'html,both' },
  'no-web': { type: 'boolean', default: false },
  'no-peers': { type: 'boolean', default: false },
  profile: { type: 'string' },
});
const numbers = (text: string) => text.split(',').map(Number);

const folder = options.profile;
const profiling = folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];

/** In the first two seconds a server compiles what it has loaded, and tidies its heap. */
const SETTLED_MS = 3_000;

const SECRET = 'a secret of benchmarks, 64 characters long for good measure.....';
const apiKey = newApiKey();
const content = newsletter();

type Case = { people: number; customers: number; workers: number; lanes: number; dkim: string; parts: string };
type Place = { store: Store; settings: Record<string, string>; size(): Promise<number>; drop(): Promise<void> };

const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];

async function makePlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
  if (serverUrl === undefined) {
    const store = await openStore({ dataDir });
    const file = join(dataDir, 'mailwright.db');
    return {
      store,
      settings: { MAILWRIGHT_DATA_DIR: dataDir },
      size: async () => statSync(file).size,
      async drop() {
        await store.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }
  const database = `mailwright_bench_${newUid()}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${database}`);
  const databaseUrl = new URL(`/${database}`, serverUrl).href;
  const store = await openStore({ dataDir, databaseUrl });
  return {
    store,
    settings: { MAILWRIGHT_DATA_DIR: dataDir, MAILWRIGHT_DATABASE_URL: databaseUrl },
    async size() {
      const { rows } = await admin.query('select pg_database_size($1) as size', [database]);
      return Number(rows[0].size);
    },
    async drop() {
      await store.close();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function measure(sink: Sink, of: Case): Promise<string> {
  const source = options['no-peers'] ? undefined : smtpSourceRate(sink, MESSAGE_BYTES[of.parts] ?? 0, of.lanes);
  const place = await makePlace();
  const { db } = place.store;
  const seeds = await seedCustomers(place.store, of);
  const isPostgres = serverUrl !== undefined;
  const processes = isPostgres ? of.workers : 1;
  const settings = {
    ...place.settings,
    MAILWRIGHT_SECRET: SECRET,
    MAILWRIGHT_API_KEY: apiKey,
    MAILWRIGHT_BASE_URL: 'http://mail.bench.test',
    MAILWRIGHT_SMTP_URL: `smtp://127.0.0.1:${sink.port}?ignoreTLS=true&lanes=${Math.ceil(of.lanes / processes)}`,
    MAILWRIGHT_WORKERS: isPostgres ? '1' : String(of.workers),
  };
  const servers: WatchedProcess[] = [];
  for (let i = 0; i < processes; i += 1) servers.push(await startWatched(await freePort(), settings, profiling));
  await sleep(SETTLED_MS);
  const cpuBefore = servers.map((server) => server.cpuSeconds());
  const chosen = { url_tracking: 'yes', open_tracking: 'yes', plain_text_email: of.parts === 'html' ? 'no' : 'yes' };
  const startedAt = performance.now();
  const campaigns: number[] = [];
  for (const seed of seeds) {
    await announceChange(db, seed.customerId); // as the request does that begins a campaign
    campaigns.push(await seedCampaign(db, seed, { content, options: JSON.stringify(chosen) }));
  }
  await place.store.tell();
  const web = options['no-web'] ? undefined : watchWeb(servers[0]?.baseUrl ?? '', apiKey);
  let frozenAt = 0;
  const memory: number[] = [];
  for (const left = [...campaigns]; left.length > 0; ) {
    if (frozenAt === 0 && (await campaignOf(db, campaigns.at(-1) ?? 0)).freeze_done === 1) frozenAt = performance.now();
    memory.push(Math.max(...servers.map((server) => server.memory())));
    if ((await campaignOf(db, left[0] ?? 0)).status === 'sent') left.shift();
    else await sleep(20);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = servers.reduce((sum, server, i) => sum + server.cpuSeconds() - (cpuBefore[i] ?? 0), 0);
  const p99 = await web?.stop();
  const accepted = (await Promise.all(campaigns.map((id) => countersOf(db, id)))).reduce(
    (sum, one) => sum + one.accepted,
    0,
  );
  if (accepted !== of.people) throw new Error(`${accepted} of ${of.people} accepted`);
  const size = Math.round((await place.size()) / 1e6);
  await Promise.all(servers.map((server) => server.end()));
  await place.drop();
  const rate = Math.round(of.people / seconds);
  const quarter = memory[Math.floor(memory.length / 4)] ?? 0;
  const cells = [
    isPostgres ? 'PostgreSQL' : 'SQLite',
    ...[of.people, of.customers, of.workers, of.lanes, of.dkim, of.parts],
    rate.toLocaleString('en'),
    ...[source?.toLocaleString('en') ?? '–', source === undefined ? '–' : (rate / source).toFixed(2)],
    ((frozenAt - startedAt) / 1000).toFixed(1),
    seconds.toFixed(1),
    ((cpu / of.people) * 1e6).toFixed(0),
    `${quarter} / ${memory.at(-1)} / ${Math.max(...memory)}`,
    ...[size, p99?.toFixed(1) ?? '–'],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Makes the customers, each with a list of its part of the people. */
async function seedCustomers(store: Store, { people, customers, dkim }: Case): Promise<Seed[]> {
  const seeds: Seed[] = [];
  for (let n = 0; n < customers; n += 1) {
    const seed = await seedList(store.db);
    const [first, end] = [n, n + 1].map((at) => Math.round((people * at) / customers)) as [number, number];
    for (let from = first; from < end; from += 50_000)
      await seedSubscribers(store.db, seed, Math.min(50_000, end - from), { from, domains: 50 });
    if (dkim !== 'none') await addKeys(store, seed.customerId, dkim);
    seeds.push(seed);
  }
  return seeds;
}

async function addKeys({ db }: Store, customerId: number, which: string): Promise<void> {
  const algorithms = which === 'both' ? (['rsa-sha256', 'ed25519-sha256'] as const) : (['rsa-sha256'] as const);
  await createDomain(db, { customerId, name: 'example.com', algorithms, secret: SECRET, at: Date.now() });
}

const sink = await startSink();
const parts = options.parts.split(',');
const pool = options['no-peers'] ? undefined : await nodemailerRate(sink, content);
console.log(`HTML of ${content.length} bytes, 12 tracked links; ${sink.name} on the same machine
${machine()}
nodemailer's pool, 20 connections, nothing written down: ${pool?.toLocaleString('en') ?? '–'} messages/s

| engine | recipients | customers | workers | lanes | DKIM | parts | messages/s | smtp-source -d | ratio | frozen after s | accepted after s | CPU µs a message | memory MB (quarter / end / most) | store MB | web p99 ms |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|`);
const cases = options.dkim.split(',').flatMap((dkim) => parts.map((part) => ({ dkim, parts: part })));
for (const { dkim, parts } of cases) {
  for (const people of numbers(options.people)) {
    for (const workers of numbers(options.workers)) {
      for (const lanes of numbers(options.lanes)) {
        for (const customers of numbers(options.customers))
          console.log(await measure(sink, { people, customers, workers, lanes, dkim, parts }));
      }
    }
  }
}
sink.stop();
if (folder !== undefined) console.log(hottest(folder, 10));
