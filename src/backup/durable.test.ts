// What must outlive a power cut is on the disk before it has its name, and then its name is.
import assert from 'node:assert/strict';
import fs, { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { ensureSecretFile } from '../accounts/secret-files.ts';
import { keepOthers } from '../accounts/secrets/kept.ts';
import { writeFile } from '../cli/write-file.ts';
import { writeMark } from '../delivery/high-water/mark-file.ts';
import { makeDurably, replaceDurably } from '../kernel/files/durable.ts';
import type { Db } from '../storage/tables.ts';

/** Runs in a folder. @returns what the disk was waited for, in order: `.` is the folder */
async function synced(t: TestContext, act: (folder: string) => unknown): Promise<{ waits: string[]; folder: string }> {
  const folder = temporaryFolder(t, 'durable');
  const waits: string[] = [];
  const note = (fd: number) => {
    const path = readlinkSync(`/proc/self/fd/${fd}`);
    if (path === folder) waits.push('.');
    else if (path.startsWith(folder)) waits.push(`${basename(path)}: ${statSync(path).size}`);
  };
  const [sync, later] = [fs.fsyncSync, fs.fsync];
  t.mock.method(fs, 'fsyncSync', (fd: number) => {
    note(fd);
    sync(fd);
  });
  t.mock.method(fs, 'fsync', (fd: number, done: (error: Error | null) => void) => {
    note(fd);
    later(fd, done);
  });
  syncBuiltinESMExports();
  try {
    await act(folder);
  } finally {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  }
  return { waits, folder };
}

suite('files that must outlive a power cut', { skip: process.platform !== 'linux' && 'it looks into /proc' }, () => {
  const { pid } = process;

  test('a secret that is made at the first start', async (t) => {
    const { waits, folder } = await synced(t, (place) => ensureSecretFile(place, 'secret', () => 'x'.repeat(40)));
    assert.deepEqual(waits, [`secret.${pid}: 41`, '.']);
    assert.deepEqual(readdirSync(folder), ['secret']);
    assert.equal(statSync(join(folder, 'secret')).mode & 0o777, 0o600);
    const again = ensureSecretFile(folder, 'secret', () => 'another');
    assert.equal(again.text, 'x'.repeat(40));
  });

  test('former secrets, and that there are none any more', async (t) => {
    const store = { engine: 'sqlite', db: {} as Db } as const; // of one file: its database is not asked
    const { waits } = await synced(t, async (dataDir) => {
      await keepOthers({ store, dataDir }, [{ secret: 'y'.repeat(40), since: 0 }]);
      await keepOthers({ store, dataDir }, []);
    });
    assert.deepEqual(waits, [`secret-former.${pid}: 66`, '.', '.']);
  });

  test('the high-water mark is on the disk before it counts as written', async (t) => {
    const mark = { uid: 'm', n: 5, went_back: 0, store: 'file', clean: true };
    const { waits } = await synced(t, (folder) => writeMark(join(folder, 'high-water.json'), mark));
    assert.deepEqual(waits, [`high-water.json.${pid}.0: ${JSON.stringify(mark).length}`]);
  });

  test('of what cannot be written, as on a full disk, nothing is left', async (t) => {
    const folder = temporaryFolder(t, 'full');
    t.mock.method(fs, 'fsyncSync', () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, fsync'), { code: 'ENOSPC' });
    });
    syncBuiltinESMExports();
    try {
      assert.throws(() => replaceDurably(join(folder, 'secret'), 'x'.repeat(40)), /ENOSPC/);
      assert.throws(() => makeDurably(join(folder, 'secret'), 'x'.repeat(40)), /ENOSPC/);
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
    const mark = join(folder, 'mark');
    mkdirSync(mark); // what stands there cannot be replaced
    assert.throws(() => writeMark(mark, { uid: 'm', n: 5, went_back: 0, store: 'file', clean: true }));
    assert.deepEqual(readdirSync(folder), ['mark']);
  });

  test('what a command writes, such as keys and suppressed addresses', async (t) => {
    const content = async function* () {
      yield 'a\n';
    };
    const { waits, folder } = await synced(t, (place) => writeFile(join(place, 'out.csv'), content()));
    assert.deepEqual(waits, [`out.csv.${pid}.part: 2`, '.']);
    assert.equal(readFileSync(join(folder, 'out.csv'), 'utf8'), 'a\n');
  });
});
