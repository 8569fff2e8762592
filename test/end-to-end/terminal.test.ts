// A server with a terminal that is closed, and one without: under nohup, systemd, in a container.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newClient } from '../../clients/typescript/src/client.ts';
import { freePort } from '../../src/network/free-port.ts';
import { isRunning, threadsOf } from '../support/process-state.ts';
import { addressOf, processEnvironment, SERVER_OPTIONS, serverEnvironment } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { install, makeCampaign, statusOf, storedMessages, takeAMoment } from './sending.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');
/** The server, for a shell. */
const SERVE = ['exec', process.execPath, ...SERVER_OPTIONS, MAIN, 'serve'].join(' ');

test('a terminal that is closed takes no output any more, and the server ends', async (t) => {
  if (spawnSync('script', ['--version']).error) return t.skip('there is no script (util-linux) here');
  const dataDir = temporaryFolder(t, 'terminal');
  const port = String(await freePort());
  const terminal = spawn('script', ['-qfec', SERVE, '/dev/null'], {
    env: { ...processEnvironment(), MAILWRIGHT_LOG_LEVEL: 'info', MAILWRIGHT_PORT: port, MAILWRIGHT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  terminal.stdout.on('data', (part: Buffer) => {
    said += part;
  });
  await until('it runs', () => said.includes('server.started') || terminal.exitCode !== null);
  const pid = Number(readFileSync(join(dataDir, 'server-web.pid'), 'utf8').match(/\d+/)?.[0]);
  assert.ok(isRunning(pid), said);
  terminal.kill('SIGKILL');
  for (let times = 0; times < 3; times += 1) hangUp(pid); // a shell says so too
  await hasEnded(t, pid, () => said);
  assert.equal(existsSync(join(dataDir, 'mailwright.db-wal')), false, 'the store was closed in order');
});

test('a terminal that stands still does not keep the server from its end', async (t) => {
  if (spawnSync('script', ['--version']).error) return t.skip('there is no script (util-linux) here');
  const dataDir = temporaryFolder(t, 'still');
  const port = String(await freePort());
  const terminal = spawn('script', ['-qfec', SERVE, '/dev/null'], {
    env: {
      ...processEnvironment(),
      MAILWRIGHT_LOG_LEVEL: 'debug',
      MAILWRIGHT_PORT: port,
      MAILWRIGHT_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => terminal.kill('SIGKILL'));
  let said = '';
  terminal.stdout.on('data', (part: Buffer) => {
    said += part;
  });
  await until('it runs', () => said.includes('server.started') || terminal.exitCode !== null);
  const pid = Number(readFileSync(join(dataDir, 'server-web.pid'), 'utf8').match(/\d+/)?.[0]);
  terminal.kill('SIGSTOP'); // it reads no line any more
  const path = `/${'x'.repeat(1_000)}`;
  for (let times = 0; times < 100; times += 1) await fetch(`http://127.0.0.1:${port}${path}`); // more than it holds
  process.kill(pid, 'SIGTERM');
  await hasEnded(t, pid, () => said);
  assert.equal(existsSync(join(dataDir, 'mailwright.db-wal')), false, 'the store was closed in order');
});

test('a terminal that is closed in the middle of a campaign: each lane finishes its message', async (t) => {
  if (spawnSync('script', ['--version']).error) return t.skip('there is no script (util-linux) here');
  const { sink, settings, start } = await install(t, 'sqlite');
  takeAMoment(sink);
  const terminal = spawn('script', ['-qfec', SERVE, '/dev/null'], {
    env: serverEnvironment(settings),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  terminal.stdout.on('data', (part: Buffer) => {
    said += part;
  });
  await until('it runs', () => said.includes('server.started') || terminal.exitCode !== null);
  const pid = Number(readFileSync(join(settings.dataDir, 'server-web.pid'), 'utf8').match(/\d+/)?.[0]);
  const apiKey = readFileSync(join(settings.dataDir, 'api-key'), 'utf8').trim();
  const people = 600;
  const campaignUid = await makeCampaign(
    { api: async () => newClient({ baseUrl: addressOf(settings), apiKey }) },
    people,
  );
  await until('messages come', () => sink.received.length >= 100);
  terminal.kill('SIGKILL');
  await hasEnded(t, pid, () => said);
  const { rows, leases } = await storedMessages(settings);
  const accepted = rows.filter(({ state }) => state === 'accepted');
  assert.ok(accepted.length < people, 'it ended in the middle');
  assert.deepEqual(accepted.map(({ email }) => email).sort(), sink.recipients().sort());
  assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(['accepted', 'pending']));
  assert.deepEqual(leases, []);
  const server = await start();
  await until('the campaign is sent', async () => (await statusOf(server, campaignUid)) === 'sent');
  assert.deepEqual([sink.received.length, new Set(sink.recipients()).size], [people, people]);
});

test('without a terminal neither SIGHUP nor a log on a full disk ends a server', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('there is no /dev/full here');
  const dataDir = temporaryFolder(t, 'hangup');
  const port = String(await freePort());
  const full = openSync('/dev/full', 'w');
  const server = spawn(process.execPath, [...SERVER_OPTIONS, MAIN, 'serve'], {
    env: { ...processEnvironment(), MAILWRIGHT_LOG_LEVEL: 'info', MAILWRIGHT_PORT: port, MAILWRIGHT_DATA_DIR: dataDir },
    stdio: ['ignore', full, 'pipe'],
  });
  t.after(() => server.kill('SIGKILL'));
  closeSync(full);
  let said = '';
  server.stderr?.on('data', (part: Buffer) => {
    said += part;
  });
  await until('it runs', () => said.includes('No users yet') || server.exitCode !== null);
  for (const signal of ['SIGHUP', 'SIGHUP'] as const) {
    server.kill(signal);
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
  }
  const base = `http://127.0.0.1:${port}`;
  const { warnings } = (await (await fetch(`${base}/readyz`)).json()) as { warnings: string[] };
  assert.ok(warnings.includes('The log takes no lines: the disk is full. They wait in memory; lost so far: 0.'));
  assert.match(await (await fetch(`${base}/metrics`)).text(), /^mailwright_log_up\{thread="main"\} 0$/m);
  const examination = await fetch(`${base}/api/installation/examination`, {
    method: 'POST',
    headers: { 'x-api-key': readFileSync(join(dataDir, 'api-key'), 'utf8').trim() },
    body: new URLSearchParams({ check: 'disk' }),
  });
  assert.match(await examination.text(), /"code":"log-waits".*"values":\{"reason":"the disk is full","lost":0\}/);
  server.kill('SIGTERM');
  assert.deepEqual(await once(server, 'exit'), [0, null]);
});

function hangUp(pid: number): void {
  try {
    process.kill(pid, 'SIGHUP');
  } catch {
    // it has ended
  }
}

/** Waits for the end of a server that is no child of ours, and ends one that does not. */
async function hasEnded(t: TestContext, pid: number, said: () => string): Promise<void> {
  try {
    await until('it has ended', () => !isRunning(pid));
  } catch (error) {
    t.diagnostic(`It said: ${said().slice(-4_000)}\nIts threads:\n${threadsOf(pid)}`);
    process.kill(pid, 'SIGKILL');
    throw error;
  }
}
