import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, openTestApp } from '../../test/support/app.ts';
import { addCrowd, addPlace, addSubscriber, fieldId, segmentsOf } from '../../test/support/segment-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { removeCampaign } from '../campaigns/remove.ts';

eachEngine('segments beside others', (engine) => {
  test('segments list their members page by page, stay with their customer, and are copied with a list', async (t) => {
    const app = await openTestApp(t, engine);
    const place = await addPlace(app);
    const { is, make, read } = segmentsOf(app, place);
    /** A request counts for some time, and one segment at least: so there is one for each. */
    const countsOf = async (path: string): Promise<number[]> => {
      const shown = async () => (await app.call('GET', path)).json.data.records as { subscribers_count: number }[];
      for (const _ of await shown()) await shown();
      return (await shown()).map((one) => one.subscribers_count);
    };

    await t.test('members and their count', async () => {
      const people = await addPlace(app);
      const likes = (value: string) => ({ field_id: fieldId(people, 'LIKES'), operator_id: '1', value });
      const { segment_uid: uid } = await make({ name: 'Tea', conditions: [likes('Tea')] }, people);
      const members = async (query = '') => {
        const { data } = (await app.call('GET', `${people.path}/${uid}/subscribers?${query}`)).json;
        return [data.count, data.records.map((member: { EMAIL: string }) => member.EMAIL)];
      };
      assert.deepEqual(await members(), ['0', []]);
      const first = await addSubscriber(app.db, people, {
        email: 'A@example.test',
        NAME: 'Ann',
        LIKES: ['tea', 'Rum'],
      });
      await addSubscriber(app.db, people, { email: 'b@example.test', LIKES: ['TEA'] });
      await addSubscriber(app.db, people, { email: 'c@example.test', LIKES: ['Tea'], status: 'unconfirmed' });
      await addSubscriber(app.db, people, { email: 'd@example.test', LIKES: ['Teapot'] });
      await addSubscriber(app.db, people, { email: 'e@example.test' });
      assert.deepEqual(await members(), ['2', ['b@example.test', 'A@example.test']]);
      assert.deepEqual(await members('per_page=1&page=2'), ['2', ['A@example.test']]);
      assert.deepEqual(await members('per_page=1&page=3'), ['2', []]);
      const { data } = (await app.call('GET', `${people.path}/${uid}/subscribers?page=2&per_page=1`)).json;
      assert.deepEqual(data.records, [
        {
          subscriber_uid: first.uid,
          EMAIL: 'A@example.test',
          NAME: 'Ann',
          LIKES: 'tea, Rum',
          status: 'confirmed',
          source: 'api',
          ip_address: '',
          date_added: '2026-11-21 12:00:00',
        },
      ]);
      const entry = (await app.call('GET', people.path)).json.data.records[0];
      assert.deepEqual(entry, { segment_uid: uid, name: 'Tea', subscribers_count: 2 });
    });

    await t.test('pages of members, walked through and out of the blue', async () => {
      const crowd = await addPlace(app);
      const wanted: string[] = [];
      await addCrowd(app.db, crowd, 1300, (index) => {
        const isMember = index % 3 === 0 || index > 1200;
        if (isMember) wanted.unshift(`p${index}@example.test`);
        return { email: `p${index}@example.test`, NAME: isMember ? 'In' : 'Out' };
      });
      const conditions = [{ field_id: fieldId(crowd, 'NAME'), operator_id: 1, value: 'in' }];
      const { segment_uid: uid } = await make({ name: 'In', conditions }, crowd);
      const page = async (number: number, perPage: number) => {
        const path = `${crowd.path}/${uid}/subscribers?page=${number}&per_page=${perPage}`;
        const { data } = (await app.call('GET', path)).json;
        assert.equal(data.count, String(wanted.length));
        assert.deepEqual(
          data.records.map((member: { EMAIL: string }) => member.EMAIL),
          wanted.slice((number - 1) * perPage, number * perPage),
          `page ${number}`,
        );
      };
      for (const number of [30, 1, 2, 31, 3, 2, 47, 51, 52, 53, 60]) await page(number, 10);
      for (const number of [1, 2, 3]) await page(number, 500);
      await page(2, 300);
    });

    await t.test('whatever it says of a removed field, no one is in it: there nor in a copy of the list', async () => {
      const people = await addPlace(app);
      const name = fieldId(people, 'NAME');
      for (const NAME of ['', 'out']) await addSubscriber(app.db, people, { email: `${NAME}a@example.test`, NAME });
      const kept = { field_id: fieldId(people, 'EMAIL'), operator_id: 3, value: '@' };
      const shapes = [
        { conditions: [{ field_id: name, operator_id: 2, value: 'out' }] },
        { conditions: [{ field_id: name, operator_id: 1, value: '' }] },
        { conditions: [kept, { field_id: name, operator_id: 6, value: 't' }] },
        { groups: [{ operator_match: 'none', conditions: [{ field_id: name, operator_id: 1, value: 'out' }] }] },
      ];
      for (const shape of shapes) await make({ name: 'Some', ...shape }, people);
      assert.deepEqual(await countsOf(people.path), [1, 2, 1, 1]);
      assertStatus(await app.call('DELETE', `/lists/${people.list.uid}/fields/${name}`), 200);
      assert.deepEqual(await countsOf(people.path), [0, 0, 0, 0]);
      const copy = await app.call('POST', `/lists/${people.list.uid}/copy`);
      await addSubscriber(app.db, people, { email: 'c@example.test' });
      assertStatus(
        await app.call('POST', `/lists/${copy.json.list_uid}/subscribers`, { json: { EMAIL: 'd@example.test' } }),
        201,
      );
      assert.deepEqual(await countsOf(`/lists/${copy.json.list_uid}/segments`), [0, 0, 0, 0]);
    });

    await t.test('a condition on a campaign that was deleted, or its details, lets nobody in', async () => {
      const people = await addPlace(app);
      await addSubscriber(app.db, people, { email: 'a@example.test' });
      const content = { template: { content: '<p>Hello</p>' }, send_at: '2027-01-01 09:00:00', status: 'draft' };
      const from = { from_name: 'A', from_email: 'a@example.com', reply_to: 'a@example.com' };
      const json = { name: 'N', subject: 'S', list_uid: people.list.uid, ...from, ...content };
      const { campaign_uid: uid } = (await app.call('POST', '/campaigns', { json })).json;
      const { number } = await app.db
        .selectFrom('campaign')
        .select('number')
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow();
      const did = (action: string) => ({ campaign_conditions: [{ action, campaign_id: number }] });
      for (const shape of [
        did('not-open'),
        { groups: [{ operator_match: 'none', ...did('click') }] },
        { groups: [{ operator_match: 'none', groups: [{ operator_match: 'none', ...did('not-sent') }] }] },
      ]) {
        await make({ name: 'Some', ...shape }, people);
      }
      const counts = () => countsOf(people.path);
      assert.deepEqual(await counts(), [1, 1, 1]);
      const giveUp = (details_removed_at: number | null) =>
        app.db.updateTable('campaign').set({ details_removed_at }).where('uid', '=', uid).execute();
      await giveUp(1);
      await addSubscriber(app.db, people, { email: 'b@example.test' }); // so that it is counted anew
      assert.deepEqual(await counts(), [0, 0, 0]);
      await giveUp(null);
      await addSubscriber(app.db, people, { email: 'c@example.test' });
      assert.deepEqual(await counts(), [3, 3, 3]);
      assertStatus(await app.call('DELETE', `/campaigns/${uid}`), 200);
      await addSubscriber(app.db, people, { email: 'd@example.test' });
      assert.deepEqual(await counts(), [0, 0, 0]);
      while (await removeCampaign(app.db));
      assert.deepEqual(await counts(), [0, 0, 0]);
    });

    await t.test('pages, newest first', async () => {
      const paged = await addPlace(app);
      const made: string[] = [];
      for (const name of ['1', '2', '3']) {
        const conditions = [{ field_id: fieldId(paged, 'NAME'), operator_id: 1, value: name }];
        made.unshift((await make({ name, conditions }, paged)).segment_uid);
      }
      const { data } = (await app.call('GET', `${paged.path}?per_page=2&page=2`)).json;
      assert.deepEqual([data.count, data.total_pages, data.prev_page, data.next_page], ['3', 2, 1, null]);
      assert.deepEqual(
        data.records.map((record: { segment_uid: string }) => record.segment_uid),
        made.slice(2),
      );
      const all = (await app.call('GET', paged.path)).json.data.records;
      assert.deepEqual(
        all.map((record: { segment_uid: string }) => record.segment_uid),
        made,
      );
    });

    await t.test('another customer and another list see nothing of it', async () => {
      const { segment_uid: uid } = await make({ name: 'Mine', conditions: [is('a')] });
      const { key, customer } = await app.addCustomer();
      const theirs = await addPlace(app, customer.id);
      const elsewhere = await addPlace(app);
      const json = { name: 'Theirs', conditions: [is('a')] };
      for (const [method, rest] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', `/${uid}`],
        ['PUT', `/${uid}`],
        ['DELETE', `/${uid}`],
        ['GET', `/${uid}/subscribers`],
      ] as const) {
        const answer = await app.call(method, place.path + rest, { key, json });
        assertStatus(answer, 404);
        assert.equal(answer.json.error, 'The subscribers list does not exist.');
        if (rest === '') continue;
        assertStatus(await app.call(method, theirs.path + rest, { key, json }), 404);
        assertStatus(await app.call(method, elsewhere.path + rest, { json }), 404);
      }
      assert.equal((await read(uid)).name, 'Mine');
    });

    await t.test('a copied list has its segments, on its own fields', async () => {
      const source = await addPlace(app);
      await addSubscriber(app.db, source, { email: 'a@example.test', NAME: 'Ann' });
      const condition = { field_id: fieldId(source, 'NAME'), operator_id: '1', value: 'ann' };
      await make({ name: 'One', conditions: [condition] }, source);
      await make(
        { name: 'Two', operator_match: 'all', conditions: [condition], campaign_conditions: [{ action: 'open' }] },
        source,
      );
      const answer = await app.call('POST', `/lists/${source.list.uid}/copy`);
      assertStatus(answer, 201);
      assert.deepEqual(Object.keys(answer.json), ['status', 'list_uid']);
      const path = `/lists/${answer.json.list_uid}`;
      const { data } = (await app.call('GET', `${path}/segments`)).json;
      assert.deepEqual(
        data.records.map((entry: { name: string; subscribers_count: number }) => [entry.name, entry.subscribers_count]),
        [
          ['Two', 0],
          ['One', 0],
        ],
      );
      const own = await app.db
        .selectFrom('list_field')
        .innerJoin('list', (on) =>
          on.onRef('list.customer_id', '=', 'list_field.customer_id').onRef('list.id', '=', 'list_field.list_id'),
        )
        .select('list_field.number')
        .where('list.uid', '=', answer.json.list_uid)
        .where('tag', '=', 'NAME')
        .executeTakeFirstOrThrow();
      for (const { segment_uid } of data.records) {
        const { conditions } = (await app.call('GET', `${path}/segments/${segment_uid}`)).json.data.record;
        assert.deepEqual(conditions, [{ ...condition, field_id: String(own.number) }]);
      }
      const { key } = await app.addCustomer();
      assertStatus(await app.call('POST', `/lists/${source.list.uid}/copy`, { key }), 404);
    });
  });
});
