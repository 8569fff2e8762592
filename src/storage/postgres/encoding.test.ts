import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseAt } from '../../../test/support/database-url.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { newUid } from '../../kernel/ids.ts';
import { openStore } from '../db.ts';
import { connectPostgres } from './connection.ts';

eachEngine('a database', (engine) => {
  test('that cannot keep every letter is refused before it gets tables', async (t) => {
    if (engine.name !== 'postgres') return t.skip('needs a server');
    const { place } = await engine.open(t);
    const admin = await connectPostgres(place?.databaseUrl ?? '');
    const name = `mailwright_test_${newUid()}`;
    const databaseUrl = databaseAt(place?.databaseUrl ?? '', name);
    for (const encoding of ['LATIN1', 'SQL_ASCII']) {
      await admin.query(
        `create database ${name} template template0 encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`,
      );
      try {
        const refusal = { code: 'unavailable', message: new RegExp(`keeps texts in ${encoding}.*encoding 'UTF8'`) };
        await assert.rejects(openStore({ databaseUrl, dataDir: '' }), refusal);
        const client = await connectPostgres(databaseUrl);
        const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public'");
        await client.end();
        assert.equal(rows.length, 0);
      } finally {
        await admin.query(`drop database ${name} with (force)`);
      }
    }
    await admin.end();
    return undefined;
  });
});
