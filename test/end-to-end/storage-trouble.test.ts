// A disk that is full and a database that somebody else has locked: sending stops, nothing is lost,
// and it goes on by itself when there is room, with the process that was there before.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres } from '../../src/storage/postgres/connection.ts';
import type { Sink } from '../support/sink.ts';
import { until } from '../support/until.ts';
import {
  DATABASES,
  type Installation,
  install,
  makeReaders,
  startCampaign,
  statisticsOf,
  statusOf,
  storedMessages,
} from './sending.ts';

const PEOPLE = 500;
const QUIET_MS = 1_000;
/** Longer than a statement waits for a lock of SQLite. */
const LOCKED_MS = 6_500;

type Trouble = {
  /** Takes the room away. */
  begin(pid: number): void | Promise<void>;
  /** Gives it back. */
  end(pid: number): void | Promise<void>;
};

/** Sends to 1,000 people; in the middle of it the trouble comes, and goes again. */
async function sendThroughTrouble(t: TestContext, { sink, settings, start }: Installation, trouble: Trouble) {
  sink.answer(async (phase) => {
    if (phase === 'data_done') await sleep(10 + Math.random() * 10);
    return undefined;
  });
  let server = await start();
  const listUid = await makeReaders(server, PEOPLE);
  await server.end('SIGTERM');
  server = await start(); // its write-ahead log is empty again: what comes now needs room
  const pid = Number(server.child.pid);
  const campaignUid = await startCampaign(server, listUid);
  await until('some came', () => sink.received.length >= 50);
  await trouble.begin(pid);
  const stoppedAt = await quiet(sink);
  assert.ok(stoppedAt < PEOPLE, 'sending stops');
  assert.equal(await statusOf(server, campaignUid), 'sending'); // who only reads is not in trouble
  await trouble.end(pid);
  await until('the campaign is sent', async () => (await statusOf(server, campaignUid)) === 'sent');
  const statistics = await statisticsOf(server, campaignUid);
  await server.end('SIGTERM');
  assert.deepEqual(await server.exited, { code: 0, signal: null });

  const came = sink.recipients();
  assert.equal(came.length, PEOPLE);
  assert.equal(new Set(came).size, PEOPLE, 'nobody twice');
  const { rows, leases } = await storedMessages(settings);
  assert.equal(rows.length, PEOPLE);
  assert.deepEqual(
    rows.filter((row) => row.state !== 'accepted'),
    [],
    'nobody is lost, and of nobody it is uncertain',
  );
  assert.equal(statistics['delivery_success_count'], PEOPLE);
  // The clock's, which could not be renewed, may have to run out.
  assert.deepEqual(
    leases.filter((name) => name !== 'clock'),
    [],
  );
  t.diagnostic(`stopped at ${stoppedAt} messages`);
}

/** Waits until nothing comes any more; gives how many came. */
async function quiet(sink: Sink): Promise<number> {
  for (let came = -1; came !== sink.received.length; ) {
    came = sink.received.length;
    await sleep(QUIET_MS);
  }
  return sink.received.length;
}

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr ?? error}`);
}

const cannotMount = process.platform !== 'linux' || process.getuid?.() !== 0;

test('a disk that is full', {
  skip: cannotMount && 'mounting a small disk needs root',
  timeout: 600_000,
}, async (t) => {
  const disk = mkdtempSync(join(tmpdir(), 'mailwright-small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m,mode=700', 'none', disk], { encoding: 'utf8' });
  if (mounted.status !== 0) {
    rmSync(disk, { recursive: true, force: true });
    return t.skip(`no small disk can be mounted here: ${mounted.stderr}`);
  }
  const installation = await install(t, 'sqlite');
  t.after(() => {
    run('umount', '-l', disk);
    rmSync(disk, { recursive: true, force: true });
  });
  installation.settings.dataDir = disk;
  const filler = join(disk, 'filler');
  await sendThroughTrouble(t, installation, {
    begin: () => fillUp(filler),
    end: () => rmSync(filler),
  });
});

/** Writes until not one byte more fits. */
function fillUp(file: string): void {
  const handle = openSync(file, 'w');
  for (let size = 1024 * 1024; size >= 1; ) {
    try {
      writeSync(handle, Buffer.alloc(size));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
      size = Math.floor(size / 4);
    }
  }
  closeSync(handle);
}

const hasLimits = spawnSync('prlimit', ['--version']).status === 0;

test('files that may not grow', { skip: !hasLimits && 'there is no prlimit here', timeout: 600_000 }, async (t) => {
  const limit = (pid: number, bytes: string) => run('prlimit', '--pid', String(pid), `--fsize=${bytes}:`);
  await sendThroughTrouble(t, await install(t, 'sqlite'), {
    begin: (pid) => limit(pid, '4096'),
    end: (pid) => limit(pid, 'unlimited'),
  });
});

test('a database file that is moved away', { timeout: 600_000 }, async (t) => {
  const installation = await install(t, 'sqlite');
  const file = join(installation.settings.dataDir, 'mailwright.db');
  const elsewhere = `${file}.away`;
  await sendThroughTrouble(t, installation, {
    async begin() {
      renameSync(file, elsewhere);
      const isSaid = async () => {
        const answer = await fetch(`http://127.0.0.1:${installation.settings.port}/readyz`);
        return answer.status === 503 && /deleted, moved or replaced/.test(await answer.text());
      };
      await until('it says so', isSaid);
    },
    end: () => renameSync(elsewhere, file),
  });
});

test('files that cannot be opened', { skip: !hasLimits && 'there is no prlimit here', timeout: 600_000 }, async (t) => {
  const { settings, start } = await install(t, 'sqlite');
  const server = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 }); // nobody else is let in meanwhile
  t.after(() => agent.destroy());
  const ready = () =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const request = get({ port: settings.port, host: '127.0.0.1', path: '/readyz', agent }, (response) => {
        void text(response).then((body) => resolve({ status: response.statusCode, text: body }), reject);
      });
      request.on('error', reject);
    });
  assert.equal((await ready()).status, 200);
  const limit = (files: number) => run('prlimit', '--pid', String(server.child.pid), `--nofile=${files}:`);
  limit(8);
  await until('it says so', async () => (await ready()).status === 503);
  assert.match((await ready()).text, /"reason":"[^"]*No more files can be opened: [^"]*ulimit -n/);
  limit(1_024);
  await until('it is over', async () => (await ready()).status === 200);
});

test('a database that takes no changes', {
  skip: !DATABASES.some((database) => database === 'postgres') && 'needs a PostgreSQL server',
  timeout: 600_000,
}, async (t) => {
  const installation = await install(t, 'postgres');
  const { databaseUrl = '', port } = installation.settings;
  const admin = await connectPostgres(databaseUrl);
  t.after(() => admin.end());
  const name = new URL(databaseUrl).pathname.slice(1);
  const setReadOnly = async (isReadOnly: boolean) => {
    await admin.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    );
  };
  const readiness = async () => fetch(`http://127.0.0.1:${port}/readyz`);
  await sendThroughTrouble(t, installation, {
    async begin() {
      await setReadOnly(true);
      await until('it says so', async () =>
        /"reason":"The database does not accept changes: it is read-only/.test(await (await readiness()).text()),
      );
    },
    async end() {
      await admin.query('set default_transaction_read_only = off');
      await setReadOnly(false);
      await until('it is over', async () => (await readiness()).status === 200);
    },
  });
});

for (const database of DATABASES) {
  test(`a database that is locked for long, on ${database}`, { timeout: 600_000 }, async (t) => {
    const installation = await install(t, database);
    const { dataDir, databaseUrl } = installation.settings;
    let release: () => void | Promise<void> = () => undefined;
    t.after(() => release());
    await sendThroughTrouble(t, installation, {
      async begin() {
        release = databaseUrl === undefined ? lockFile(dataDir) : await lockTable(databaseUrl);
        await sleep(LOCKED_MS);
      },
      end: () => release(),
    });
  });
}

function lockFile(dataDir: string): () => void {
  const database = new DatabaseSync(join(dataDir, 'mailwright.db'), { timeout: 5_000 });
  database.exec('begin exclusive');
  return () => {
    if (database.isOpen) database.close();
  };
}

async function lockTable(databaseUrl: string): Promise<() => Promise<void>> {
  const client = await connectPostgres(databaseUrl);
  await client.query('begin');
  await client.query('lock table message in access exclusive mode');
  let released = false;
  return async () => {
    if (released) return;
    released = true;
    await client.query('rollback');
    await client.end();
  };
}
