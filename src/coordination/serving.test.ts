// A file that was replaced under a server: nobody else uses the new one while the server lives.
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openStore } from '../storage/db.ts';
import { holdFolder, holdServing, noteOpened, refuseReplaced } from './serving.ts';

test('a file that was replaced under a server is not used with its log', async (t) => {
  const dataDir = temporaryFolder(t, 'replaced');
  refuseReplaced(dataDir); // nothing is there
  const release = await holdServing(dataDir, ['worker']);
  const store = await openStore({ dataDir });
  refuseReplaced(dataDir); // it is not known yet
  noteOpened(dataDir);
  refuseReplaced(dataDir);
  const [file, former] = [join(dataDir, 'mailwright.db'), join(dataDir, 'former.db')];
  renameSync(file, former);
  refuseReplaced(dataDir); // others say that it is missing
  copyFileSync(former, file);
  const copied = temporaryFolder(t, 'copied');
  for (const name of readdirSync(dataDir)) copyFileSync(join(dataDir, name), join(copied, name));
  const running = new RegExp(
    `replaced while a server is running \\(process ${process.pid} on .*\\)\\. .*Move the former`,
  );
  assert.throws(() => refuseReplaced(dataDir), running);
  await assert.rejects(
    holdFolder({ databaseUrl: undefined, dataDir, roles: ['web'] }),
    running,
    'nor by another server',
  );
  release();
  assert.throws(() => refuseReplaced(dataDir), /-wal belongs to the former one.* delete .*-wal and .*-shm/);
  refuseReplaced(copied); // as after a crash: its log is its own
  await store.close();
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  refuseReplaced(dataDir);
  (await holdFolder({ databaseUrl: undefined, dataDir, roles: ['worker'] }))?.();
});
