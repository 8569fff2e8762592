// What was written can be read, changed and written back: a program need not remember what it sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertStatus, formText, openTestApp, type TestApp } from '../../test/support/app.ts';
import { company, makeList, news, readList } from '../../test/support/lists.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { companyJson, unsetCompany } from '../accounts/company.ts';
import { FIELD_TYPES } from './fields/types.ts';

const word = fc.constantFrom('Aa', 'The news, of today', 'Größe & "more"', '[FNAME]', 'x'.repeat(90));
const yesNo = fc.constantFrom('yes', 'no');
const lists = fc.record({
  general: fc
    .record({ display_name: word, opt_in: fc.constantFrom('single', 'double') }, { requiredKeys: [] })
    .chain((some) =>
      fc.record({ visibility: fc.constantFrom('public', 'private') }).map((more) => ({ ...some, ...more })),
    )
    .map((some) => ({ ...news.general, ...some })),
  defaults: fc.record({ subject: word }, { requiredKeys: [] }).map((some) => ({ ...news.defaults, ...some })),
  notifications: fc.constantFrom(
    undefined,
    {},
    { subscribe: 'yes', subscribe_to: 'a@b.example' },
    { subscribe: 'no', unsubscribe: 'yes', unsubscribe_to: 'a@b.example, c@d.example' },
  ),
  company: fc.constantFrom(
    undefined,
    company,
    { ...company, website: 'https://bread.example', address_2: 'Flat 2', address_format: '[NAME]\n[CITY]' },
    { ...company, country: 'DE', zone: 'BY' },
    { ...company, country_id: '642', zone_name: 'Old county' },
    { address_1: '3 Low Street' },
  ),
});

const number = (min: number, max: number) => fc.integer({ min, max });
const texts = fc.record(
  {
    help_text: word,
    description: word,
    sort_order: number(-100, 100),
    visibility: fc.constantFrom('visible', 'hidden'),
  },
  { requiredKeys: [] },
);
const rules = fc.record(
  {
    min_length: number(1, 9),
    max_length: number(10, 255),
    content_rule: fc.constantFrom('alpha', 'alphanumext_ci'),
    content_regex: fc.constantFrom('^a+$', '/^[a-z ]*$/i'),
    allowed_scheme: fc.constantFrom('https', 'both'),
    whitelist_domains: fc.constantFrom('a.example', 'a.example; b.example'),
    blacklist_domains: fc.constant('c.example'),
    max_stars: number(3, 10),
    default_country: fc.constantFrom('ro', 'US'),
    check_value: word,
    consent_text: word,
    year_start: number(1900, 1950),
    year_end: number(1951, 2100),
    options: fc.constantFrom(
      [],
      [
        { name: 'Two', value: '2' },
        { name: 'One', value: '1' },
        { name: 'None', value: 'none' },
      ],
      { b: 'B', a: 'A' },
    ),
  },
  { requiredKeys: [] },
);
const fields = fc.record({
  type: fc.constantFrom(...FIELD_TYPES.map(({ identifier }) => identifier)),
  required: yesNo,
  texts,
  rules,
});

async function readField(app: TestApp, path: string, query: string) {
  const answer = await app.call('GET', `${path}${query}`);
  assertStatus(answer, 200);
  return answer.json.data.record;
}

/** Without what says which one it is. */
const listOnly = ({ general: { list_uid: _, ...general }, ...rest }: Awaited<ReturnType<typeof readList>>) => ({
  ...rest,
  general,
});

eachEngine('reading lists and fields back', (engine) => {
  test('what was loaded changes nothing, and makes an equal one', async (t) => {
    const app = await openTestApp(t, engine);

    await t.test('lists of many shapes', async () => {
      const property = fc.asyncProperty(lists, fc.boolean(), async (sent, asForm) => {
        const uid = await makeList(app, sent);
        const before = await readList(app, uid, '?full=1');
        const row = () => app.db.selectFrom('list').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
        const own = (await row()).company;
        const body = asForm ? { form: formText(before) } : { json: before };
        assertStatus(await app.call('PUT', `/lists/${uid}`, body), 200);
        assert.deepEqual(await readList(app, uid, '?full=1'), before);
        assert.equal((await row()).company, own, "a list without a company of its own goes on with the customer's");
        const copy = await app.call('POST', '/lists', body);
        assertStatus(copy, 201);
        assert.deepEqual(listOnly(await readList(app, copy.json.list_uid, '?full=1')), listOnly(before));
      });
      await fc.assert(property, { numRuns: 6 });
    });

    await t.test('lists of a customer whose address is not set yet', async () => {
      const { key } = await app.addCustomer({ company: companyJson(unsetCompany('en')) });
      const uid = (await app.call('POST', '/lists', { key, json: news })).json.list_uid;
      for (const query of ['', '?full=1']) {
        const before = (await app.call('GET', `/lists/${uid}${query}`, { key })).json.data.record;
        const renamed = { ...before, general: { ...before.general, name: 'Other news' } };
        for (const body of [{ json: renamed }, { form: formText(renamed) }]) {
          assertStatus(await app.call('PUT', `/lists/${uid}`, { key, ...body }), 200);
          assertStatus(await app.call('POST', '/lists', { key, ...body }), 201);
        }
      }
      const rows = await app.db.selectFrom('list').select('company').where('name', '=', 'Other news').execute();
      assert.deepEqual(
        rows.map((row) => row.company),
        Array(5).fill(null),
        'the address is told once, for all',
      );
      const partly = { ...news, company: { name: 'A bakery' } };
      assertStatus(await app.call('PUT', `/lists/${uid}`, { key, json: partly }), 422);
      const { name: _, address_1: __, ...place } = company;
      const refused = await app.call('POST', '/lists', { key, json: { ...news, company: place } });
      assertStatus(refused, 422);
      assert.deepEqual(refused.json.error, {
        company: { name: 'Name cannot be blank.', address_1: 'Address 1 cannot be blank.' },
      });
    });

    await t.test('of what was loaded, what was changed counts', async () => {
      const uid = await makeList(app, { ...news, company: { ...company, zone: 'CA' } });
      const loaded = await readList(app, uid);
      const change = async (members: Record<string, unknown>) => {
        const changed = { ...loaded, company: { ...loaded.company, ...members } };
        assertStatus(await app.call('PUT', `/lists/${uid}`, { json: changed }), 200);
        const { country, zone_name, zone } = (await readList(app, uid)).company;
        assertStatus(await app.call('PUT', `/lists/${uid}`, { json: loaded }), 200);
        return [country.code, zone_name, zone.code];
      };
      const { country, zone } = loaded.company;
      assert.deepEqual(await change({ zone_name: 'Nevada' }), ['US', 'Nevada', 'NV']);
      assert.deepEqual(await change({ zone: { ...zone, code: 'NV' } }), ['US', 'Nevada', 'NV']);
      assert.deepEqual(await change({ country: { ...country, code: 'RO' }, zone_name: '' }), ['RO', '', '']);
      assert.deepEqual(await change({ country: { ...country, country_id: '642' } }), ['RO', 'California', '']);
      assert.deepEqual(await readList(app, uid), loaded);
    });

    await t.test('fields of every type and many shapes', async () => {
      const [one, other] = [await makeList(app), await makeList(app)];
      let made = 0;
      const property = fc.asyncProperty(fields, fc.constantFrom('', '?full=1'), async (drawn, query) => {
        const { type, required } = drawn;
        const own = { type, required, visibility: 'visible', label: 'Label', tag: `TAG${made++}` };
        const sent = { ...own, ...drawn.texts, ...drawn.rules };
        const answer = await app.call('POST', `/lists/${one}/fields`, { json: sent });
        assertStatus(answer, 201);
        const path = `/lists/${one}/fields/${answer.json.data.record.field_id}`;
        const [before, inOrder] = [await readField(app, path, query), await readField(app, path, '?full=1')];
        assertStatus(await app.call('PUT', path, { json: before }), 200);
        assert.deepEqual(await readField(app, path, query), before);
        assert.deepEqual(await readField(app, path, '?full=1'), inOrder, 'options keep their order');
        const copy = await app.call('POST', `/lists/${other}/fields`, { json: before });
        assertStatus(copy, 201);
        const copied = `/lists/${other}/fields/${copy.json.data.record.field_id}`;
        const { field_id: _id, list: _list, ...like } = await readField(app, copied, query);
        const { field_id: __id, list: __list, ...original } = before;
        assert.deepEqual(like, original);
      });
      await fc.assert(property, { numRuns: 10 });
    });

    await t.test('options whose values are numbers are in the order in which a form or JSON has them', async () => {
      const list = await makeList(app);
      const members = { type: 'dropdown', label: 'Year', required: 'no', visibility: 'visible' };
      const options = [
        { name: 'This one', value: '2026' },
        { name: 'Last', value: '2025' },
        { name: 'Before', value: 'before' },
      ];
      const form = formText({ ...members, tag: 'YEAR1', options: {} });
      const sent = options.map(({ name, value }) => `&options[${value}]=${name}`).join('');
      const json = JSON.stringify({ ...members, tag: 'YEAR2', options: 0 });
      const map = options.map(({ name, value }) => `"${value}":"${name}"`).join(',');
      for (const [type, raw] of [
        ['application/x-www-form-urlencoded', form + sent],
        ['application/json', json.replace('"options":0', `"options":{${map}}`)],
      ] as const) {
        const headers = { 'content-type': type };
        const made = await app.call('POST', `/lists/${list}/fields`, { raw: Buffer.from(raw), headers });
        assertStatus(made, 201);
        const path = `/lists/${list}/fields/${made.json.data.record.field_id}`;
        assert.deepEqual((await readField(app, path, '?full=1'))['options'], options);
      }
    });

    await t.test('the rules of a field are there, and null where none was given', async () => {
      const list = await makeList(app);
      const sent = { type: 'text', label: 'Code', tag: 'CODE', required: 'no', visibility: 'hidden', max_length: '9' };
      const made = (await app.call('POST', `/lists/${list}/fields`, { json: sent })).json.data.record;
      const record = await readField(app, `/lists/${list}/fields/${made.field_id}`, '?full=1');
      const { min_length, max_length, content_rule, content_regex, date_added_iso } = record;
      assert.deepEqual([min_length, max_length, content_rule, content_regex], [null, 9, null, null]);
      assert.equal(date_added_iso, '2026-11-21T12:00:00Z');
      assert.equal(Object.hasOwn(record, 'max_stars'), false);
    });
  });
});
