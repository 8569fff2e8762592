import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkDisk } from './store.ts';

test('the disk of the data folder is examined; nothing is wrong where a store on a server needs no folder', async () => {
  assert.deepEqual(
    (await checkDisk({ dataDir: tmpdir() })).map(({ check }) => check),
    ['disk'],
  );
  assert.deepEqual(await checkDisk({ dataDir: join(tmpdir(), 'no folder of ours') }), []);
});
