// A store whose file is not under its name any more: nothing else is opened or made in its place.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { fileOf, openStore } from '../db.ts';
import { storeTrouble } from '../trouble.ts';

const isGone = (error: unknown) => /deleted, moved or replaced/.test(storeTrouble(error)?.text ?? '');

test('a thread opens the file that its process has open, and no other', async (t) => {
  const dataDir = temporaryFolder(t, 'place');
  const [file, elsewhere] = [join(dataDir, 'mailwright.db'), join(dataDir, 'elsewhere.db')];
  const store = await openStore({ dataDir });
  t.after(() => store.close());
  const openedFile = fileOf(dataDir);
  const open = () => openStore({ dataDir, openedFile });
  renameSync(file, elsewhere);
  await assert.rejects(open(), isGone);
  assert.ok(!existsSync(file), 'no other is made');
  copyFileSync(elsewhere, file);
  await assert.rejects(open(), isGone);
  renameSync(elsewhere, file);
  await (await open()).close();
});

test('no file is made for a log that is left of another one', async (t) => {
  const [dataDir, copy] = [temporaryFolder(t, 'place'), temporaryFolder(t, 'place-copy')];
  const store = await openStore({ dataDir });
  for (const name of ['mailwright.db', 'mailwright.db-wal']) copyFileSync(join(dataDir, name), join(copy, name)); // as after kill -9
  await store.close();
  const [file, log] = [join(copy, 'mailwright.db'), join(copy, 'mailwright.db-wal')];
  const size = statSync(log).size;
  assert.ok(size > 0);
  renameSync(file, `${file}.away`);
  await assert.rejects(
    openStore({ dataDir: copy }),
    /mailwright\.db is missing, but .*-wal .* exists\. Put the file back/,
  );
  assert.deepEqual([existsSync(file), statSync(log).size], [false, size]);
  renameSync(`${file}.away`, file);
  await (await openStore({ dataDir: copy })).close();
  rmSync(log, { force: true });
});
