// A data folder whose files belong to another user: which file it is, and whose.
import assert from 'node:assert/strict';
import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runProcess } from '../../../test/support/command-process.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openStore } from '../db.ts';
import { storeTrouble, troubleText } from '../trouble.ts';

const NOBODY = 65_534;
const needsRoot = process.getuid?.() === 0 ? false : 'only root may run a command as another user';

/** A store of root in a folder of nobody. */
async function makeFolder(t: TestContext): Promise<{ dataDir: string; store: string }> {
  const place = temporaryFolder(t, 'foreign');
  chmodSync(place, 0o755);
  const dataDir = join(place, 'data');
  await (await openStore({ dataDir })).close();
  chownSync(dataDir, NOBODY, NOBODY);
  return { dataDir, store: join(dataDir, 'mailwright.db') };
}

const listAs = (dataDir: string) =>
  runProcess(['customer', 'list'], { environment: { MAILWRIGHT_DATA_DIR: dataDir }, user: NOBODY });

test('a store whose file may not be written, or not be read, is named with its owner', {
  skip: needsRoot,
}, async (t) => {
  const { dataDir, store } = await makeFolder(t);
  for (const [mode, verb] of [
    [0o644, 'written'],
    [0o600, 'read'],
  ] as const) {
    chmodSync(store, mode);
    const { code, err } = await listAs(dataDir);
    const line = `The SQLite database in ${dataDir} cannot be used: ${store} may not be ${verb} by the user of this process (id 65534; it belongs to id 0). The folder is set by MAILWRIGHT_DATA_DIR.\n`;
    assert.deepEqual([code, err], [1, line]);
  }
  for (const file of [store, `${store}-turn`]) chownSync(file, NOBODY, NOBODY);
  assert.equal((await listAs(dataDir)).code, 0);
});

test('a folder that may not be entered is none without a store', { skip: needsRoot }, async (t) => {
  const { dataDir } = await makeFolder(t);
  chownSync(dataDir, 0, 0);
  chmodSync(dataDir, 0o700);
  const { code, err } = await listAs(dataDir);
  assert.equal(code, 1);
  assert.match(
    err,
    /^The folder .*data may not be read by the user of this process \(id 65534; it belongs to id 0\)\./,
  );
});

test('what SQLite says while the store is in use is no advice about a server', () => {
  const said = (errcode: number, words: string) =>
    Object.assign(new Error(words), { code: 'ERR_SQLITE_ERROR', errcode });
  const readOnly = said(8, 'attempt to write a readonly database');
  assert.equal(storeTrouble(readOnly)?.kind, 'read_only');
  assert.match(
    troubleText(readOnly),
    /^The database does not accept changes: this process has no permission to write its file/,
  );
  assert.doesNotMatch(troubleText(readOnly), /URL of the database/);
  const closed = said(14, 'unable to open database file');
  assert.equal(storeTrouble(closed)?.kind, 'disk');
  assert.match(troubleText(closed), /^A database file cannot be opened/);
});
