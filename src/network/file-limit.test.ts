import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clientsWithin,
  fileLimitNow,
  filesWarning,
  lanesTooMany,
  lanesTooManyAdvice,
  lanesTooManyText,
  lanesWithin,
  limitIn,
  openFilesNow,
} from './file-limit.ts';

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

test('lanes and clients have their shares, and lanes that do not fit are told', () => {
  assert.deepEqual([lanesWithin(256), clientsWithin(256)], [128, 64]);
  assert.deepEqual([lanesWithin(undefined), clientsWithin(undefined)], [Infinity, Infinity]);
  assert.equal(lanesTooMany(128, 256), undefined);
  assert.equal(lanesTooMany(9_999, undefined), undefined);
  const many = lanesTooMany(400, 256);
  assert.ok(many);
  assert.match(lanesTooManyText(many), /400 lanes, of which 128 .* 256 files/);
  assert.match(lanesTooManyAdvice(many), /limit of 800 .*LimitNOFILE/);
  assert.equal(lanesTooMany(many.lanes, many.right), undefined);
});

test('Linux tells of this process', async (t) => {
  const files = await openFilesNow();
  if (process.platform !== 'linux') return t.skip('there is no /proc');
  assert.equal(fileLimitNow(), files?.limit);
  assert.ok(files === undefined || (files.open > 0 && files.open <= files.limit));
});
