import assert from 'node:assert/strict';
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { eachEngine } from '../../test/support/stores.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { until } from '../../test/support/until.ts';
import { inTransaction, openStore } from './db.ts';
import { isPostgres } from './dialect.ts';
import { SPILLING, whyNoChanges } from './probe.ts';
import { storeTrouble } from './trouble.ts';

/** Longer than what was seen of the file is believed (sqlite/place.ts). */
const LOOKED_AT_AGAIN_MS = 150;

test('a file of SQLite that was moved or replaced under the server is told, and not written', async (t) => {
  const dataDir = temporaryFolder(t, 'probe');
  const [there, gone, other] = await Promise.all([1, 2, 3].map(() => openStore({ dataDir })));
  assert.ok(there && gone && other);
  t.after(() => Promise.all([there.close(), gone.close(), other.close()]));
  assert.equal(await whyNoChanges(there.db), undefined);
  const file = join(dataDir, 'mailwright.db');
  const elsewhere = join(dataDir, 'elsewhere.db');
  const note = (name: string) => gone.db.insertInto('setting').values({ name, value: '' }).execute();
  renameSync(file, elsewhere);
  await sleep(LOOKED_AT_AGAIN_MS);
  assert.match((await whyNoChanges(gone.db))?.text ?? '', /deleted, moved or replaced .* nothing is written/); // the first keeps its answer
  await assert.rejects(note('lost'), (error) => storeTrouble(error)?.kind === 'disk');
  copyFileSync(elsewhere, file);
  await sleep(LOOKED_AT_AGAIN_MS);
  assert.match((await whyNoChanges(other.db))?.text ?? '', /deleted, moved or replaced/);
  renameSync(elsewhere, file);
  await until('it is written again', () =>
    note('kept').then(
      () => true,
      () => false,
    ),
  );
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
