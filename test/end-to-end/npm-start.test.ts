// `npm start` in a process of its own: a signal to npm ends the server in order, and nobody stays.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../src/network/free-port.ts';
import { processEnvironment } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Older ones keep signals to themselves. */
const PASSES_ON = 10;

const npmVersion = () => {
  try {
    return Number(execFileSync('npm', ['--version'], { encoding: 'utf8' }).split('.')[0]);
  } catch {
    return 0;
  }
};
const skip =
  (process.platform !== 'linux' && 'tried on Linux') || (npmVersion() < PASSES_ON && 'this npm keeps signals');

test('npm start leaves one process beside npm, and SIGTERM ends both in order', {
  skip,
  timeout: 600_000,
}, async (t) => {
  const dataDir = temporaryFolder(t, 'npm-start');
  const settings = { MAILWRIGHT_PORT: String(await freePort()), MAILWRIGHT_DATA_DIR: dataDir };
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...processEnvironment(), HOME: dataDir, npm_config_update_notifier: 'false', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => npm.kill('SIGKILL'));
  let output = '';
  npm.stdout.on('data', (part: Buffer) => {
    output += part.toString('utf8');
  });
  await until('it runs', () => output.includes('server.started'));
  const children = childrenOf(npm.pid ?? 0);
  assert.equal(children.length, 1, 'no shell stays between');
  assert.match(readFileSync(`/proc/${children[0]}/cmdline`, 'utf8'), /node\0.*main\.ts\0serve/s);
  assert.deepEqual(childrenOf(children[0] ?? 0), []);
  npm.kill('SIGTERM');
  const [code, signal] = await once(npm, 'close');
  assert.deepEqual([code, signal], [0, null]);
  assert.match(output, /server\.stopped/);
  assert.equal(readdirSync('/proc').includes(String(children[0])), false, 'the server is gone');
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
