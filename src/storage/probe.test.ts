import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openStore } from './db.ts';
import { whyNoChanges } from './probe.ts';

test('a file of SQLite that was deleted or moved under the server is told', async (t) => {
  const dataDir = temporaryFolder(t, 'probe');
  const [there, gone] = [await openStore({ dataDir }), await openStore({ dataDir })];
  t.after(() => Promise.all([there.close(), gone.close()]));
  assert.equal(await whyNoChanges(there.db), undefined);
  renameSync(join(dataDir, 'mailwright.db'), join(dataDir, 'elsewhere.db'));
  assert.match((await whyNoChanges(gone.db))?.text ?? '', /deleted or moved .* lost/); // the first keeps its answer
});
