// Campaigns to several lists by API: named, sent into a mail server, and what follows for people.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { deliver } from '../../../test/support/delivery.ts';
import { makeList, news } from '../../../test/support/lists.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';

eachEngine('campaigns to several lists', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  let lists: string[] = [];
  const [first, second, third] = [() => lists[0] ?? '', () => lists[1] ?? '', () => lists[2] ?? ''];

  const add = async (list: string, name: string, status = 'confirmed', more: object = {}) =>
    assertStatus(
      await app.call('POST', `/lists/${list}/subscribers`, {
        json: { EMAIL: `${name}@example.com`, FNAME: name, details: { status }, ...more },
      }),
      201,
    );

  before(async () => {
    lists = [];
    for (const name of ['Friends', 'Customers', 'Guests'])
      lists.push(await makeList(app, { ...news, general: { ...news.general, name, opt_in: 'single' } }));
    const field = { type: 'text', label: 'Number', tag: 'NUMBER', required: 'no', visibility: 'visible' };
    for (const list of [second(), third()])
      assertStatus(await app.call('POST', `/lists/${list}/fields`, { json: field }), 201);
    await add(first(), 'ann');
    await add(first(), 'bob');
    await add(first(), 'cem', 'unsubscribed');
    await add(second(), 'ann', 'confirmed', { NUMBER: 'c-1' });
    await add(second(), 'cem', 'confirmed', { NUMBER: 'c-2' });
    await add(second(), 'dan', 'confirmed', { NUMBER: 'c-3' });
    await add(third(), 'bob', 'confirmed', { NUMBER: 'g-1' });
    await add(third(), 'dan', 'confirmed', { NUMBER: 'g-2' });
    await add(third(), 'eve', 'confirmed', { NUMBER: 'g-3' });
    assertStatus(await app.call('POST', '/suppressions', { json: { email: 'eve@example.com' } }), 201);
  });

  const full = async (uid: string) => (await app.call('GET', `/campaigns/${uid}?full=1`)).json.data.record;

  test('are named beside the first one, kept, read and changed', async () => {
    const uid = await app.make({ list_uid: first(), list_uids: [first(), second(), first(), third()] });
    const record = await full(uid);
    assert.deepEqual([record.list_uid, record.list_uids], [first(), lists]);
    assert.deepEqual(
      record.further_lists.map(({ name, subscribers_count }: Record<string, unknown>) => [name, subscribers_count]),
      [
        ['Customers', 3],
        ['Guests', 3],
      ],
    );
    assert.equal((await app.call('GET', `/campaigns/${uid}/overview`)).json.data.record.lists_count, 3);
    assertStatus(await app.update(uid, record), 200);
    assert.deepEqual((await full(uid)).list_uids, lists, 'a record that was read can be sent back');
    const change = async (json: Record<string, unknown>) => {
      assertStatus(await app.update(uid, json), 200);
      return (await full(uid)).list_uids;
    };
    assert.deepEqual(await change({ subject: 'Other' }), lists, 'not named: they stay');
    assert.deepEqual(await change({ list_uid: first(), list_uids: '' }), lists);
    assert.deepEqual(await change({ list_uids: `${third()}, ${second()}` }), [third(), second()]);
    assert.deepEqual(await change({ list_uids: { 0: second(), 1: first() } }), [second(), first()]);
    assert.deepEqual(await change({ list_uid: third() }), [third()], 'another list alone is the only one');
    assert.equal((await full(uid)).further_lists, undefined);
    await change({ list_uids: lists });
    const { json } = await app.call('POST', `/campaigns/${uid}/copy`);
    assert.deepEqual((await full(json.campaign_uid)).list_uids, lists);
    assert.deepEqual(await change({ list_uids: [second()] }), [second()]);
    assertStatus(await app.call('DELETE', `/campaigns/${uid}`), 200);
  });

  test('what cannot go to several lists is refused, with what would be right', async () => {
    const conditions = [
      {
        field_id: (await app.call('GET', `/lists/${first()}/fields`)).json.data.records[0].field_id,
        operator_id: 1,
        value: 'ann',
      },
    ];
    const made = await app.call('POST', `/lists/${first()}/segments`, { json: { name: 'Some', conditions } });
    const segment_uid = made.json.data.record.segment_uid;
    const list_uids = [first(), second()];
    const segment =
      'A segment belongs to one list, and a campaign to several lists is sent to everyone on them. Please name one list, or remove the segment (null).';
    await app.refused({ list_uid: first(), list_uids, segment_uid }, { segment_uid: segment });
    await app.refused({ list_uid: second(), list_uids }, { list_uids: 'The first of the list uids must be list_uid.' });
    await app.refused(
      { list_uid: first(), list_uids: [first(), 'none'] },
      { list_uids: 'The list none does not exist.' },
    );
    await app.refused(
      { list_uid: first(), list_uids: 'none' },
      { list_uids: 'The first of the list uids must be list_uid.' },
    );
    await app.refused({ list_uid: '', list_uids: ['none', first()] }, { list_uids: 'The list none does not exist.' });
    const many = Array.from({ length: 11 }, (_, n) => (n === 0 ? first() : `l${n}`));
    await app.refused(
      { list_uid: first(), list_uids: many },
      { list_uids: 'A campaign can be sent to at most 10 lists.' },
    );
    await app.refused(
      {
        list_uid: first(),
        list_uids,
        type: 'autoresponder',
        options: {
          autoresponder_event: 'AFTER-SUBSCRIBE',
          autoresponder_time_unit: 'hour',
          autoresponder_time_value: 1,
        },
      },
      {
        list_uids:
          'An autoresponder follows one list. Please name one list, and create another campaign for each further list.',
      },
    );
    const one = await app.make({ list_uid: first(), segment_uid, status: 'draft' });
    const both = await app.update(one, { list_uids });
    assertStatus(both, 422);
    assert.deepEqual(both.json.error, { list_uids: segment });
    assertStatus(await app.update(one, { list_uids, segment_uid: 'none' }), 200);
    const tested = await app.call('PUT', `/campaigns/${one}/ab-test`, { json: {} });
    assertStatus(tested, 400);
    assert.match(tested.json.error, /several/);
    const other = await app.make({ list_uid: first(), status: 'draft', options: { open_tracking: 'yes' } });
    assertStatus(await app.call('PUT', `/campaigns/${other}/ab-test`, { json: {} }), 200);
    assert.match(
      (await app.update(other, { list_uids })).json.error.list_uids,
      /^An A\/B test splits the people of one list/,
    );
    for (const uid of [one, other]) assertStatus(await app.call('DELETE', `/campaigns/${uid}`), 200);
  });

  test('how many would get it is told before, each address once', async () => {
    const audience = async (query: string, status = 200) => {
      const answer = await app.call('GET', `/lists/${first()}/audience${query}`);
      assertStatus(answer, status);
      return answer.json;
    };
    const { record } = (await audience(`?further_list_uids=${second()},${third()}`)).data;
    assert.deepEqual([record.total, record.gets, record.further_list_uids], [9, 4, [second(), third()]]);
    const { duplicate, unsubscribed, suppressed } = record.left_out;
    assert.deepEqual({ duplicate, unsubscribed, suppressed }, { duplicate: 3, unsubscribed: 1, suppressed: 1 });
    assert.equal((await audience('')).data.record.left_out.duplicate, undefined);
    await audience(`?further_list_uids=${second()}&segment_uid=abc`, 422);
    await audience('?further_list_uids=none', 404);
  });

  test('people of all lists are there to look at it with, each through the list that counts', async () => {
    const uid = await app.make({
      list_uid: first(),
      list_uids: lists,
      template: { content: '<p>[FNAME]: [NUMBER]</p>' },
    });
    const { records } = (await app.call('GET', `/campaigns/${uid}/preview-people`)).json.data;
    assert.deepEqual(
      records.map(({ email, why }: Record<string, string>) => [email, why]),
      [
        ['dan@example.com', 'newest'],
        ['bob@example.com', 'other'],
        ['ann@example.com', 'other'],
        ['cem@example.com', 'other'],
      ],
      'the newest first, then of each list in turn',
    );
    const seen = async (n: number) =>
      (await app.call('GET', `/campaigns/${uid}/preview?subscriber_uid=${records[n].subscriber_uid}`)).json.data.html;
    assert.match(await seen(0), /dan: c-3/, 'as the second list has them, not the third');
    const { records: checks } = (await app.call('GET', `/campaigns/${uid}/checks`)).json.data;
    const fields = checks.find(({ id }: { id: string }) => id === 'empty-fields');
    assert.deepEqual([fields.data.sampled, fields.state], [4, 'ok']);
    assertStatus(await app.call('DELETE', `/campaigns/${uid}`), 200);
  });

  test('a tag that only some of the lists have: named with those that lack it, and what their people get', async () => {
    const content = '<p>[IF:NUMBER:not-empty]Number [NUMBER:filter:trim][ELSE]None[ENDIF] [NUMBER] [NONE] [FNAME]</p>';
    const uid = await app.make({ list_uid: first(), list_uids: lists, template: { content } });
    const person = async (list: string, email: string) =>
      (await app.call('GET', `/lists/${list}/subscribers/search-by-email?EMAIL=${email}`)).json.data.subscriber_uid;
    const shownTo = async (list: string, email: string) =>
      (await app.call('GET', `/campaigns/${uid}/preview?subscriber_uid=${await person(list, email)}`)).json.data;
    const { html, warnings } = await shownTo(first(), 'ann@example.com');
    const told = warnings
      .filter(({ member }: { member: string }) => member === 'template.content')
      .map(({ message }: { message: string }) => message)
      .filter((message: string) => /\[/.test(message));
    const lacks = 'the list "Friends" has no field NUMBER. People there get';
    assert.deepEqual(told, [
      `[IF:NUMBER:not-empty]: ${lacks} the condition as written, including everything in it; people on the other lists get what is meant for them.`,
      `[NUMBER:filter:trim]: ${lacks} the tag as written; people on the other lists get their value.`,
      `[NUMBER]: ${lacks} the tag as written; people on the other lists get their value.`,
      '[NONE] is not a merge tag of this campaign: it is sent as written.',
    ]);
    assert.match(
      html,
      /\[IF:NUMBER:not-empty\]Number \[NUMBER:filter:trim\]\[ELSE\]None\[ENDIF\] \[NUMBER\] \[NONE\] ann/,
    );
    assert.match((await shownTo(second(), 'dan@example.com')).html, /Number c-3 c-3 \[NONE\] dan/);
    assertStatus(await app.call('DELETE', `/campaigns/${uid}`), 200);
  });

  test('each address gets it once, as its list has it, and answers to that', async (t) => {
    const sink = await openSink(t);
    const content =
      '<p>[FNAME] of [LIST_NAME]: [NUMBER]</p><a href="[UNSUBSCRIBE_URL]">leave</a><a href="https://example.com/[LIST_NAME]">see</a>';
    const uid = await app.make({
      list_uid: first(),
      list_uids: lists,
      subject: 'To [LIST_NAME]',
      template: { content },
      send_at: formatCalendarTime(Date.now() - MINUTE_MS),
      options: { url_tracking: 'yes', open_tracking: 'yes' },
    });
    app.clock.set(Date.now());
    deliver(t, app.db, sink, { baseUrl: app.baseUrl, secret: app.secret });
    await until('it is sent', async () => (await app.row(uid)).status === 'sent');
    const decoded = (source: string) => source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const mails = new Map(sink.received.map(({ source, to }) => [to.split('@')[0] ?? '', decoded(source)]));
    assert.equal(sink.received.length, 4);
    const subjectOf = (name: string) => /^Subject: (.*)$/m.exec(mails.get(name) ?? '')?.[1]?.trim();
    assert.deepEqual(['ann', 'bob', 'cem', 'dan'].map(subjectOf), [
      'To Friends',
      'To Friends',
      'To Customers',
      'To Customers',
    ]);
    assert.match(mails.get('cem') ?? '', /cem of Customers: c-2/);
    assert.ok(mails.get('cem')?.includes(`List-Id: <${second()}.`), 'the list of the header');
    const { messages, left_out } = (await app.call('GET', `/campaigns/${uid}/delivery`)).json.data;
    assert.equal(messages.accepted, 4);
    assert.deepEqual([left_out.duplicate, left_out.unsubscribed, left_out.suppressed], [3, 1, 1]);

    // The log and the explanation find the one who got it.
    const why = async (email: string) =>
      (await app.call('GET', `/campaigns/${uid}/explain?email=${encodeURIComponent(email)}`)).json.data;
    assert.match(JSON.stringify(await why('cem@example.com')), /was accepted/);
    assert.match(JSON.stringify(await why('dan@example.com')), /was accepted/);
    assert.match(
      JSON.stringify(await why('nobody@example.com')),
      /is not on the list “Friends” or “Customers” or “Guests”/,
    );

    // Unsubscribing acts on the list that it came through.
    const source = mails.get('dan') ?? '';
    const address = /List-Unsubscribe: <(http[^>]+)>/.exec(source.replaceAll('\r\n ', ''))?.[1] ?? '';
    const left = await app.app.inject({
      method: 'POST',
      url: new URL(address).pathname,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.ok(left.statusCode < 400, left.body);
    const statusOn = async (list: string) =>
      (await app.call('GET', `/lists/${list}/subscribers/search-by-email?EMAIL=dan@example.com`)).json.data.status;
    assert.deepEqual([await statusOn(second()), await statusOn(third())], ['unsubscribed', 'confirmed']);
    // Links and the web version are those of the list, too.
    const click = /href="(http[^"]+)">see/.exec(source)?.[1] ?? '';
    const there = await app.app.inject({ method: 'GET', url: new URL(click).pathname });
    assert.equal(there.headers.location, 'https://example.com/Customers');
    // Whoever is named is named with the list through which they got it.
    const through = async (what: string) => {
      const { records } = (await app.call('GET', `/campaigns/${uid}/${what}`)).json.data;
      const people = records.map((one: Record<string, unknown>) => one['subscriber'] ?? one);
      const named = people.map(({ email, list_uid }: Record<string, string>) => [email?.split('@')[0], list_uid]);
      return Object.fromEntries(named);
    };
    const got = { ann: first(), bob: first(), cem: second(), dan: second() };
    assert.deepEqual(await through('delivery-logs'), got);
    const { records } = (await app.call('GET', `/campaigns/${uid}/delivery-logs`)).json.data;
    for (const { campaign, subscriber } of records) assert.equal(campaign.list.list_uid, subscriber.list_uid);
    assert.deepEqual(await through('unsubscribes'), { dan: second() });
    await until('the click is kept', async () => (await through('clicks'))['dan'] === second());
    const { data } = (await app.call('GET', `/campaigns/${uid}/stats`)).json;
    assert.deepEqual([data.subscribers_count, data.delivery_success_count, data.unsubscribes_count], [4, 4, 1]);
    // A further list stays while it is sent, and its row as long as a campaign names it.
    const row = await app.row(uid);
    await app.set(uid, { status: 'processing' });
    assertStatus(await app.call('DELETE', `/lists/${third()}`), 400);
    await app.set(uid, { status: row.status });
    const frozen = await app.update(uid, { list_uids: [first()] });
    assert.ok(frozen.status >= 400);
  });
});
