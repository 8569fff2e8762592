// Who is added gets what the list asks for at last: its opt-in, its fields, and the values that
// somebody who comes back has by then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../src/lists/fields/queries.ts';
import { getList } from '../../src/lists/queries.ts';
import { bumpFields, bumpRevision } from '../../src/lists/queries-revision.ts';
import type { Tx } from '../../src/storage/db.ts';
import { signUp } from '../../src/subscribers/confirmation/sign-up.ts';
import { unsubscribeSubscriber } from '../../src/subscribers/update.ts';
import type { TestAnswer } from '../support/app.ts';
import { addList } from '../support/campaigns.ts';
import { whileChanging } from '../support/meanwhile.ts';
import { eachEngine } from '../support/stores.ts';
import { suiteApp } from '../support/suite.ts';

type Added = { status: string; FNAME: string } | undefined;
type List = Awaited<ReturnType<typeof getList>>;

eachEngine('lists that change while somebody is added', (engine) => {
  const app = suiteApp(engine);
  const EMAIL = 'ann@example.test';
  const ways = ['', '/create-update', '/bulk', 'form'] as const;

  /** Adds somebody; the form answers with faults, as an entry of a bulk request does. */
  const add = async (list: List, way: (typeof ways)[number], values: Record<string, string> = {}) => {
    if (way === 'form') {
      const form = { email: EMAIL, sent: values, ipAddress: '192.0.2.8', language: 'en' };
      const faults = await signUp(app().db, list, form, app().clock.now());
      return { json: faults } as TestAnswer;
    }
    const one = { EMAIL, ...values };
    const json = way === '/bulk' ? { subscribers: [one] } : one;
    return app().call('POST', `/lists/${list.uid}/subscribers${way}`, { json });
  };
  const stored = async (uid: string): Promise<Added> =>
    (await app().call('GET', `/lists/${uid}/subscribers`)).json.data.records[0];
  const listWith = async (optIn: 'single' | 'double') => {
    const uid = await addList(app());
    await app().db.updateTable('list').set({ opt_in: optIn }).where('uid', '=', uid).execute();
    return getList(app().db, app().customer.id, uid);
  };
  const nameOf = async ({ customer_id, id }: List) => {
    const field = (await fieldsOf(app().db, customer_id, id)).find(({ tag }) => tag === 'FNAME');
    assert.ok(field);
    return field.id;
  };

  test('the opt-in: nobody is confirmed who is to be asked', async () => {
    for (const way of ways) {
      const list = await listWith('single');
      const ask = (tx: Tx) => tx.updateTable('list').set({ opt_in: 'double' }).where('id', '=', list.id).execute();
      await whileChanging(app(), ask, () => add(list, way));
      assert.equal((await stored(list.uid))?.status, 'unconfirmed', way);
      const asked = app().db.selectFrom('confirmation').select('subscriber_id').where('list_id', '=', list.id);
      assert.equal((await asked.execute()).length, 1, way);
    }
  });

  test('a field that is required by then', async () => {
    for (const way of ways) {
      const list = await listWith('double');
      const field = await nameOf(list);
      const require = async (tx: Tx) => {
        await bumpFields(tx, list);
        await tx.updateTable('list_field').set({ required: 1, default_value: '' }).where('id', '=', field).execute();
      };
      const { text, json } = await whileChanging(app(), require, () => add(list, way));
      assert.match(text ?? JSON.stringify(json), /"FNAME":/, way);
      assert.equal(await stored(list.uid), undefined, way);
      const tallies = await app().db.selectFrom('tally').select('n').where('owner_id', '=', list.id).execute();
      assert.ok(!tallies.some(({ n }) => Number(n) < 0));
    }
  });

  test('a field that is removed by then leaves no value', async () => {
    for (const way of ways) {
      const list = await listWith('double');
      const field = await nameOf(list);
      const remove = async (tx: Tx) => {
        await bumpFields(tx, list);
        await tx.deleteFrom('list_field').where('id', '=', field).execute();
      };
      await whileChanging(app(), remove, () => add(list, way, { FNAME: 'Ann' }));
      const rows = app().db.selectFrom('subscriber').select('field_values').where('list_id', '=', list.id);
      assert.deepEqual(
        (await rows.execute()).map(({ field_values }) => JSON.parse(field_values)[field]),
        [undefined],
        way,
      );
    }
  });

  test('who comes back keeps what others have put down of them meanwhile', async () => {
    const list = await listWith('single');
    await add(list, '', { FNAME: 'Ann' });
    const row = () =>
      app().db.selectFrom('subscriber').selectAll().where('list_id', '=', list.id).executeTakeFirstOrThrow();
    const { uid, field_values } = await row();
    await unsubscribeSubscriber(app().db, list, uid, app().clock.now());
    const rename = async (tx: Tx) => {
      await bumpRevision(tx, list);
      const named = field_values.replace('Ann', 'Anna');
      await tx.updateTable('subscriber').set({ field_values: named }).where('list_id', '=', list.id).execute();
    };
    await whileChanging(app(), rename, () => add(list, '/bulk'));
    const { status, FNAME } = (await stored(list.uid)) ?? {};
    assert.deepEqual([status, FNAME], ['confirmed', 'Anna']);
  });
});
