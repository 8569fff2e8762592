// Fields that come and go while a job changes many people.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { importCalls, runDueJobs, uploadImport } from '../../test/support/jobs.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { createField } from '../lists/fields/create.ts';
import { textField } from '../lists/fields/input.ts';
import { findFieldByTag } from '../lists/fields/queries.ts';
import { removeField } from '../lists/fields/update.ts';
import { getList } from '../lists/queries.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, List, Tx } from '../storage/tables.ts';
import { changeSubscriber } from '../subscribers/update.ts';
import { removeFieldValues } from '../subscribers/values/remove.ts';

const PEOPLE = 2_500;
const LAST = `n${PEOPLE - 1}@example.com`;
const file = (name: string) =>
  `EMAIL,FNAME,LNAME\n${Array.from({ length: PEOPLE }, (_, i) => `n${i}@example.com,${name},Doe\n`).join('')}`;

eachEngine('fields that change while a job runs', (engine) => {
  const app = suiteApp(engine);
  const { uid, call, put, run, newList } = importCalls(app);
  let list: List;
  const rowOfLast = (db: Db) =>
    db.selectFrom('subscriber').selectAll().where('list_id', '=', list.id).where('email', '=', LAST).executeTakeFirst();
  /** Runs what is due; `change` is made after its first slice. */
  const runWith = async (change: (tx: Tx) => Promise<unknown>) => {
    let made: Promise<unknown> | undefined;
    let asked = 0;
    await runDueJobs(app(), () => {
      asked += 1;
      if (asked === 3) made = inTransaction(app().db, change);
      return true;
    });
    assert.ok(made);
    await made;
  };
  /** A new field, which the last of them has. */
  const addCity = async (tx: Tx) => {
    const { now } = app().clock;
    const last = await rowOfLast(tx);
    await createField(tx, list, textField('CITY', 'City', { required: false, sortOrder: 9 }), now());
    const none = { email: undefined, status: undefined, source: undefined, ipAddress: undefined };
    await changeSubscriber(tx, list, last?.uid ?? '', { ...none, sent: { CITY: 'Dover' } }, now());
  };
  const assertFound = async (FNAME: string) => {
    const query = `CITY=dover&FNAME=${FNAME}`;
    const found = await app().call('GET', `/lists/${uid()}/subscribers/search-by-custom-fields?${query}`);
    assert.deepEqual([found.json.data.count, found.json.data.records[0]?.EMAIL], ['1', LAST]);
  };

  beforeEach(async () => {
    await newList();
    list = await getList(app().db, app().customer.id, uid());
  });

  test('what somebody gets in a new one stays, and is found', async () => {
    await run((await uploadImport(app(), uid(), file('Ann'))).import_uid);
    const bulk = { action: 'set-field', set_field: 'FNAME', set_value: 'Bea', start: 'yes' };
    await call('POST', '/bulk-actions', { json: bulk }, 201);
    await runWith(addCity);
    await assertFound('bea');
  });

  test('an import that changes people finds them by it too', async () => {
    await run((await uploadImport(app(), uid(), file('Ann'))).import_uid);
    const { import_uid } = await uploadImport(app(), uid(), file('Cid'));
    await put(import_uid, { existing: 'change' });
    await call('POST', `/imports/${import_uid}/run`);
    await runWith(addCity);
    await assertFound('cid');
  });

  test('values of one that is removed do not stay', async () => {
    const { import_uid } = await uploadImport(app(), uid(), file('Ann'));
    await call('POST', `/imports/${import_uid}/run`);
    await runWith(async (tx) => {
      const field = await findFieldByTag(tx, list, 'LNAME');
      if (field) await removeField(tx, list, field);
      while (await removeFieldValues(tx));
    });
    while (await removeFieldValues(app().db));
    assert.match((await rowOfLast(app().db))?.field_values ?? '', /^\{"\d+":"Ann"\}$/);
  });
});
