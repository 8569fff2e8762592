import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { type Db, openStore, type Tx } from '../db.ts';
import { introduce } from './client.ts';
import { connectPostgres } from './connection.ts';

eachEngine('connections to a server', (engine) => {
  test('those of a worker are given up by the server before we give them up; others are left alone', async (t) => {
    if (engine.name !== 'postgres') return t.skip('needs a server');
    const { place, db } = await engine.open(t);
    assert.ok(place);
    const open = async (limitMs: number) => {
      const store = await openStore({ ...place, limitMs });
      t.after(() => store.close());
      return store.db;
    };
    const limits = async (of: Db | Tx) => {
      const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings where name in
        ('statement_timeout', 'idle_in_transaction_session_timeout', 'tcp_user_timeout', 'client_connection_check_interval')
        order by name`.execute(of);
      return rows.map(({ name, setting }) => `${name} ${setting}`);
    };
    const client = await connectPostgres(place.databaseUrl ?? '');
    t.after(() => client.end());
    if ((await introduce(client)).isPooled) {
      const pooled = await open(6_000);
      assert.ok((await limits(pooled)).includes('statement_timeout 0'), 'a session is not ours to set up');
      await pooled.transaction().execute(async (tx) => {
        const set = ['idle_in_transaction_session_timeout 6000', 'statement_timeout 6000'];
        assert.deepEqual((await limits(tx)).slice(1, 3), set, 'a transaction is');
      });
      return;
    }
    assert.deepEqual(await limits(await open(6_000)), [
      'client_connection_check_interval 2000',
      'idle_in_transaction_session_timeout 6000',
      'statement_timeout 6000',
      'tcp_user_timeout 6000',
    ]);
    assert.ok((await limits(db)).includes('statement_timeout 0'), 'an import or a migration may take its time');
    const impatient = await open(2_000);
    await assert.rejects(sql`select pg_sleep(60)`.execute(impatient), /statement timeout/);
  });
});
