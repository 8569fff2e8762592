// Nothing of a request is ignored in silence: it works, or it is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, formText, type TestAnswer } from '../../test/support/app.ts';
import { addList, addSegment, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { news } from '../../test/support/lists.ts';
import { addRelayRow } from '../../test/support/relays.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { relayRow } from '../../test/support/throttling.ts';

eachEngine('nothing is ignored in silence', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  /** Refused, and the answer names what came and what would be right. */
  const isTold = (answer: TestAnswer, came: string, right: RegExp) => {
    assertStatus(answer, 422);
    assert.match(JSON.stringify(answer.json.error[came] ?? null), right, answer.text);
  };
  const put = (path: string, members: Record<string, unknown>) => app.call('PUT', path, { form: formText(members) });

  test('a request of very many members is refused before anybody looks at them', async () => {
    const uid = await app.make();
    const form = Array.from({ length: 1_001 }, (_, n) => `x${n}=1`).join('&');
    const answer = await app.call('PUT', `/campaigns/${uid}`, { form: `name=One&${form}` });
    assertStatus(answer, 422);
    assert.match(answer.json.error, /names more than 1,000 members/);
  });

  test('an unknown wrapper is taken off where that is unambiguous', async () => {
    const uid = await app.make();
    for (const wrapped of [
      { data: { name: 'One' } },
      { email_campaign: { name: 'One' } },
      { a: { b: { name: 'One' } } },
    ]) {
      await app.set(uid, { name: 'Before' });
      assertStatus(await put(`/campaigns/${uid}`, wrapped), 200);
      assert.equal((await app.row(uid)).name, 'One');
    }
    const list = `/lists/${await addList(app)}`;
    const generalOf = async () => (await app.call('GET', list)).json.data.record.general;
    assertStatus(await put(list, { list: { general: { name: 'Wrapped' } } }), 200);
    assert.equal((await generalOf()).name, 'Wrapped');
    assertStatus(await app.call('POST', '/lists', { form: formText({ data: news }) }), 201);

    const made = await app.call('POST', `${list}/subscribers`, {
      form: 'subscriber[EMAIL]=a@b.test&subscriber[FNAME]=Ann',
    });
    assertStatus(made, 201);
    const ann = `${list}/subscribers/${made.json.data.record.subscriber_uid}`;
    assertStatus(await put(ann, { data: { fname: 'Anna' } }), 200);
    assert.equal((await app.call('GET', ann)).json.data.record.FNAME, 'Anna');

    const segment = `/lists/${app.listUid}/segments/${await addSegment(app, app.listUid)}`;
    assertStatus(await put(segment, { segment: { general: { name: 'Renamed', operator_match: 'all' } } }), 200);
    const { name, operator_match, conditions } = (await app.call('GET', segment)).json.data.record;
    assert.deepEqual([name, operator_match, conditions.length], ['Renamed', 'all', 1]);

    const template = await app.call('POST', '/templates', {
      form: formText({ data: { name: 'T', content: '<p>x</p>' } }),
    });
    assertStatus(template, 201);
    const mail = {
      to_name: 'B',
      to_email: 'b@c.test',
      from_name: 'A',
      subject: 'S',
      body: 'x',
      send_at: '2026-01-01 00:00:00',
    };
    assertStatus(
      await app.call('POST', '/transactional-emails', { form: formText({ transactional_email: mail }) }),
      201,
    );
  });

  test('a request of which nothing is known is refused, and nothing has changed', async () => {
    const uid = await app.make();
    const campaign = `/campaigns/${uid}`;
    const before = await app.row(uid);
    isTold(await put(campaign, { nmae: 'Typo' }), 'nmae', /Known are: name, /);
    isTold(await put(campaign, { campaign: { nmae: 'Typo' } }), 'nmae', /Known are: name, /);
    isTold(await put(campaign, { a: { name: 'x' }, b: { name: 'y' } }), 'a', /Known are/);
    isTold(await put(campaign, { campaign: 'x' }), 'campaign', /Known are/);
    assert.deepEqual(await app.row(uid), before);
    assertStatus(await app.call('PUT', campaign, { form: '' }), 200); // nothing was said

    const list = `/lists/${app.listUid}`;
    isTold(await put(list, { list: { name: 'x' } }), 'list', /Known are: general, /);
    isTold(await put(list, { general: 'x' }), 'general', /such as general\[name\]/);
    isTold(await put(list, { general: { name: 'Good' }, defaults: 'x' }), 'defaults', /such as defaults\[from_name\]/);
    assert.equal((await app.call('GET', list)).json.data.record.general.name, 'News');
    assertStatus(await put(list, { general: { name: 'News' }, notifications: '' }), 200);

    const made = await app.call('POST', `${list}/subscribers`, { json: { EMAIL: 'told@b.test' } });
    const subscriber = `${list}/subscribers/${made.json.data.record.subscriber_uid}`;
    isTold(await put(subscriber, { FNAM: 'Typo' }), 'FNAM', /Known are: EMAIL, FNAME, LNAME, details/);
    isTold(await put(subscriber, { details: 'x' }), 'details', /details\[status\]/);

    const answer = await app.call('POST', '/campaigns', { json: { title: 'x' } });
    isTold(answer, 'title', /Known are: name, /);
    assert.equal(answer.json.error.name, 'Name cannot be blank.');
  });

  test('members beside known ones are told, a block of unknown ones is refused', async () => {
    const told = async (method: string, path: string, json: object, status = 200) => {
      const answer = await app.call(method, path, { json });
      assertStatus(answer, status);
      return ((answer.json.warnings ?? []) as { member: string }[]).map(({ member }) => member);
    };
    const campaign = `/campaigns/${await app.make()}`;
    const options = { url_tracking: 'no', timewarp: 'yes' };
    assert.deepEqual(await told('PUT', campaign, { name: 'One', nmae: 'Two', options }), ['nmae', 'options.timewarp']);
    const ofOthers = { timewarp: 'yes', max_send_count: 5 };
    assert.deepEqual(await told('PUT', campaign, { options: ofOthers }), [
      'options.timewarp',
      'options.max_send_count',
    ]);
    assert.deepEqual(await told('PUT', campaign, { campaign: { name: 'x', y: 1 }, subject: 'z' }), ['subject', 'y']);
    assert.deepEqual(await told('PUT', campaign, { data: { name: 'x', y: 1, z: '' }, _method: 'PUT' }), ['y']);
    const before = await app.record(campaign.slice(11));
    isTold(
      await put(campaign, { name: 'New', options: { general: { url_tracking: 'yes' } } }),
      'options',
      /: general\. /,
    );
    isTold(await put(campaign, { name: 'New', template: { html: 'x' } }), 'template', /Known are: archive, /);
    assert.deepEqual(await app.record(campaign.slice(11)), before);
    // what was read is sent back
    for (const query of ['', '?full=1']) {
      const { record } = (await app.call('GET', `${campaign}${query}`)).json.data;
      assert.deepEqual(await told('PUT', campaign, record), []);
    }

    const list = `/lists/${app.listUid}`;
    const { record } = (await app.call('GET', `${list}?full=1`)).json.data;
    assert.deepEqual(await told('PUT', list, { ...record, opt_in: 'single' }), []);
    assert.deepEqual(await told('PUT', list, { general: { ...record.general, colour: 'red' }, x: [1] }), [
      'x',
      'general.colour',
    ]);
    isTold(await put(list, { general: { name: 'Other' }, company: { firm: 'x' } }), 'company', /Known are: name, /);
    assert.equal((await app.call('GET', list)).json.data.record.general.name, record.general.name);

    const field = { type: { identifier: 'dropdown' }, label: 'L', tag: 'TOLD', required: 'no', visibility: 'visible' };
    const wrapped = { field: { ...field, options: { V1: 'O1' }, placeholder: 'x' } };
    assert.deepEqual(await told('POST', `${list}/fields`, wrapped, 201), ['placeholder']);
    const numbered = { ...field, tag: 'TOLD2', options: [{ name: 'n', value: 'v', is_default: 1 }] };
    assert.deepEqual(await told('POST', `${list}/fields`, numbered, 201), ['options[0].is_default']);
    const fields = (await app.call('GET', `${list}/fields`)).json.data.records;
    const last = fields.at(-1);
    assert.deepEqual(await told('PUT', `${list}/fields/${last.field_id}`, last), []);

    const segment = `${list}/segments/${await addSegment(app, app.listUid)}`;
    const segmentRecord = (await app.call('GET', segment)).json.data.record;
    assert.deepEqual(await told('PUT', segment, segmentRecord), []);
    const conditions = [{ ...segmentRecord.conditions[0], and: 'x' }];
    assert.deepEqual(await told('PUT', segment, { conditions, general: { name: 'S' }, color: 'x' }), [
      'color',
      'conditions[0].and',
    ]);
  });

  test('what a request says of subscribers beside the fields of the list is told', async () => {
    const path = `/lists/${await addList(app)}/subscribers`;
    const told = ({ json }: TestAnswer) => json.warnings?.map(({ member }: { member: string }) => member);
    const made = await app.call('POST', path, { json: { EMAIL: 'a@tags.test', fname: 'A', AGE: 7, empty: '' } });
    assertStatus(made, 201);
    assert.deepEqual(told(made), ['AGE']);
    assert.match(made.json.warnings[0].message, /Known are: EMAIL, FNAME, LNAME, details/);
    const one = `${path}/${made.json.data.record.subscriber_uid}`;
    const { record } = (await app.call('GET', one)).json.data;
    assert.equal(told(await app.call('PUT', one, { json: record })), undefined);
    assert.deepEqual(told(await put(one, { data: { FNAME: 'B', age: '7' }, beside: 'x' })), ['age', 'beside']);
    assert.deepEqual(told(await put(one, { LNAME: 'C', details: { status: 'confirmed', state: 'x' } })), [
      'details.state',
    ]);
    isTold(await put(one, { LNAME: 'D', details: { state: 'x' } }), 'details', /Known are: status, /);
    assert.equal((await app.call('GET', one)).json.data.record.LNAME, 'C');
    const subscribers = [1, 2, 3].map((n) => ({ EMAIL: `${n}@tags.test`, AGE: n, details: { x: n } }));
    const many = await app.call('POST', `${path}/bulk`, { json: { subscribers, list: 'x' } });
    assertStatus(many, 201);
    assert.deepEqual(told(many), ['AGE', 'list', 'subscribers[0].details.x']);
    // The record that was read has the status of then.
    const stale = await app.call('POST', `${path}/create-update`, { json: { ...record, AGE: 1 } });
    assert.deepEqual([record.status, told(stale)], ['unconfirmed', ['AGE', 'status']]);
    const read = (await app.call('GET', one)).json.data.record;
    assert.equal(told(await app.call('POST', `${path}/create-update`, { json: read })), undefined);
  });

  test('members that mean nothing here are told', async () => {
    const answer = await app.call('POST', '/campaigns', {
      json: app.input({ group_uid: 'ab123', tracking_domain_id: 7 }),
    });
    assertStatus(answer, 201);
    assert.deepEqual(
      answer.json.warnings.map(({ member }: { member: string }) => member),
      ['group_uid', 'tracking_domain_id'],
    );
    const path = `/campaigns/${answer.json.campaign_uid}`;
    const changed = await put(path, { campaign: { name: 'x', group_uid: '', tracking_domain_id: '0' } });
    assert.deepEqual(changed.json, { status: 'success' });
    assert.equal((await put(path, { campaign: { group_uid: 'x1' } })).json.warnings.length, 1);
  });

  test('parameters of listings work or are told', async () => {
    const { key } = await app.addCustomer();
    const list_uid = await addList(app, key);
    for (const name of ['Ärger im Mai', 'Juni', 'ärger im Juli']) {
      assertStatus(await app.call('POST', '/campaigns', { key, json: app.input({ name, list_uid }) }), 201);
    }
    const get = async (path: string) => (await app.call('GET', path, { key })).json;
    const names = async (query: string) => {
      const { data, warnings } = await get(`/campaigns?${query}`);
      assert.equal(warnings, undefined);
      return [data.count, ...data.records.map((one: { name: string }) => one.name)];
    };
    assert.deepEqual(await names('search=%C3%84RGER'), ['2', 'ärger im Juli', 'Ärger im Mai']);
    assert.deepEqual(await names('search=%C3%84RGER&per_page=1&page=2'), ['2', 'Ärger im Mai']);
    assert.deepEqual((await names(`status=pending-sending&list_uid=${list_uid}`))[0], '3');
    assert.deepEqual(await names('status=draft'), ['0']);
    assert.deepEqual((await names('status=undefined&search=&page=undefined&per_page=undefined'))[0], '3');
    assert.deepEqual((await names('_=1700000000&t=1&nocache=x'))[0], '3');
    isTold(await app.call('GET', '/campaigns?status=bogus', { key }), 'status', /draft, /);
    isTold(await app.call('GET', `/lists/${list_uid}/subscribers?status=bogus`, { key }), 'status', /confirmed, /);
    isTold(await app.call('GET', `/lists/${list_uid}/subscribers?status[]=moved`, { key }), 'status', /confirmed, /);

    const fields = (await get(`/lists/${list_uid}/fields`)).data.records;
    for (const name of ['Ärzte', 'Others']) {
      const json = { name, conditions: [{ field_id: fields[0].field_id, operator_id: 1, value: 'x' }] };
      assertStatus(await app.call('POST', `/lists/${list_uid}/segments`, { key, json }), 201);
    }
    const segments = (await get(`/lists/${list_uid}/segments?search=%C3%A4r`)).data;
    assert.deepEqual([segments.count, segments.records[0].name], ['1', 'Ärzte']);
    const list = { general: { name: 'NEWER news', description: 'What is new' } };
    const defaults = { from_name: 'Ada', from_email: 'ada@example.test', reply_to: 'ada@example.test' };
    assertStatus(await app.call('POST', '/lists', { key, json: { ...list, defaults } }), 201);
    const lists = async (query: string) => {
      const { data } = await get(`/lists?${query}`);
      return [data.count, ...data.records.map((one: { general: { name: string } }) => one.general.name)];
    };
    assert.deepEqual(await lists('search=NEW'), ['2', 'NEWER news', 'News']);
    assert.deepEqual(await lists('search=new&per_page=1&page=2'), ['2', 'News']);
    assert.deepEqual(await lists('search=newer'), ['1', 'NEWER news']);
    assert.deepEqual(await lists('search=nothing'), ['0']);

    const told = await get('/lists?x=x&order=name');
    assert.equal(told.data.count, '2');
    assert.deepEqual(
      told.warnings.map(({ member }: { member: string }) => member),
      ['x', 'order'],
    );
    assert.match(told.warnings[0].message, /Known are: page, per_page/);
  });

  test('a template’s styles are written into the elements', async () => {
    const content = '<html><head><style>p { color: red }</style></head><body><p>[FNAME]</p></body></html>';
    const contentOf = async (uid: string) => (await app.call('GET', `/templates/${uid}`)).json.data.record.content;
    const made = await app.call('POST', '/templates', { json: { name: 'T', content, inline_css: 'yes' } });
    assertStatus(made, 201);
    assert.match(await contentOf(made.json.template_uid), /<p style="color: red;?">\[FNAME\]<\/p>/);
    const plain = (await app.call('POST', '/templates', { json: { name: 'T', content } })).json.template_uid;
    assert.equal(await contentOf(plain), content);
    assertStatus(await put(`/templates/${plain}`, { template: { inline_css: 'yes' } }), 200);
    assert.match(await contentOf(plain), /<p style="color: red;?">/);
    isTold(await put(`/templates/${plain}`, { inline_css: 'perhaps' }), 'inline_css', /yes or no/);
  });

  test('delivery servers', async () => {
    const relayOf = async (customerId: number | null) =>
      (await addRelayRow(app.db, { ...relayRow(customerId), status: 'inactive' })).number;
    const other = await app.addCustomer();
    const [own, shared] = [await relayOf(app.customer.id), await relayOf(null)];
    await relayOf(other.customer.id);
    const foreign = await relayOf(other.customer.id); // the other's second, so none of ours
    assert.deepEqual([own, foreign], [1, 2]);
    const uid = await app.make({ delivery_servers: [String(own), shared] });
    const pins = async () => (await app.record(uid)).delivery_servers;
    assert.deepEqual(await pins(), [String(own), String(shared)]);
    assertStatus(await put(`/campaigns/${uid}`, { campaign: { name: 'Other' } }), 200);
    assert.deepEqual(await pins(), [String(own), String(shared)]);
    assertStatus(await put(`/campaigns/${uid}`, { campaign: { delivery_servers: `${shared}, ${shared}` } }), 200);
    assert.deepEqual(await pins(), [String(shared)]);
    for (const wrong of [foreign, 999_999, 0]) {
      const answer = await app.update(uid, { delivery_servers: [wrong] });
      isTold(answer, 'delivery_servers', new RegExp(`Delivery server ${wrong} does not exist`));
    }
    isTold(await app.update(uid, { delivery_servers: 'fast' }), 'delivery_servers', /must be ids/);
    assert.deepEqual(await pins(), [String(shared)]);
    const copy = (await app.call('POST', `/campaigns/${uid}/copy`)).json.campaign_uid;
    assert.deepEqual((await app.record(copy)).delivery_servers, [String(shared)]);
    assertStatus(await put(`/campaigns/${uid}`, { campaign: { delivery_servers: '' } }), 200);
    assert.equal(await pins(), undefined);
  });
});
