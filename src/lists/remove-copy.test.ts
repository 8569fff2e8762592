import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, openTestApp } from '../../test/support/app.ts';
import { company, makeList, news, nowhere, readList } from '../../test/support/lists.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { inTransaction } from '../storage/db.ts';
import { findTally } from '../storage/tally.ts';
import { copyList } from './copy.ts';
import { fieldsOf } from './fields/queries.ts';
import { getList } from './queries.ts';
import { clearRemovedList } from './remove.ts';

eachEngine('lists that go and lists that double', (engine) => {
  test('the endpoints', async (t) => {
    const app = await openTestApp(t, engine);
    const { db } = app;

    await t.test('removed for every call at once, cleared away later', async () => {
      const uid = await makeList(app);
      const list = await getList(db, app.customer.id, uid);
      const count = await findTally(db, app.customer.id, 'lists');
      assertStatus(await app.call('DELETE', `/lists/${uid}`), 200);
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/fields'],
        ['POST', '/fields'],
      ] as const) {
        const answer = await app.call(method, `/lists/${uid}${path}`, method === 'POST' ? { json: {} } : {});
        assertStatus(answer, 404);
        assert.equal(answer.json.error, nowhere);
      }
      assert.equal(await findTally(db, app.customer.id, 'lists'), count - 1);
      const listed = (await app.call('GET', '/lists?per_page=500')).json.data;
      assert.equal(listed.records.length, count - 1);
      assert.equal(listed.count, String(count - 1));

      let left = 3;
      const part = async () => (left > 0 ? left-- : 0);
      let steps = 0;
      while (await clearRemovedList(db, [part])) steps += 1;
      assert.deepEqual([steps, left], [4, 0]);
      assert.deepEqual(await fieldsOf(db, list.customer_id, list.id), []);
      assert.equal(await findTally(db, list.customer_id, 'fields', list.id), 0);
      assert.equal(await db.selectFrom('list').select('id').where('id', '=', list.id).executeTakeFirst(), undefined);
    });

    await t.test('not while a campaign of it leaves; campaigns keep its name', async () => {
      const uid = await makeList(app);
      const answer = await app.call('POST', '/campaigns', {
        json: {
          ...news.defaults,
          name: 'First',
          subject: 'Hello',
          send_at: '2027-01-01 10:00:00',
          list_uid: uid,
          template: { content: '<p>Hi</p>', inline_css: 'no', auto_plain_text: 'yes' },
        },
      });
      assertStatus(answer, 201);
      const status = (to: string) =>
        db
          .updateTable('campaign')
          .set({ status: to, freeze_until_id: 1 })
          .where('uid', '=', answer.json.campaign_uid)
          .execute();
      for (const busy of ['sending', 'processing']) {
        await status(busy);
        const refused = await app.call('DELETE', `/lists/${uid}`);
        assertStatus(refused, 400);
        assert.equal(refused.json.error, 'This list cannot be removed while one of its campaigns is being sent.');
      }
      await status('sent');
      assertStatus(await app.call('DELETE', `/lists/${uid}`), 200);
      while (await clearRemovedList(db, []));
      const row = await db.selectFrom('list').select(['name', 'status']).where('uid', '=', uid).executeTakeFirst();
      assert.deepEqual({ ...row }, { name: 'News', status: 'removed' });
      assertStatus(await app.call('GET', `/lists/${uid}`), 404);
    });

    await t.test('a copy has settings and fields, and counts its name on', async () => {
      const uid = await makeList(app, { ...news, company });
      const source = await getList(db, app.customer.id, uid);
      const field = {
        type: 'dropdown',
        label: 'Size',
        tag: 'SIZE',
        required: 'no',
        visibility: 'visible',
        sort_order: -1,
      };
      const options = [{ name: 'Small', value: 'S' }];
      assertStatus(await app.call('POST', `/lists/${uid}/fields`, { json: { ...field, options } }), 201);
      const { list, fieldNumbers } = await inTransaction(db, (tx) => copyList(tx, source, app.clock.now()));
      assert.notEqual(list.uid, source.uid);
      const { general, ...rest } = await readList(app, list.uid);
      const { general: before, ...restBefore } = await readList(app, uid);
      assert.deepEqual(rest, restBefore);
      assert.deepEqual([general.name, general.display_name], ['News #1', before.display_name]);
      const own = async (id: number) =>
        (await fieldsOf(db, app.customer.id, id)).map(({ id: _, number: __, list_id: ___, ...columns }) => columns);
      assert.deepEqual(await own(list.id), await own(source.id));
      const numbers = async (id: number) => (await fieldsOf(db, app.customer.id, id)).map((one) => one.number);
      assert.deepEqual(
        (await numbers(source.id)).map((number) => fieldNumbers.get(number)),
        await numbers(list.id),
      );
      const again = await inTransaction(db, (tx) => copyList(tx, list, app.clock.now()));
      assert.equal(again.list.name, 'News #2');
      assert.equal(await findTally(db, app.customer.id, 'fields', again.list.id), 4);
    });
  });
});
