// A server in the foreground of a terminal that is closed.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../src/network/free-port.ts';
import { processEnvironment } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

test('a terminal that is closed takes no output any more, and the server ends', async (t) => {
  if (spawnSync('script', ['--version']).error) return t.skip('there is no script (util-linux) here');
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-terminal-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = String(await freePort());
  const command = `exec ${process.execPath} ${MAIN} serve`;
  const terminal = spawn('script', ['-qfec', command, '/dev/null'], {
    env: { ...processEnvironment(), MAILWRIGHT_LOG_LEVEL: 'info', MAILWRIGHT_PORT: port, MAILWRIGHT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  terminal.stdout.on('data', (part: Buffer) => {
    said += part;
  });
  await until('it runs', () => said.includes('server.started') || terminal.exitCode !== null);
  const pid = Number(readFileSync(join(dataDir, 'server-web.pid'), 'utf8').match(/\d+/)?.[0]);
  assert.ok(isAlive(pid), said);
  terminal.kill('SIGKILL');
  await until('it has ended', () => !isAlive(pid));
  assert.equal(existsSync(join(dataDir, 'mailwright.db-wal')), false, 'the store was closed in order');
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
