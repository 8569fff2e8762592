// Why a backup cannot be made: which side it is, the store's or the backup's.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runProcess } from '../../test/support/command-process.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { systemClock } from '../kernel/clock.ts';
import { openStore } from '../storage/db.ts';
import { takeBackup } from './take.ts';

const NOBODY = 65_534;
const needsRoot = process.getuid?.() === 0 ? false : 'only root may run a command as another user';

/** A data folder, and a place for backups that everybody may use. */
async function makePlaces(t: TestContext) {
  const place = temporaryFolder(t, 'sides');
  chmodSync(place, 0o755);
  const [dataDir, backups] = [join(place, 'data'), join(place, 'backups')];
  await (await openStore({ dataDir })).close();
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, 'secret'), 'a secret of the test, long enough for it\n', { mode: 0o600 });
  mkdirSync(backups);
  chownSync(backups, NOBODY, NOBODY);
  return { dataDir, backups, file: join(backups, 'night.mailwright'), store: join(dataDir, 'mailwright.db') };
}

test('another user than that of the server is told what he may not read', { skip: needsRoot }, async (t) => {
  const { dataDir, backups, file, store } = await makePlaces(t);
  const backUp = async (to: string) => {
    const { code, err } = await runProcess(['backup', to], {
      environment: { MAILWRIGHT_DATA_DIR: dataDir },
      user: NOBODY,
    });
    assert.deepEqual([code, readdirSync(backups)], [1, []]);
    return err;
  };
  chmodSync(store, 0o600);
  const whose = '\\(id 65534; it belongs to id 0\\)';
  assert.match(
    await backUp(file),
    new RegExp(`^The database ${store} may not be read by the user of this process ${whose}`),
  );
  chmodSync(store, 0o644);
  assert.match(
    await backUp(file),
    new RegExp(`^The database ${store} cannot be read: SQLite needs files beside it, and`),
  );
  chownSync(dataDir, NOBODY, NOBODY);
  assert.match(
    await backUp(file),
    new RegExp(`^The file ${dataDir}/secret of the data folder cannot be read: the user of this process may not\\.`),
  );
  chmodSync(join(dataDir, 'secret'), 0o644);
  const there = join(dataDir, '..', 'night.mailwright');
  assert.match(
    await backUp(there),
    new RegExp(`^The backup ${there} cannot be written: the user of this process may not`),
  );
});

test('whose a data folder is, is told to who may not write it', { skip: needsRoot }, async (t) => {
  const { dataDir, backups } = await makePlaces(t);
  const file = join(backups, 'any.mailwright');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  const { code, err } = await runProcess(['restore', file], {
    environment: { MAILWRIGHT_DATA_DIR: dataDir },
    user: NOBODY,
  });
  assert.equal(code, 1);
  assert.match(
    err,
    / may not be written by the user of this process \(id 65534; it belongs to id 0\)\. MAILWRIGHT_DATA_DIR/,
  );
});

test('a store that is cut off is damaged, whatever the place of the backup', async (t) => {
  const { dataDir, backups, file, store } = await makePlaces(t);
  truncateSync(store, 500_000);
  const request = { file, dataDir, secret: undefined, version: '1.2.3', variables: [] };
  await assert.rejects(
    takeBackup(request, systemClock, () => () => undefined),
    new RegExp(`The database ${store} cannot be read: it is damaged \\(database disk image is malformed\\)\\.$`),
  );
  assert.deepEqual(readdirSync(backups), []);
});
