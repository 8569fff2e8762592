import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import { connectPostgres } from './connection.ts';
import { holderText, lockHolders } from './lock-holders.ts';

eachEngine('who holds the locks that are waited for', (engine) => {
  test('the session that all wait for is named, and not those that wait in its queue', async (t) => {
    const { db, place } = await engine.open(t);
    assert.deepEqual(await lockHolders(db, 0), []);
    if (engine.name !== 'postgres') return;
    const forgotten = await connectPostgres(`${place?.databaseUrl}?application_name=psql`);
    t.after(() => forgotten.end());
    await forgotten.query('begin');
    await forgotten.query('lock table setting in access exclusive mode');
    assert.deepEqual(await lockHolders(db, 0), [], 'nobody waits');
    const waiting = [1, 2].map(() => sql`update setting set value = '2' where name = 'n'`.execute(db));
    await until('both wait', async () => (await lockHolders(db, 0))[0]?.waiting === 2);
    const [holder, ...more] = await lockHolders(db, 0);
    assert.ok(holder);
    assert.deepEqual(more, []);
    const { program, state, seconds } = holder;
    assert.deepEqual({ program, state }, { program: 'psql', state: 'idle in transaction' });
    assert.ok(seconds !== null && seconds >= 0);
    assert.deepEqual(await lockHolders(db, seconds + 3_600), [], 'it is not open for so long');
    assert.match(
      holderText(holder),
      /^2 statements wait for a lock of session \d+ of the database: psql \(\w+\), its transaction open for \d+ s, idle in transaction\.$/,
    );
    await forgotten.query('commit');
    await Promise.all(waiting);
    assert.deepEqual(await lockHolders(db, 0), []);
  });
});
