import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { MINUTE_MS } from './durations.ts';
import { createLogger } from './log.ts';

test('lines are JSON with an event, and never a secret', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  log.info({ event: 'a.b', key: 'hidden', relay: { password: 'hidden', host: 'h' } });
  log.debug({ event: 'too.low' });
  log.warn('prose of a library');
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(lines.length, 2);
  assert.equal(first?.['event'], 'a.b');
  assert.equal(first?.['level'], 'info');
  assert.match(String(first?.['time']), /^\d{4}-\d\d-\d\dT/);
  assert.doesNotMatch(lines.join(), /"hidden"/);
  assert.equal(second?.['event'], 'server.note');
  assert.equal(second?.['msg'], 'prose of a library');
});

test('of an error no row that a store refused', () => {
  const lines: string[] = [];
  const refused = Object.assign(new Error('duplicate key', { cause: new Error('why') }), {
    code: '23505',
    detail: 'Key (email)=(bob@example.com) already exists.',
  });
  createLogger('info', { write: (line) => lines.push(line) }).error({ event: 'a.b', err: refused });
  const { err } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([err.type, err.code, err.message], ['Error', '23505', 'duplicate key: why']);
  assert.match(err.stack, /log\.test\.ts/);
  assert.doesNotMatch(lines.join(), /bob@/);
});

/** Logs as many lines of a kB as it is told, and tells what keeps them from the log. */
const PROGRAM = `
  import { createLogger, logTrouble } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
  import { createInterface } from 'node:readline';
  const log = createLogger('info');
  createInterface({ input: process.stdin }).on('line', (count) => {
    for (let n = 0; n < Number(count); n += 1) log.info({ event: 'line', text: 'x'.repeat(1000) });
    setImmediate(() => console.error(JSON.stringify(logTrouble() ?? null)));
  });
`;

/** Ends with lines that have not been written yet. */
const LAST_LINES = `
  import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
  const log = createLogger('info');
  setImmediate(() => {
    for (let n = 0; n < 100; n += 1) log.info({ event: 'line', n });
    process.exit(3);
  });
`;

test('after a full disk the log goes on, and says how many lines were lost', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-log-'));
  t.after(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
  if (status !== 0) return t.skip('nothing can be mounted here');
  const [file, filler] = [join(folder, 'log'), join(folder, 'filler')];
  const written = openSync(file, 'a');
  const program = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: ['pipe', written, 'pipe'] });
  closeSync(written);
  t.after(() => program.kill('SIGKILL'));
  const told = createInterface({ input: program.stderr as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const log = async (lines: number) => {
    program.stdin?.write(`${lines}\n`);
    return JSON.parse((await told.next()).value ?? '') as { reason: string; lost: number } | null;
  };
  assert.equal(await log(1), null);
  assert.throws(() => writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024)), /ENOSPC/);
  await until('it waits', async () => (await log(1))?.reason === 'the disk is full');
  assert.ok(Number((await log(5_000))?.lost) > 500);
  assert.ok(Number((await log(1))?.lost) > 500);
  rmSync(filler);
  await until('it goes on by itself', () => readFileSync(file, 'utf8').includes('"event":"log.lost","lines":'));
  assert.equal(await log(1), null);
  program.stdin?.end();
  await once(program, 'exit');
});

test('lines that nobody takes do not keep a process from its end', { timeout: MINUTE_MS }, async (t) => {
  if (!existsSync('/dev/full')) return t.skip('there is no /dev/full here');
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  const program = spawn(process.execPath, ['--input-type=module', '-e', LAST_LINES], {
    stdio: ['ignore', full, 'inherit'],
  });
  t.after(() => program.kill('SIGKILL'));
  assert.deepEqual(await once(program, 'exit'), [3, null]);
});
