import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../test/support/stores.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { inTransaction, openStore } from './db.ts';
import { isPostgres } from './dialect.ts';
import { SPILLING, whyNoChanges } from './probe.ts';

test('a file of SQLite that was deleted or moved under the server is told', async (t) => {
  const dataDir = temporaryFolder(t, 'probe');
  const [there, gone] = [await openStore({ dataDir }), await openStore({ dataDir })];
  t.after(() => Promise.all([there.close(), gone.close()]));
  assert.equal(await whyNoChanges(there.db), undefined);
  renameSync(join(dataDir, 'mailwright.db'), join(dataDir, 'elsewhere.db'));
  assert.match((await whyNoChanges(gone.db))?.text ?? '', /deleted or moved .* lost/); // the first keeps its answer
});

eachEngine('room on the disk of a server', (engine) => {
  test('is asked for by a file that it writes and removes', async (t) => {
    const { db } = await engine.open(t);
    assert.equal(await whyNoChanges(db), undefined);
    if (!isPostgres(db)) return;
    const plan = await inTransaction(db, async (tx) => {
      await sql`set local work_mem = '64kB'`.execute(tx);
      return sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers) ${SPILLING}`.execute(tx);
    });
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    const [, pages] = /temp read=\d+ written=(\d+)/.exec(text) ?? [];
    assert.ok(Number(pages) >= 32, text); // pages of 8 kB
  });
});
