import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, formText, openTestApp } from '../../../test/support/app.ts';
import { makeList, nowhere } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { findTally } from '../../storage/tally.ts';
import { getList } from '../queries.ts';
import { FIELD_TYPES } from './types.ts';

const general = { label: 'Size', tag: 'size', required: 'no', visibility: 'visible' };
const unknown = 'The list field does not exist.';

eachEngine('list fields', (engine) => {
  test('the endpoints', async (t) => {
    const app = await openTestApp(t, engine);
    const uid = await makeList(app);
    const path = `/lists/${uid}/fields`;
    let tags = 0;
    const make = async (json: Record<string, unknown>, tag = `T${++tags}`) => {
      const answer = await app.call('POST', path, { json: { ...general, tag, ...json } });
      assertStatus(answer, 201);
      return answer.json.data.record;
    };
    const put = async (id: string, json: Record<string, unknown>) => {
      const answer = await app.call('PUT', `${path}/${id}`, { json });
      assertStatus(answer, 200);
      return answer.json.data.record;
    };
    const faultsOf = async (method: string, to: string, json: Record<string, unknown>) => {
      const answer = await app.call(method, to, { json });
      assertStatus(answer, 422);
      return answer.json.error;
    };
    const idOf = async (tag: string): Promise<string> => {
      const { records } = (await app.call('GET', `${path}?per_page=500`)).json.data;
      return records.find((record: { tag: string }) => record.tag === tag).field_id;
    };

    await t.test('the types', async () => {
      const { data } = (await app.call('GET', '/lists/fields/types')).json;
      assert.equal(data.count, String(FIELD_TYPES.length));
      assert.equal(data.records.length, FIELD_TYPES.length);
      assert.deepEqual(data.records[8], {
        name: 'Checkbox List',
        identifier: 'checkboxlist',
        description: 'Checkbox List',
      });
    });

    await t.test('the first fields', async () => {
      const { data } = (await app.call('GET', path)).json;
      const { records, ...paging } = data;
      assert.deepEqual(paging, { count: '3', total_pages: 1, current_page: 1, next_page: null, prev_page: null });
      assert.deepEqual(records[0], {
        field_id: records[0].field_id,
        tag: 'EMAIL',
        label: 'Email',
        required: 'yes',
        help_text: null,
        description: '',
        default_value: '',
        visibility: 'visible',
        sort_order: '0',
        type: { name: 'Text', identifier: 'text', description: 'Text' },
        list: { list_uid: uid, display_name: 'News' },
      });
      assert.deepEqual(
        records.map((record: { tag: string }) => record.tag),
        ['EMAIL', 'FNAME', 'LNAME'],
      );
    });

    await t.test('made, read, changed', async () => {
      const options = [
        { name: 'Zero', value: 0 },
        { name: 'One', value: '1' },
        { name: 'Proto', value: '__proto__' },
      ];
      const record = await make(
        {
          type: 'dropdown',
          sort_order: '-3',
          help_text: 'h',
          description: 'd',
          default_value: 1,
          options,
          max_stars: 99,
        },
        'size',
      );
      const shown = {
        field_id: record.field_id,
        tag: 'SIZE',
        label: 'Size',
        required: 'no',
        help_text: 'h',
        description: 'd',
        default_value: '1',
        visibility: 'visible',
        sort_order: '-3',
        type: { name: 'Dropdown', identifier: 'dropdown', description: 'Dropdown' },
        list: { list_uid: uid, display_name: 'News' },
        options: JSON.parse('{"0":"Zero","1":"One","__proto__":"Proto"}'),
      };
      assert.match(record.field_id, /^\d+$/);
      assert.deepEqual(record, shown);
      assert.deepEqual((await app.call('GET', `${path}/${record.field_id}`)).json.data.record, shown);
      assert.deepEqual((await app.call('GET', path)).json.data.records[0], shown);

      const id = record.field_id;
      assert.deepEqual(await put(id, {}), shown);
      assert.deepEqual(await put(id, { label: null, tag: '', type: 'dropdown', required: '', options: null }), shown);
      const changed = await put(id, {
        label: 'Größe',
        required: true,
        visibility: 'none',
        sort_order: 0,
        help_text: '',
        description: '',
      });
      assert.deepEqual(changed, {
        ...shown,
        label: 'Größe',
        required: 'yes',
        visibility: 'none',
        sort_order: '0',
        help_text: null,
        description: '',
      });
      assert.deepEqual((await put(id, { options: [{ name: 'Uno', value: '1' }] })).options, { 1: 'Uno' });
      assert.deepEqual(await faultsOf('PUT', `${path}/${id}`, { options: [] }), {
        default_value: 'Default value has no options yet.',
      });
      assert.deepEqual((await put(id, { options: [], default_value: '' })).options, {});
      assert.deepEqual(await faultsOf('PUT', `${path}/${id}`, { type: 'text' }), {
        type: 'The type of a field cannot be changed; it is dropdown.',
      });
      assert.equal((await put(id, { tag: 'Size_2' })).tag, 'SIZE_2');
    });

    await t.test('in every encoding and wrapper', async () => {
      const wrapped = async (form: string) => {
        const answer = await app.call('POST', path, { form });
        assertStatus(answer, 201);
        return answer.json.data.record;
      };
      const fields = (tag: string) => ({ ...general, tag });
      const flat = await wrapped(
        formText({ ...fields('W1'), type: 'radiolist', options: [{ name: 'A', value: 'a' }] }),
      );
      assert.deepEqual(flat.options, { a: 'A' });
      const data = await wrapped(
        formText({ data: { ...fields('W2'), type: 'CheckboxList', options: { 7: { name: 'A', value: 'a' } } } }),
      );
      assert.deepEqual([data.type.identifier, data.options], ['checkboxlist', { a: 'A' }]);
      const nested = {
        ...fields('W3'),
        type: { identifier: 'multiselect', name: 'x' },
        options: { V1: 'O1', V2: 'O2' },
      };
      const field = await wrapped(formText({ field: nested }));
      assert.deepEqual([field.type.identifier, field.options], ['multiselect', { V1: 'O1', V2: 'O2' }]);
      const numbered = await wrapped(formText({ field: { ...nested, tag: 'W4', options: ['Zero', 'One', 'Two'] } }));
      assert.deepEqual(numbered.options, { 0: 'Zero', 1: 'One', 2: 'Two' });
      const answer = await app.call('PUT', `${path}/${field.field_id}`, {
        raw: Buffer.from(formText({ field: { label: 'Neu', type: { identifier: 'multiselect' } } })),
      });
      assertStatus(answer, 200);
      assert.equal(answer.json.data.record.label, 'Neu');
    });

    await t.test('every fault at once', async () => {
      assert.deepEqual(await faultsOf('POST', path, {}), {
        type: 'Type cannot be blank.',
        label: 'Label cannot be blank.',
        tag: 'Tag cannot be blank.',
        required: 'Required cannot be blank.',
        visibility: 'Visibility cannot be blank.',
      });
      const long = 'x'.repeat(256);
      const faulty = {
        type: 'texts',
        label: long,
        tag: 'fname',
        required: 'maybe',
        visibility: 'seen',
        sort_order: 101,
      };
      const faults = await faultsOf('POST', path, {
        ...faulty,
        help_text: long,
        description: long,
        default_value: long,
      });
      assert.match(faults.type, /^Type must be one of: text, dropdown, .*, rating\b/);
      delete faults.type;
      const tooLong = (label: string) => `${label} is too long (maximum is 255 characters).`;
      assert.deepEqual(faults, {
        label: tooLong('Label'),
        tag: 'The tag attribute must be unique in the mail list!',
        required: 'Required must be yes or no.',
        visibility: 'Visibility must be one of: visible, hidden, none.',
        sort_order: 'Sort order must be a whole number from -100 to 100.',
        help_text: tooLong('Help text'),
        description: tooLong('Description'),
        default_value: tooLong('Default value'),
      });
      const count = (await app.call('GET', path)).json.data.count;
      const { id: listId } = await getList(app.db, app.customer.id, uid);
      assert.equal(count, String(await findTally(app.db, app.customer.id, 'fields', listId)));
    });

    await t.test('tags that are reserved, taken or malformed are refused', async () => {
      const fault = async (tag: string) => (await faultsOf('POST', path, { ...general, type: 'text', tag })).tag;
      assert.equal(await fault('unsubscribe_url'), 'The tag "UNSUBSCRIBE_URL" is reserved!');
      assert.equal(await fault('x'.repeat(51)), 'Tag is too long (maximum is 50 characters).');
      assert.match(await fault('1a'), /^Tag must begin with a letter/);
      assert.match(await fault('a\0'), /NUL/);
      const mine = await make({ type: 'text' }, 'mine');
      const taken = { tag: 'The tag attribute must be unique in the mail list!' };
      assert.deepEqual(await faultsOf('PUT', `${path}/${mine.field_id}`, { tag: 'LNAME' }), taken);
      assert.equal((await put(mine.field_id, { tag: 'MINE', label: 'Kept' })).label, 'Kept');
      // Two at the same moment: one of them is told.
      const both = await Promise.all(
        [1, 2].map(() => app.call('POST', path, { json: { ...general, type: 'text', tag: 'RACE' } })),
      );
      assert.deepEqual(both.map((answer) => answer.status).sort(), [201, 422]);
    });

    await t.test('the EMAIL field keeps its tag and stays required', async () => {
      const id = await idOf('EMAIL');
      assert.deepEqual(await faultsOf('PUT', `${path}/${id}`, { tag: 'MAIL', required: 'no', type: 'email' }), {
        type: 'The type of a field cannot be changed; it is text.',
        tag: 'The tag of the EMAIL field cannot be changed.',
        required: 'The EMAIL field must stay required.',
      });
      assert.equal((await put(id, { label: 'E-mail', tag: 'email', required: 'yes' })).label, 'E-mail');
      const refused = await app.call('DELETE', `${path}/${id}`);
      assertStatus(refused, 400);
      assert.equal(refused.json.error, 'The EMAIL field cannot be removed.');
    });

    await t.test('in their order, paged', async () => {
      const other = await makeList(app);
      const add = async (tag: string, order: number) => {
        const json = { ...general, type: 'text', tag, sort_order: order };
        assertStatus(await app.call('POST', `/lists/${other}/fields`, { json }), 201);
      };
      await add('LAST', 100);
      await add('FIRST', -100);
      await add('MIDDLE', 1);
      const page = async (query: string) => (await app.call('GET', `/lists/${other}/fields?${query}`)).json.data;
      const tagsOf = (data: { records: { tag: string }[] }) => data.records.map((record) => record.tag);
      assert.deepEqual(tagsOf(await page('')), ['FIRST', 'EMAIL', 'FNAME', 'MIDDLE', 'LNAME', 'LAST']);
      const second = await page('page=2&per_page=4');
      assert.deepEqual([second.count, second.total_pages, second.prev_page, second.next_page], ['6', 2, 1, null]);
      assert.deepEqual(tagsOf(second), ['LNAME', 'LAST']);
      assert.deepEqual(tagsOf(await page('page=3&per_page=4')), []);
    });

    await t.test('removed', async () => {
      const { field_id: id } = await make({ type: 'text' }, 'GOING');
      const list = await getList(app.db, app.customer.id, uid);
      const count = await findTally(app.db, app.customer.id, 'fields', list.id);
      assertStatus(await app.call('DELETE', `${path}/${id}`), 200);
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const gone = await app.call(method, `${path}/${id}`, method === 'PUT' ? { json: {} } : {});
        assertStatus(gone, 404);
        assert.equal(gone.json.error, unknown);
      }
      assert.equal(await findTally(app.db, app.customer.id, 'fields', list.id), count - 1);
      assert.ok((await getList(app.db, app.customer.id, uid)).revision > list.revision);
      assert.ok(Number((await make({ type: 'text' }, 'GOING')).field_id) > Number(id), 'ids are never used again');
    });

    await t.test('another customer, another list, no field at all', async () => {
      const { key } = await app.addCustomer();
      const id = await idOf('FNAME');
      const other = await makeList(app);
      for (const [method, json] of [['GET'], ['PUT', { label: 'Mine' }], ['DELETE']] as const) {
        const foreign = await app.call(method, `${path}/${id}`, { key, json });
        assertStatus(foreign, 404);
        assert.equal(foreign.json.error, nowhere);
        for (const wrong of [
          `/lists/${other}/fields/${id}`,
          `${path}/999999`,
          `${path}/x`,
          `${path}/1e3`,
          `${path}/-1`,
        ]) {
          const answer = await app.call(method, wrong, { json });
          assertStatus(answer, 404);
          assert.equal(answer.json.error, unknown);
        }
      }
      assertStatus(await app.call('GET', path, { key }), 404);
      assertStatus(await app.call('POST', path, { key, json: { ...general, type: 'text' } }), 404);
    });
  });
});
