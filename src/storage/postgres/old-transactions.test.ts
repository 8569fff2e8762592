import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachEngine } from '../../../test/support/stores.ts';
import { connectPostgres } from './connection.ts';
import { oldTransactions } from './old-transactions.ts';

eachEngine('transactions that are open for long', (engine) => {
  test('the session is named whose transaction keeps old rows, and none that keeps nothing', async (t) => {
    const { db, place } = await engine.open(t);
    assert.deepEqual(await oldTransactions(db, 0), []);
    if (engine.name !== 'postgres') return;
    const other = await connectPostgres(`${place?.databaseUrl}?application_name=pg_dump`);
    t.after(() => other.end());
    await other.query('begin');
    await other.query('select count(*) from setting');
    assert.deepEqual(await oldTransactions(db, 0), [], 'its next statement reads what is there then');
    await other.query('commit');
    await other.query('begin isolation level repeatable read');
    await other.query('select count(*) from setting');
    const [found, ...more] = await oldTransactions(db, 0);
    assert.deepEqual([found?.program, more], ['pg_dump', []]);
    assert.ok(found && found.seconds >= 0 && found.seconds < 600, `${found?.seconds}`);
    assert.deepEqual(await oldTransactions(db, 3_600), [], 'it is not open for so long');
    await other.query('commit');
    assert.deepEqual(await oldTransactions(db, 0), []);
  });
});
