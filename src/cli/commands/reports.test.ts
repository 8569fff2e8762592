// Reports of bad rows hold addresses: of an import that the store refuses, none is left behind.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runOnStore } from '../../../test/support/command.ts';
import { makeList } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { inTransaction } from '../../storage/db.ts';
import { closeStore } from '../../storage/moving/fence.ts';
import { importCommand } from './import.ts';
import { suppressionCommand } from './suppression.ts';

eachEngine('reports of imports', (engine) => {
  const suite = suiteApp(engine);

  test('an import that the store refuses leaves no report of bad rows', async (t) => {
    const { db, clock, customer } = suite();
    const list = await makeList(suite());
    const folder = temporaryFolder(t, 'reports');
    const people = join(folder, 'people.csv');
    writeFileSync(people, 'EMAIL\nnonsense\na@example.com\n');
    await inTransaction(db, (tx) => closeStore(tx, 'closed by the test'));
    const more = [people, '--report', join(folder, 'bad.csv'), '--customer', customer.uid];
    await assert.rejects(runOnStore(importCommand, [list, ...more], { db, clock }), /closed by the test/);
    await assert.rejects(runOnStore(suppressionCommand, ['import', ...more], { db, clock }), /closed by the test/);
    assert.deepEqual(readdirSync(folder), ['people.csv']);
  });
});
