import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openWholeFile } from './whole-file.ts';

describe('a file that has its name when it is whole', () => {
  test('takes the place of what killed commands have left beside it', async (t) => {
    const folder = temporaryFolder(t, 'whole');
    const path = join(folder, 'log.csv');
    const gone = spawnSync('true').pid;
    // ours: of a command that had our number; 1: of somebody who still runs
    for (const name of [`log.csv.${gone}.part`, `log.csv.${process.pid}.part`, 'log.csv.1.part', 'log.csv.x.part'])
      writeFileSync(join(folder, name), 'half');
    const file = openWholeFile(path);
    await once(file.stream.end('whole'), 'close');
    await file.keep();
    assert.equal(readFileSync(path, 'utf8'), 'whole');
    assert.deepEqual(readdirSync(folder).sort(), ['log.csv', 'log.csv.1.part', 'log.csv.x.part']);
  });
});
