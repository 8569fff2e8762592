import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, openTestApp } from '../../../test/support/app.ts';
import { addPlace, fieldId } from '../../../test/support/segment-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';

type Shown = { name: string; list_name: string; list_uid: string; segment_uid: string; subscribers_count: number };

eachEngine('segments of all lists', (engine) => {
  test('list by list, the newest first; searched by both names; a page at a time', async (t) => {
    const app = await openTestApp(t, engine);
    const first = await addPlace(app);
    const second = await addPlace(app);
    const rename = (id: number, name: string) =>
      app.db.updateTable('list').set({ name }).where('id', '=', id).execute();
    await rename(second.list.id, 'KÖLN');
    const make = async (place: typeof first, name: string) => {
      const conditions = [{ field_id: fieldId(place, 'NAME'), operator_id: 1, value: 'ann' }];
      assertStatus(await app.call('POST', place.path, { json: { name, conditions } }), 201);
    };
    await make(first, 'Anns');
    await make(second, 'Ännchen');
    await make(first, 'Newest');
    const get = async (query = ''): Promise<{ records: Shown[]; next: string | null }> => {
      const answer = await app.call('GET', `/segments/overview?${query}`);
      assertStatus(answer, 200);
      return answer.json.data;
    };
    const namesOf = ({ records }: { records: Shown[] }) => records.map(({ name }) => name);

    const all = await get();
    assert.deepEqual([namesOf(all), all.next], [['Ännchen', 'Newest', 'Anns'], null]);
    assert.deepEqual(
      all.records.map(({ list_uid, list_name }) => [list_uid, list_name]),
      [
        [second.list.uid, 'KÖLN'],
        [first.list.uid, 'News'],
        [first.list.uid, 'News'],
      ],
    );
    const [, , { segment_uid: uid, subscribers_count: members } = { segment_uid: '', subscribers_count: -1 }] =
      all.records;
    const { record } = (await app.call('GET', `${first.path}/${uid}`)).json.data;
    assert.equal(members, record.subscribers_count);

    assert.deepEqual(namesOf(await get('search=änn')), ['Ännchen']);
    assert.deepEqual(namesOf(await get('search=köln')), ['Ännchen']); // by the name of its list
    assert.deepEqual(namesOf(await get('search=ne')), ['Newest', 'Anns']);

    for (const search of ['', '&search=n']) {
      const walked: string[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const page: Awaited<ReturnType<typeof get>> = await get(`per_page=1${search}${next && `&after=${next}`}`);
        assert.ok(page.records.length <= 1);
        walked.push(...namesOf(page));
        next = page.next;
      }
      assert.deepEqual(walked, ['Ännchen', 'Newest', 'Anns']);
    }
    assertStatus(await app.call('GET', '/segments/overview?after=nonsense'), 422);

    assertStatus(await app.call('DELETE', `/lists/${first.list.uid}`), 200);
    assert.deepEqual(namesOf(await get()), ['Ännchen']);
  });
});
