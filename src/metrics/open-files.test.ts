import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesWarning, limitIn, openFilesNow } from './open-files.ts';

test('a limit of open files is told when most of it is used', () => {
  const limits = 'Limit                     Soft Limit           Hard Limit           Units     \n';
  assert.equal(
    limitIn(`${limits}Max open files            1024                 4096                 files     \n`),
    1_024,
  );
  assert.equal(
    limitIn(`${limits}Max open files            unlimited            unlimited            files     \n`),
    undefined,
  );
  assert.equal(filesWarning({ open: 800, limit: 1_024 }), undefined);
  assert.match(filesWarning({ open: 820, limit: 1_024 }) ?? '', /^820 of 1024 files .*LimitNOFILE/);
  assert.equal(filesWarning(undefined), undefined);
});

test('Linux tells of this process', async (t) => {
  const files = await openFilesNow();
  if (process.platform !== 'linux') return t.skip('there is no /proc');
  assert.ok(files === undefined || (files.open > 0 && files.open <= files.limit));
});
