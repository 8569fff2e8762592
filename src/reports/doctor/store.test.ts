import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { seedList } from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import { connectPostgres } from '../../storage/postgres/connection.ts';
import { lockHolders } from '../../storage/postgres/lock-holders.ts';
import { checkDisk, checkStore } from './store.ts';

test('the disk of the data folder is examined; nothing is wrong where a store on a server needs no folder', async () => {
  assert.deepEqual(
    (await checkDisk({ dataDir: tmpdir() })).map(({ check }) => check),
    ['disk'],
  );
  assert.deepEqual(await checkDisk({ dataDir: join(tmpdir(), 'no folder of ours') }), []);
});

eachEngine('the store, examined', (engine) => {
  test('a transaction that was left open beside it is named, with what ends it', async (t) => {
    const { db, place } = await engine.open(t);
    const codes = async () => (await checkStore({ db }, 0)).map(({ code }) => code);
    assert.deepEqual(await codes(), [engine.name === 'sqlite' ? 'store-whole' : 'store-on-server']);
    if (engine.name !== 'postgres') return;
    const forgotten = await connectPostgres(`${place?.databaseUrl}?application_name=psql`);
    t.after(() => forgotten.end());
    await forgotten.query('begin; lock table campaign in access exclusive mode');
    const waiting = sql`select count(*) from campaign`.execute(db);
    await until('it waits', async () => (await lockHolders(db, 0)).length === 1);
    const locked = (await checkStore({ db }, 0)).find(({ code }) => code === 'store-locked');
    const { rows } = await forgotten.query('select pg_backend_pid() as pid');
    assert.equal(locked?.state, 'wrong');
    assert.match(locked.text, new RegExp(`session ${rows[0].pid} of the database: psql `));
    assert.ok(locked.advice?.includes(`select pg_terminate_backend(${rows[0].pid});`));
    await forgotten.query('commit');
    await waiting;
  });

  test('a transaction that is open for long is named, with what it costs', async (t) => {
    const { db, place } = await engine.open(t);
    if (engine.name !== 'postgres') return t.skip('a file keeps no old rows for others');
    const dump = await connectPostgres(`${place?.databaseUrl}?application_name=pg_dump`);
    t.after(() => dump.end());
    await dump.query('begin isolation level repeatable read');
    const { rows } = await dump.query('select pg_backend_pid() as pid, count(*) from setting');
    const codes = (await checkStore({ db })).map(({ code }) => code);
    assert.deepEqual(codes, ['store-on-server'], 'a backup may take some minutes');
    const old = (await checkStore({ db }, 0)).find(({ code }) => code === 'store-transaction-old');
    assert.equal(old?.state, 'warning');
    assert.match(old.text, new RegExp(`^Database session ${rows[0].pid} .* open for 0 min: pg_dump \\(`));
    assert.ok(old.advice?.endsWith(`select pg_terminate_backend(${rows[0].pid});`));
  });

  test('a customer whose removal was interrupted is named, with what completes it', async (t) => {
    const { db } = await engine.open(t);
    const { customerId } = await seedList(db);
    await db.updateTable('customer').set({ status: 'removing' }).where('id', '=', customerId).execute();
    const { uid } = await db
      .selectFrom('customer')
      .select('uid')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow();
    const found = (await checkStore({ db })).find(({ code }) => code === 'customer-leaving');
    assert.deepEqual([found?.state, found?.text], ['warning', `The removal of customer ${uid} is not complete.`]);
    assert.ok(found?.advice?.endsWith(`npx mailwright customer remove ${uid} --yes`));
  });
});
