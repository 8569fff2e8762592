// The two dialects of the API: everything in which they differ, with both kinds of key.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type CallOptions, formText } from '../../test/support/app.ts';
import { addSegment, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { company, news } from '../../test/support/lists.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { LENIENT, STRICT } from '../http/dialect.ts';
import { addKey } from './keys/keys.ts';

eachEngine('dialects', (engine) => {
  let app: CampaignApp;
  let lenientKey: string;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  before(async () => {
    const { key } = await addKey(app.db, { customerId: app.customer.id, name: 'shop', dialect: 'lenient' }, app.clock);
    lenientKey = key;
  });

  const strict = (method: string, path: string, options: CallOptions = {}) => app.call(method, path, options);
  const lenient = (method: string, path: string, options: CallOptions = {}) =>
    app.call(method, path, { ...options, key: lenientKey });
  const newList = async (json: object = news) => (await strict('POST', '/lists', { json })).json.list_uid as string;

  test('strict: fields come in pages, an eleventh is warned of; lenient: all at once', async () => {
    const path = `/lists/${await newList()}/fields`;
    for (let n = 4; n <= 10; n++) {
      const json = { type: 'text', label: `F${n}`, tag: `F${n}`, required: 'no', visibility: 'visible' };
      assert.equal((await strict('POST', path, { json })).json.warnings, undefined);
    }
    const eleventh = { type: 'text', label: 'Last', tag: 'A_LAST', required: 'no', visibility: 'visible' };
    const answer = await strict('POST', path, { json: eleventh });
    assertStatus(answer, 201);
    assert.equal(answer.json.data.record.sort_order, '10'); // at the end
    assert.match(answer.json.warnings[0].message, /The list has 11 fields now.*per_page=500.*lenient/);
    const twelfth = await lenient('POST', path, { json: { ...eleventh, tag: 'A_TWELFTH' } });
    assert.equal(twelfth.json.warnings, undefined);
    assert.equal(twelfth.json.data.record.sort_order, '11');

    const ten = (await strict('GET', path)).json.data;
    assert.deepEqual([ten.records.length, ten.count, ten.total_pages, ten.next_page], [10, '12', 2, 2]);
    for (const query of ['', '?page=undefined&per_page=undefined']) {
      const all = (await lenient('GET', path + query)).json.data;
      assert.deepEqual([all.count, all.total_pages, all.current_page, all.next_page], ['12', 1, 1, null]);
      assert.deepEqual(
        all.records.slice(9).map(({ tag }: { tag: string }) => tag),
        ['F10', 'A_LAST', 'A_TWELFTH'],
      );
    }
    assert.equal((await lenient('GET', `${path}?page=2`)).json.data.records.length, 2);
    assert.equal((await lenient('GET', `${path}?per_page=3`)).json.data.records.length, 3);
  });

  test('a new field without required and visibility', async () => {
    const path = `/lists/${await newList()}/fields`;
    const json = { type: 'text', label: 'Size', tag: 'SIZE' };
    const refused = await strict('POST', path, { json });
    assertStatus(refused, 422);
    assert.deepEqual(refused.json.error, {
      required: 'Required cannot be blank.',
      visibility: 'Visibility cannot be blank.',
    });
    const { record } = (await lenient('POST', path, { json })).json.data;
    assert.deepEqual([record.required, record.visibility], ['no', 'visible']);
    const said = { ...json, tag: 'OTHER', required: 'yes', visibility: 'hidden' };
    const other = (await lenient('POST', path, { json: said })).json.data.record;
    assert.deepEqual([other.required, other.visibility], ['yes', 'hidden']);
    assertStatus(await lenient('POST', path, { json: { label: 'x', tag: 'Y' } }), 422); // the type stays required
  });

  test('template_uid beside content', async () => {
    const made = await strict('POST', '/templates', {
      json: { name: 'T', content: '<p>template [UNSUBSCRIBE_URL]</p>' },
    });
    const template = { template_uid: made.json.template_uid, content: '<p>content</p>' };
    const refused = await strict('POST', '/campaigns', { json: app.input({ template }) });
    assertStatus(refused, 422);
    assert.deepEqual(Object.keys(refused.json.error), ['template']);
    const answer = await lenient('POST', '/campaigns', { json: app.input({ template }) });
    assertStatus(answer, 201);
    assert.deepEqual(answer.json.warnings[0], {
      member: 'template.template_uid',
      message: 'The content was taken and the template passed over: a campaign has one of them.',
    });
    assert.match((await app.row(answer.json.campaign_uid)).content, /content/);
    const written = { template_uid: 'undefined', archive: 'null', content: '<p>content</p>' };
    const literals = await lenient('POST', '/campaigns', { json: app.input({ template: written }) });
    assertStatus(literals, 201);
    assert.equal(literals.json.warnings, undefined);
  });

  test('the texts undefined and null count as absent where they are no valid value, for lenient keys alone', async () => {
    const path = `/lists/${await newList()}/fields`;
    const form = formText({
      data: {
        type: 'text',
        label: 'null',
        tag: 'LIT',
        required: 'undefined',
        visibility: 'null',
        sort_order: 'undefined',
      },
    });
    const refused = await strict('POST', path, { form });
    assertStatus(refused, 422);
    assert.deepEqual(Object.keys(refused.json.error).sort(), ['required', 'sort_order', 'visibility']);
    const answer = await lenient('POST', path, { form });
    assertStatus(answer, 201);
    const { label, required, visibility } = answer.json.data.record;
    assert.deepEqual([label, required, visibility], ['null', 'no', 'visible']); // where it is valid it is a text

    const campaign = { segment_uid: 'undefined', options: { cronjob_enabled: 'null', email_stats: 'undefined' } };
    const body = formText({ campaign: app.input(campaign) });
    assert.deepEqual(Object.keys((await strict('POST', '/campaigns', { form: body })).json.error).sort(), [
      'options.cronjob_enabled',
      'options.email_stats',
      'segment_uid',
    ]);
    assertStatus(await lenient('POST', '/campaigns', { form: body }), 201);
    // required members stay required
    const without = await lenient('POST', '/campaigns', { json: app.input({ send_at: 'undefined' }) });
    assert.deepEqual(without.json.error, { send_at: 'Send at cannot be blank.' });

    const nested = { ...news, general: { ...news.general, opt_in: 'undefined' }, defaults: { ...news.defaults } };
    assert.deepEqual((await strict('POST', '/lists', { json: nested })).json.error, {
      general: { opt_in: 'Opt in must be one of: double, single.' },
    });
    assertStatus(await lenient('POST', '/lists', { json: nested }), 201);
  });

  test('numbers as names in the search by field values', async () => {
    const uid = await newList();
    const made = await strict('POST', `/lists/${uid}/subscribers`, { json: { EMAIL: 'a@b.test', FNAME: 'Ann' } });
    assertStatus(made, 201);
    const path = `/lists/${uid}/subscribers/search-by-custom-fields?0=x&FNAME=Ann&1=y`;
    assert.deepEqual((await strict('GET', path)).json.error, {
      0: 'The list has no field with this tag.',
      1: 'The list has no field with this tag.',
    });
    assert.equal((await lenient('GET', path)).json.data.count, '1');
    assertStatus(await lenient('GET', `/lists/${uid}/subscribers/search-by-custom-fields?0=x`), 422);
    assertStatus(await lenient('GET', `/lists/${uid}/subscribers/search-by-custom-fields?NOPE=x`), 422);
  });

  test('classic numbers of countries and zones are read and shown for lenient keys alone', async () => {
    const { country: _, zone: __, ...address } = company;
    const listOf = (members: object) => ({ ...news, company: { ...address, ...members } });
    const companyOf = async (call: typeof strict, members: object) => {
      const answer = await call('POST', '/lists', { json: listOf(members) });
      if (answer.status !== 201) return answer.json.error;
      const { country, zone } = (await call('GET', `/lists/${answer.json.list_uid}`)).json.data.record.company;
      return [country.country_id, country.code, zone.zone_id, zone.code];
    };
    const iso = ['840', 'US', '84001738', 'CA'];
    assert.deepEqual(await companyOf(lenient, { country_id: '223', zone_id: '3624' }), ['223', 'US', '3624', 'CA']);
    assert.deepEqual(await companyOf(lenient, { country_id: 840, zone_id: 84001738 }), ['223', 'US', '3624', 'CA']);
    assert.deepEqual(await companyOf(lenient, { country: '223', zone: '3624' }), ['223', 'US', '3624', 'CA']);
    assert.deepEqual(await companyOf(lenient, { country: 'US', zone: 'CA' }), ['223', 'US', '3624', 'CA']);
    assert.deepEqual(await companyOf(strict, { country_id: '840', zone_id: '84001738' }), iso);
    assert.deepEqual(await companyOf(strict, { country_id: '223', zone_id: '3624' }), {
      company: { country_id: 'Country is not known.', zone_id: 'Zone is not a zone of the country.' },
    });
    for (const [country_id, zone_id, code] of [
      ['84', '1280', 'I'],
      ['72', '1089', '10'],
      ['176', '2761', 'MOW'],
      ['160', '2435', '15'],
      ['220', '3491', '32'],
    ]) {
      const [country, , zone, zoneCode] = await companyOf(lenient, { country_id, zone_id });
      assert.deepEqual([country, zone, zoneCode], [country_id, zone_id, code]);
    }
    // former zones, by name
    const finnish = await lenient('POST', '/lists', { json: listOf({ country_id: '72', zone_id: '1086' }) });
    const record = (await lenient('GET', `/lists/${finnish.json.list_uid}`)).json.data.record;
    assert.deepEqual([record.company.zone_name, record.company.zone.zone_id], ['Etelä-Suomen lääni', '']);
    // 204 is Benin in ISO 3166
    assert.equal((await companyOf(lenient, { country_id: '204' }))[1], 'CH');
    assert.equal((await companyOf(strict, { country_id: '204' }))[1], 'BJ');

    const idsOf = async (call: typeof strict) => {
      const { records } = (await call('GET', '/countries?per_page=500')).json.data;
      return new Map<string, string>(
        records.map((one: { code: string; country_id: string }) => [one.code, one.country_id]),
      );
    };
    const [classic, plain] = [await idsOf(lenient), await idsOf(strict)];
    assert.deepEqual(
      [classic.get('US'), classic.get('GB'), classic.get('CA'), classic.get('DE')],
      ['223', '222', '38', '81'],
    );
    assert.deepEqual(
      [plain.get('US'), plain.get('GB'), plain.get('CA'), plain.get('DE')],
      ['840', '826', '124', '276'],
    );
    assert.equal(new Set(classic.values()).size, classic.size); // a response can be sent back
    const zones = (await lenient('GET', '/countries/223/zones?per_page=500')).json.data.records;
    assert.equal(zones.find((zone: { code: string }) => zone.code === 'CA').zone_id, '3624');
    assertStatus(await strict('GET', '/countries/223/zones'), 404);
  });

  test('uids in answers, and the status of a copied list', async () => {
    const uid = await app.make();
    assert.deepEqual((await strict('PUT', `/campaigns/${uid}`, { json: { name: 'One' } })).json, { status: 'success' });
    assert.deepEqual((await lenient('PUT', `/campaigns/${uid}`, { json: { name: 'Two' } })).json, {
      status: 'success',
      campaign_uid: uid,
    });
    const path = `/lists/${app.listUid}/segments`;
    const segment = await addSegment(app, app.listUid);
    const { conditions } = (await strict('GET', `${path}/${segment}`)).json.data.record;
    const json = { name: 'Bobs', conditions };
    assert.deepEqual(Object.keys((await strict('POST', path, { json })).json), ['status', 'data']);
    const made = await lenient('POST', path, { json });
    assertStatus(made, 201);
    assert.equal(made.json.segment_uid, made.json.data.record.segment_uid);
    const changed = await lenient('PUT', `${path}/${segment}`, { json: { name: 'Cids' } });
    assert.equal(changed.json.segment_uid, segment);

    assertStatus(await strict('POST', `/lists/${app.listUid}/copy`), 201);
    const copied = await lenient('POST', `/lists/${app.listUid}/copy`);
    assertStatus(copied, 200);
    assert.match(copied.json.list_uid, /^[a-z]{2}[a-z0-9]{11}$/);
  });
});

test('the dialects differ in everything that is a switch', () => {
  for (const [name, value] of Object.entries(STRICT))
    assert.notEqual(LENIENT[name as keyof typeof LENIENT], value, name);
});
