// A process that was cut off when a move began, and does not know of it: it changes nothing any
// more at the store that was left, and says where that went.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertStatus } from '../../../test/support/app.ts';
import { makeList } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { inTransaction } from '../../storage/db.ts';
import { tablesThere } from '../../storage/moving/alone.ts';
import { listTables } from '../../storage/moving/catalogue.ts';
import { closeStore, openStoreAgain } from '../../storage/moving/fence.ts';
import { isAway } from '../../storage/moving/marks.ts';
import { storeTrouble } from '../../storage/trouble.ts';

const at = Date.UTC(2026, 10, 23, 14, 5, 7);
const words = isAway({ uid: 'move', state: 'moving', other: "postgres://db1/o'clock", at });

eachEngine('a store that was left', (engine) => {
  const suite = suiteApp(engine);

  test('nothing is changed there: a request is told where the store is, and readers go on', async () => {
    const { app, db, call } = suite();
    const list = await makeList(suite());
    const add = (name: string) =>
      call('POST', `/lists/${list}/subscribers`, { json: { EMAIL: `${name}@example.com` } });
    assertStatus(await add('before'), 201);
    await inTransaction(db, (tx) => closeStore(tx, words));

    for (const answer of [await add('after'), await call('DELETE', `/lists/${list}`)]) {
      assertStatus(answer, 503);
      assert.equal(
        answer.json.error,
        "This database has moved to postgres://db1/o'clock, on 2026-11-23 at 14:05 UTC: nothing can be changed here anymore.",
      );
      assert.equal(answer.headers['retry-after'], '30');
    }
    const { statusCode, body } = await app.inject('/readyz');
    assert.equal(statusCode, 503);
    assert.match(body, /This database has moved to/);
    assertStatus(await call('GET', `/lists/${list}/subscribers`), 200);

    await inTransaction(db, openStoreAgain);
    assertStatus(await add('again'), 201);
    const { json } = await call('GET', `/lists/${list}/subscribers`);
    const emails = json.data.records.map((one: { EMAIL: string }) => one.EMAIL);
    assert.deepEqual(emails.sort(), ['again@example.com', 'before@example.com']);
  });

  test('every table is closed but the two of the move', async () => {
    const { db } = suite();
    await inTransaction(db, (tx) => closeStore(tx, words));
    const open: string[] = [];
    const all = await tablesThere(db);
    const tables = (await listTables(db)).filter(({ columns }) => columns.some((one) => one.name === 'customer_id'));
    const ofCustomer = new Set(tables.map((table) => table.name));
    for (const name of all.filter((one) => !one.startsWith('sqlite'))) {
      const isOfCustomer = ofCustomer.has(name); // who has a row where the store is spread must be said
      const row = isOfCustomer ? sql`(customer_id) values (1)` : sql`default values`;
      const error = await sql`insert into ${sql.table(name)} ${row}`.execute(db).then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      const isPartless = /no partition of relation/.test(error?.message ?? ''); // its rows never get to a part
      if (storeTrouble(error)?.kind !== 'moved' && !isPartless) open.push(name);
    }
    assert.deepEqual(open.sort(), ['migration', 'move']);
    await inTransaction(db, openStoreAgain);
  });
});
