// A store whose file is not under its name any more: nothing else is opened or made in its place.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { until } from '../../../test/support/until.ts';
import { newUid } from '../../kernel/ids.ts';
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

test('a log that is deleted under a process: nothing more is written, nobody else opens the file, nothing is lost', async (t) => {
  const dataDir = temporaryFolder(t, 'place');
  const [file, log] = [join(dataDir, 'mailwright.db'), join(dataDir, 'mailwright.db-wal')];
  const store = await openStore({ dataDir });
  const write = (name: string) => store.db.insertInto('setting').values({ name, value: '1' }).execute();
  await write('before');
  rmSync(log);
  await write('unnoticed');
  await assert.rejects(
    until('it is noticed', () => write(newUid()).then(() => false)),
    (error) =>
      /\(mailwright\.db-wal\) was deleted or replaced.*nothing is written.*SIGTERM/.test(
        storeTrouble(error)?.text ?? '',
      ),
  );
  await assert.rejects(openStore({ dataDir }), /mailwright\.db-wal with the latest changes of the database is missing/);
  assert.ok(!existsSync(log), 'no other is made');
  const killed = temporaryFolder(t, 'place-killed');
  copyFileSync(file, join(killed, 'mailwright.db')); // all that is left of it after kill -9
  await store.close();
  for (const folder of [dataDir, killed]) {
    const again = await openStore({ dataDir: folder });
    const { rows } = await sql`select 1 from setting where name in ('before', 'unnoticed')`.execute(again.db);
    assert.equal(rows.length, 2);
    await again.close();
  }
});

test('a log that is replaced under a process is noticed', async (t) => {
  const dataDir = temporaryFolder(t, 'place');
  const log = join(dataDir, 'mailwright.db-wal');
  const store = await openStore({ dataDir });
  t.after(() => store.close());
  const write = () => store.db.insertInto('setting').values({ name: newUid(), value: '1' }).execute();
  await write();
  copyFileSync(log, `${log}.copy`);
  renameSync(`${log}.copy`, log);
  await assert.rejects(
    until('it is noticed', () => write().then(() => false)),
    (error) => /deleted or replaced/.test(storeTrouble(error)?.text ?? ''),
  );
});
