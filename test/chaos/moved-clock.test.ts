import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The clock is moved at run time, in the process and in its threads; durations are not.
const PROGRAM = `
  const { isMainThread, parentPort, Worker } = require('node:worker_threads');
  const { writeFileSync } = require('node:fs');
  const now = () => [Date.now(), +new Date(), Date.parse(Date()), Temporal.Now.instant().epochMilliseconds,
    performance.timeOrigin + performance.now()];
  if (isMainThread) {
    const before = [now(), performance.now()];
    writeFileSync(process.env.MAILWRIGHT_CHAOS_CLOCK, '-7200000');
    setTimeout(() => {
      const thread = new Worker(process.argv[1]);
      thread.on('message', (told) => {
        console.log(JSON.stringify({ before: before[0], after: now(), thread: told, took: performance.now() - before[1],
          given: new Date(5).getTime(), isDate: new Date() instanceof Date }));
      });
    }, 200);
  } else parentPort.postMessage(now());
`;

test('the clock of a process and its threads is moved, durations are not', (t) => {
  const folder = temporaryFolder(t, 'clock');
  const [program, clock] = [join(folder, 'program.cjs'), join(folder, 'clock')];
  writeFileSync(program, PROGRAM);
  writeFileSync(clock, '3600000');
  const startedAt = Date.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', join(import.meta.dirname, 'moved-clock.ts'), program],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], MAILWRIGHT_CHAOS_CLOCK: clock } },
  );
  const endedAt = Date.now();
  const told = JSON.parse(stdout || `"${stderr}"`);
  for (const [readings, moved] of [
    [told.before, 3_600_000],
    [told.after, -7_200_000],
    [told.thread, -7_200_000],
  ] as const) {
    assert.equal(readings.length, 5);
    for (const reading of readings) {
      assert.ok(reading >= startedAt + moved - 1_000 && reading <= endedAt + moved + 1_000, `${reading} by ${moved}`);
    }
  }
  assert.ok(told.took >= 0 && told.took <= endedAt - startedAt);
  assert.equal(told.given, 5);
  assert.equal(told.isDate, true);
});
