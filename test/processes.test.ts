// A run of tests ends, whatever its files do.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runGroups } from './processes.ts';

test('a hook that does not end is named, and ends with its process', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stuck.test.mjs');
  writeFileSync(
    file,
    `import { after, describe, test } from 'node:test';
    describe('what holds on', () => {
      after(() => new Promise((resolve) => setTimeout(resolve, 600_000)));
      test('passes', () => undefined);
    });`,
  );
  const log = t.mock.method(console, 'log', () => undefined);
  const { exitCode } = await runGroups({
    groups: [[file]],
    atOnce: 1,
    options: [],
    env: process.env,
    isVerbose: false,
    silentMs: 2_000,
  });
  const said = log.mock.calls.map((call) => String(call.arguments[0])).join('\n');
  log.mock.restore();
  assert.notEqual(exitCode, 0);
  assert.match(said, /✖ what holds on \(.*stuck\.test\.mjs:2\)/);
});
