// Several processes writing to one SQLite store.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { holdServing } from '../../coordination/serving.ts';
import { type Db, inTransaction, isAwaited, openStore, type Tx } from '../db.ts';
import { STORE_FILE } from '../folder.ts';
import { whyNoChanges } from '../probe.ts';
import { openSlices, type Slices } from '../slices.ts';
import { storeTrouble } from '../trouble.ts';
import { openTurnstile } from './lock.ts';

const folder = (t: TestContext) => temporaryFolder(t, 'lock');

/**
 * Runs TypeScript in a separate process until the test ends; resolves when it has printed
 * something.
 */
async function startProcess(t: TestContext, code: string, ...args: string[]) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: import.meta.dirname,
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** Holds the lock for some ms, one turn right after the other, and counts its turns. */
const HOG = `import { inUnsyncedTransaction, openStore } from '../db.ts';
import { sql } from 'kysely';
const { db } = await openStore({ dataDir: process.argv[1] });
await sql\`create table if not exists turns (n integer)\`.execute(db);
await sql\`insert into turns values (0)\`.execute(db);
console.log('here');
for (;;) await inUnsyncedTransaction(db, async (tx) => {
  await sql\`update turns set n = n + 1\`.execute(tx);
  for (const until = performance.now() + Number(process.argv[2]); performance.now() < until; );
});`;

test('a turnstile that somebody holds can be opened, and is taken until they leave it', (t) => {
  const path = join(folder(t), 'turn');
  const first = openTurnstile(path);
  first.enter();
  const late = openTurnstile(path);
  t.after(() => {
    first.close();
    late.close();
  });
  assert.equal(late.isTaken(), true);
  assert.throws(() => late.enter(), /database is locked/);
  assert.equal(first.isTaken(), false, 'by no other process');
  first.leave();
  assert.equal(late.isTaken(), false);
  late.enter();
  assert.equal(first.isTaken(), true);
});

test('a store is opened while another process holds its lock and its turnstile', async (t) => {
  const dataDir = folder(t);
  await (await openStore({ dataDir })).close();
  const path = join(dataDir, STORE_FILE);
  const other = new DatabaseSync(path);
  const turnstile = openTurnstile(`${path}-turn`);
  other.exec('begin exclusive');
  turnstile.enter();
  const store = await openStore({ dataDir });
  t.after(() => store.close());
  assert.equal((await store.db.selectFrom('migration').select('name').execute()).length > 0, true);
  other.exec('rollback');
  turnstile.close();
  other.close();
});

async function turnsBeforeOurs(t: TestContext, turnMs: number) {
  const dataDir = folder(t);
  const store = await openStore({ dataDir });
  t.after(() => store.close());
  await startProcess(t, HOG, dataDir, String(turnMs));
  const turns = async (db: Db | Tx) => (await sql<{ n: number }>`select n from turns`.execute(db)).rows[0]?.n ?? 0;
  const waited: number[] = [];
  for (let i = 0; i < 15; i += 1) {
    const before = await turns(store.db);
    await inTransaction(store.db, async (tx) => {
      waited.push((await turns(tx)) - before);
    });
  }
  return waited.sort((a, b) => a - b);
}

test('a process that writes one batch after the other lets others in after each', { timeout: 600_000 }, async (t) => {
  const waited = await turnsBeforeOurs(t, 20);
  // The current turn, and the one that began before we reached the turnstile.
  assert.ok((waited[7] ?? 99) <= 2, `turns of the other before each of ours: ${waited.join(' ')}`);
});

test('one whose turns are short lets others in after a few', { timeout: 600_000 }, async (t) => {
  const waited = await turnsBeforeOurs(t, 1);
  assert.ok((waited[7] ?? 99) <= 15, `turns of the other before each of ours: ${waited.join(' ')}`);
});

test('a waiting process goes before a later one, though the store is free', async (t) => {
  const dataDir = folder(t);
  const store = await openStore({ dataDir });
  t.after(() => store.close());
  const file = join(dataDir, 'mailwright.db');
  const [turn, other] = [new DatabaseSync(`${file}-turn`), new DatabaseSync(file)];
  turn.exec('begin exclusive'); // as another process that is next in line
  const ours = inTransaction(store.db, (tx) => tx.selectFrom('setting').select('value').executeTakeFirst());
  await sleep(20);
  other.exec("insert into setting values ('first', 'theirs')");
  turn.exec('rollback');
  assert.equal((await ours)?.value, 'theirs');
  turn.close();
  other.close();
});

test('a role of a data folder is one process’s, until that is killed', { timeout: 600_000 }, async (t) => {
  const dataDir = folder(t);
  const code = `import { holdServing } from '../../coordination/serving.ts';
await holdServing(process.argv[1], ['web', 'worker']);
console.log('here');
setInterval(() => undefined, 1000);`;
  const child = await startProcess(t, code, dataDir);
  await assert.rejects(holdServing(dataDir, ['clock', 'worker']), (error: Error) => {
    assert.match(error.message, new RegExp(`^Another server is using the data folder .*process ${child.pid} on `));
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
  const release = await holdServing(dataDir, ['clock']); // what was taken before the refusal was released
  child.kill('SIGKILL');
  await once(child, 'exit');
  const all = await holdServing(dataDir, ['web', 'worker']);
  all();
  release();
});

test('a locked store is reported as busy, and once as free again', async (t) => {
  const dataDir = folder(t);
  const store = await openStore({ dataDir, patienceMs: 20 });
  t.after(() => store.close());
  const other = new DatabaseSync(join(dataDir, 'mailwright.db'));
  other.exec('begin immediate');
  await assert.rejects(
    inTransaction(store.db, async () => undefined),
    (error) => {
      assert.equal(storeTrouble(error)?.kind, 'busy');
      return true;
    },
  );
  assert.equal((await whyNoChanges(store.db))?.kind, 'busy');
  assert.equal(isAwaited(store.db), false);
  other.close();
  await inTransaction(store.db, async () => undefined);
});

test('a process stopped in the turnstile does not block others', async (t) => {
  const dataDir = folder(t);
  const store = await openStore({ dataDir, patienceMs: 200 });
  t.after(() => store.close());
  const stopped = new DatabaseSync(join(dataDir, 'mailwright.db-turn'));
  stopped.exec('begin exclusive');
  assert.equal(isAwaited(store.db), true);
  await inTransaction(store.db, async () => undefined);
  stopped.close();
});

test('the size of slices follows the time that they take', async (t) => {
  const store = await openStore({ dataDir: folder(t) });
  t.after(() => store.close());
  const slices = openSlices({ least: 10, first: 100, most: 1_000 });
  const slow = async () => {
    for (const until = performance.now() + 200; performance.now() < until; );
  };
  await slices.run(store.db, 100, slow);
  assert.ok(slices.size() <= 50, String(slices.size()));
  for (let i = 0; i < 4; i += 1) await slices.run(store.db, slices.size(), slow);
  assert.equal(slices.size(), 10);
  await slices.run(store.db, 1, async () => undefined); // a pause says nothing
  assert.equal(slices.size(), 10);
});

test('slices share a transaction until somebody waits for it', async (t) => {
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() / 100); // they end by the time too, on a slow machine
  const dataDir = folder(t);
  const store = await openStore({ dataDir });
  t.after(() => store.close());
  const transactions = async (slices: Slices, count: number) => {
    const of: Tx[] = [];
    for (let left = count; left > 0; ) {
      await slices.runTogether(store.db, async (tx, size) => {
        assert.equal(size, 100);
        of.push(tx);
        left -= 1;
        return { things: 40, isLast: left === 0 };
      });
    }
    return new Set(of).size;
  };
  const sizes = { least: 100, first: 100, most: 100 };
  const slices = openSlices(sizes);
  assert.equal(await transactions(slices, 4), 1);
  assert.equal(await transactions(openSlices(sizes, { rest: 0.1 }), 4), 4);
  const waiting = new DatabaseSync(join(dataDir, 'mailwright.db-turn'));
  let cut = 0;
  await slices.runTogether(store.db, async () => {
    cut += 1;
    if (cut === 2) waiting.exec('begin exclusive');
    return { things: 100, isLast: cut === 5 };
  });
  assert.equal(cut, 2);
  waiting.close();
  assert.equal(await transactions(slices, 4), 4); // they may come again
});
