// Backups and restores that are killed, or whose disk is full: nothing is left that looks whole,
// and the next one clears up.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/storage/db.ts';
import { runProcess, startCommand } from '../support/command-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MEGABYTES = 40;

type Place = {
  dataDir: string;
  file: string;
  environment: { MAILWRIGHT_DATA_DIR: string };
};

/** A data folder whose store takes a moment to copy. */
async function makeFolder(t: TestContext, megabytes = MEGABYTES): Promise<Place> {
  const place = temporaryFolder(t, 'backup');
  const dataDir = join(place, 'data');
  await (await openStore({ dataDir })).close();
  writeFileSync(join(dataDir, 'secret'), 'a secret of the test, long enough for it\n');
  const database = new DatabaseSync(join(dataDir, 'mailwright.db'));
  database.exec('create table filler (n integer primary key, bytes blob)');
  const insert = database.prepare('insert into filler (bytes) values (?)');
  database.exec('begin');
  for (let n = 0; n < megabytes; n += 1) insert.run(randomBytes(1_000_000));
  database.exec('commit');
  database.close();
  return { dataDir, file: join(place, 'night.mailwright'), environment: { MAILWRIGHT_DATA_DIR: dataDir } };
}

const sizeOf = (path: string) => (existsSync(path) ? statSync(path, { throwIfNoEntry: false })?.size : undefined) ?? 0;

/** Runs a command, and kills it when the condition holds; gives whether it was killed. */
async function killWhen(args: string[], environment: Record<string, string>, when: () => boolean): Promise<boolean> {
  const { child, ended } = startCommand(args, { environment });
  while (child.exitCode === null && !when()) await sleep(1);
  child.kill('SIGKILL');
  return (await ended).signal === 'SIGKILL';
}

const TRIES = 15;

/** Each moment once, and again while every signal came too late: this process may have to wait. */
function* untilKilled(killed: () => number, moments: readonly (() => boolean)[]): Generator<() => boolean> {
  yield* moments;
  for (let tries = 0; killed() === 0 && tries < TRIES; tries += 1) yield* moments.slice(0, 1);
}

test('a backup that is killed leaves no file; the next one clears up', { timeout: 600_000 }, async (t) => {
  const { file, environment } = await makeFolder(t);
  const part = `${file}.part`;
  let killed = 0;
  for (const when of untilKilled(
    () => killed,
    [
      () => sizeOf(join(part, 'mailwright.db')) > 1_000_000,
      () => sizeOf(join(part, 'archive')) > 1_000_000,
      () => sizeOf(join(part, 'archive')) > 35_000_000,
    ],
  )) {
    if (!(await killWhen(['backup', file], environment, when))) {
      rmSync(file);
      continue;
    }
    if (existsSync(file)) {
      rmSync(file); // it had its name before the signal came
      rmSync(part, { recursive: true, force: true });
      continue;
    }
    killed += 1;
    assert.equal(existsSync(part), true);
  }
  assert.ok(killed > 0);
  const [first, second] = await Promise.all([
    runProcess(['backup', file], { environment }),
    runProcess(['backup', file], { environment }),
  ]);
  assert.deepEqual([first.code, second.code].sort(), [0, 1], 'one of two at once');
  assert.match(`${first.err}${second.err}`, /Another backup is writing|exists\. A backup replaces nothing/);
  assert.equal(existsSync(part), false);
  const third = await runProcess(['backup', file], { environment });
  assert.deepEqual([third.code, /exists\. A backup replaces nothing/.test(third.err)], [1, true]);
  const folder = dirname(file);
  const named = await runProcess(['backup', folder], { environment });
  assert.deepEqual([named.code, named.err.includes(`${folder} is a folder. Name a file in it`)], [1, true]);
});

test('a restore that is killed is no data folder; the next one begins anew', { timeout: 600_000 }, async (t) => {
  const { dataDir, file, environment } = await makeFolder(t);
  assert.equal((await runProcess(['backup', file], { environment })).code, 0);
  const target = `${dataDir}-new`;
  const there = { MAILWRIGHT_DATA_DIR: target, MAILWRIGHT_PORT: '1' };
  const part = join(target, 'restore.part');
  let killed = 0;
  for (const when of untilKilled(
    () => killed,
    [
      () => sizeOf(join(part, 'mailwright.db')) > 1_000_000,
      () => existsSync(join(part, 'mailwright.db-wal')),
      () => existsSync(join(part, 'placing')),
    ],
  )) {
    if (!(await killWhen(['restore', file], there, when))) {
      rmSync(target, { recursive: true });
      continue;
    }
    if (!existsSync(part)) {
      rmSync(target, { recursive: true }); // all files had their place before the signal came
      continue;
    }
    killed += 1;
    for (const command of ['customer list', 'backup other']) {
      const refused = await runProcess(command.split(' '), { environment: there });
      assert.equal(refused.code, 1);
      assert.match(refused.err, /A restore into the folder .* has not ended|contains no database/);
    }
  }
  assert.ok(killed > 0);
  const restored = await runProcess(['restore', file], { environment: there });
  assert.deepEqual([restored.code, restored.err], [0, '']);
  assert.deepEqual(readdirSync(target).sort(), ['high-water.json', 'mailwright.db', 'secret']);
  const database = new DatabaseSync(join(target, 'mailwright.db'));
  assert.equal(database.prepare('select count(*) as n from filler').get()?.['n'], MEGABYTES);
  database.close();
  mkdirSync(part); // as a restore leaves it that was killed when all files had their place
  for (const command of ['customer list', 'backup other']) {
    const refused = await runProcess(command.split(' '), { environment: there });
    assert.deepEqual([refused.code, /has not ended/.test(refused.err)], [1, true], command);
  }
  rmSync(part, { recursive: true });
  const twice = await runProcess(['restore', file], { environment: there });
  assert.deepEqual([twice.code, /is not empty \(high-water\.json, mailwright\.db, secret/.test(twice.err)], [1, true]);
});

test('files may not grow so large: no file, and a line that says why', async (t) => {
  const { dataDir, file, environment } = await makeFolder(t, 8);
  const place = join(dataDir, '..');
  const limited = await runProcess(['backup', file], { environment, fileBlocks: 4_000 });
  assert.deepEqual([limited.code, limited.out], [1, '']);
  assert.match(limited.err, /^The backup .*night\.mailwright cannot be written: .*(full|ulimit -f)/);
  assert.deepEqual(readdirSync(place), ['data']);
  assert.equal((await runProcess(['backup', file], { environment })).code, 0);
  const target = join(place, 'new');
  const there = { MAILWRIGHT_DATA_DIR: target };
  const restored = await runProcess(['restore', file], { environment: there, fileBlocks: 4_000 });
  assert.equal(restored.code, 1);
  assert.match(restored.err, /cannot be restored into .*: .*(full|ulimit -f)/);
  assert.equal(existsSync(target), false, 'the folder that was made for it is gone too');
});

const cannotMount = process.platform !== 'linux' || process.getuid?.() !== 0;

test('a disk that is full', { skip: cannotMount && 'mounting a small disk needs root' }, async (t) => {
  const disk = mkdtempSync(join(tmpdir(), 'mailwright-small-disk-'));
  t.after(() => {
    spawnSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  const { environment, file } = await makeFolder(t, 12);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'none', disk], { encoding: 'utf8' });
  if (mounted.status !== 0) return t.skip(`no small disk can be mounted here: ${mounted.stderr}`);
  // The copy fits, the archive beside it does not.
  const full = await runProcess(['backup', join(disk, 'night.mailwright')], { environment });
  assert.deepEqual([full.code, full.out], [1, '']);
  assert.match(full.err, /cannot be written: the disk there is full/);
  assert.deepEqual(readdirSync(disk), []);
  assert.equal((await runProcess(['backup', file], { environment })).code, 0);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(8_000_000));
  const target = join(disk, 'data');
  const restored = await runProcess(['restore', file], { environment: { MAILWRIGHT_DATA_DIR: target } });
  assert.equal(restored.code, 1);
  assert.match(restored.err, /cannot be restored into .*: the disk there is full/);
  assert.equal(existsSync(target), false, 'the folder that was made for it is gone too');
});
