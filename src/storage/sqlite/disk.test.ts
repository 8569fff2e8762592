// Commits that do not wait for the disk: who asks learns when they are there.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { newUid } from '../../kernel/ids.ts';
import { type Db, inTransaction, inUnsyncedTransaction, onDisk, openStore, type Tx } from '../db.ts';
import { runUnsynced } from '../statement.ts';
import { storeTrouble } from '../trouble.ts';
import { openDisk } from './disk.ts';
import { SqliteDriver } from './driver.ts';

const folder = (t: TestContext) => temporaryFolder(t, 'disk');

test('a store whose commits wait has all of them on the disk', async (t) => {
  const store = await openStore({ dataDir: folder(t) });
  t.after(() => store.close());
  const { db } = store;
  const write = (to: Db | Tx) =>
    to.insertInto('lease').values({ name: newUid(), owner: 'test', fence: 1, expires_at: 1 }).execute();
  await write(db);
  assert.equal(onDisk(db), true);
  await inTransaction(db, write);
  assert.equal(onDisk(db), true);
  await inUnsyncedTransaction(db, write);
  assert.notEqual(onDisk(db), true, 'but of those that are not to wait');
  const waiting = inTransaction(db, write);
  await inTransaction(db, async (tx) => void (await tx.selectFrom('lease').select('name').execute()));
  await waiting;
  assert.equal(onDisk(db), true);
});

test('when the disk fails, who wrote is told, and others go on', async (t) => {
  const dataDir = folder(t);
  const driver = new SqliteDriver(join(dataDir, 'store.db'), {});
  t.after(() => driver.destroy());
  driver.writer.run('create table one (n integer)', []);
  rmSync(join(dataDir, 'store.db-wal')); // as good as a disk that fails: there is nothing to sync
  const session = await driver.acquireConnection();
  const write = () => session.executeQuery(CompiledQuery.raw('insert into one values (1)'));
  await assert.rejects(write(), (error) => storeTrouble(error)?.kind === 'disk');
  await session.begin(false);
  await write();
  await assert.rejects(session.commit(), (error) => storeTrouble(error)?.kind === 'disk');
  await driver.rollbackTransaction(session);
  await session.begin(true);
  await write();
  await session.commit();
  assert.equal(driver.reader.run('select n from one', []).rows.length, 3);
});

test('else a commit is on the disk a moment later, and what comes meanwhile after that', async (t) => {
  const store = await openStore({ dataDir: folder(t), waitsForDisk: false });
  t.after(() => store.close());
  const { db } = store;
  const write = () =>
    db.insertInto('lease').values({ name: newUid(), owner: 'test', fence: 1, expires_at: 1 }).execute();
  await onDisk(db); // what opening wrote
  assert.equal(onDisk(db), true, 'nothing was written since');
  await write();
  const first = onDisk(db);
  assert.notEqual(first, true);
  assert.equal(onDisk(db), first, 'one wait for all who ask');
  await write();
  const second = onDisk(db);
  await write();
  assert.notEqual(second, first, 'the running sync may have missed it');
  assert.equal(onDisk(db), second, 'commits until the next one begins share it');
  assert.equal(await first, true);
  assert.notEqual(onDisk(db), true);
  assert.equal(await second, true);
  assert.equal(onDisk(db), true);
  await runUnsynced(db, db.updateTable('lease').set({ expires_at: 2 }));
  assert.equal(await onDisk(db), true);
});

test('a disk that takes nothing says no, each time anew', async (t) => {
  const disk = openDisk(join(folder(t), 'nothing.db'));
  assert.equal(disk.onDisk(), true);
  disk.committed();
  assert.equal(await disk.onDisk(), false);
  assert.equal(await disk.onDisk(), false);
  await disk.close();
});
