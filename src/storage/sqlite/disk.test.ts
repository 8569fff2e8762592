// Commits that do not wait for the disk: who asks learns when they are there.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newUid } from '../../kernel/ids.ts';
import { onDisk, openStore } from '../db.ts';
import { runHasty } from '../statement.ts';
import { openDisk } from './disk.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'mailwright-disk-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('a store whose commits wait has all of them on the disk', async (t) => {
  const store = await openStore({ dataDir: folder(t) });
  t.after(() => store.close());
  await store.db.updateTable('lease').set({ name: 'x' }).execute();
  assert.equal(onDisk(store.db), true);
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
  await runHasty(db, db.updateTable('lease').set({ expires_at: 2 }));
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
