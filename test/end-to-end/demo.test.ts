// The demo, interrupted: nothing of it stays behind.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

test('SIGTERM ends the demo with its server, and its folder is gone', { timeout: 600_000 }, async (t) => {
  const folder = temporaryFolder(t, 'end-to-end');
  const child = spawn(process.execPath, [MAIN, 'demo'], {
    env: { ...processEnvironment(), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString('utf8');
  });
  await until('its server answers', () => output.includes('A list with'));
  const port = /on port (\d+)/.exec(output)?.[1];
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 143);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('mailwright-demo-')),
    [],
  );
  await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`), 'its server is gone');
});
