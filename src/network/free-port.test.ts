import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { freePort } from './free-port.ts';

const MODULE = JSON.stringify(new URL('./free-port.ts', import.meta.url).href);

test('a port that was given out is nobody else’s before its server listens', async () => {
  const wished = await freePort();
  assert.notEqual(await freePort(wished), wished);
  if (process.platform !== 'linux') return;
  const ask = `import(${MODULE}).then(async ({ freePort }) => console.log(await freePort(${wished})))`;
  const other = spawn(process.execPath, ['-e', ask], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  other.stdout.on('data', (part) => (said += part));
  await once(other, 'close');
  assert.match(said, /^\d{5}\n$/);
  assert.notEqual(said.trim(), String(wished));
});
