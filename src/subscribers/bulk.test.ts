import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestAnswer, type TestApp } from '../../test/support/app.ts';
import { turnsDuring } from '../../test/support/event-loop.ts';
import { fillAfter } from '../../test/support/full-disk.ts';
import { processorMs } from '../../test/support/processor-time.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';

type BulkAnswer = { data: { EMAIL?: string; details: unknown }; errors: unknown };

eachEngine('subscribers in bulk', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  async function makeList(fields = 0): Promise<string> {
    const answer = await app.call('POST', '/lists', {
      json: {
        general: { name: 'A list', description: 'Of people', opt_in: 'single' },
        defaults: { from_name: 'A', from_email: 'a@example.com', reply_to: 'a@example.com' },
      },
    });
    const list = `/lists/${answer.json.list_uid}`;
    for (let n = 1; n <= fields; n++) {
      const field = { type: 'text', label: `Field ${n}`, tag: `FIELD${n}`, required: 'no', visibility: 'visible' };
      assertStatus(await app.call('POST', `${list}/fields`, { json: field }), 201);
    }
    return list;
  }

  const bulk = (list: string, subscribers: unknown) =>
    app.call('POST', `${list}/subscribers/bulk`, { json: { subscribers } });
  const countOf = async (list: string, status = '') =>
    (await app.call('GET', `${list}/subscribers?status=${status}`)).json.data.count;

  test('entries with numbers of their own are told in the order sent', async () => {
    const list = await makeList();
    const form = 'subscribers[7][EMAIL]=seven%40example.com&subscribers[3][EMAIL]=three%40example.com';
    const json = '{"subscribers":{"9":{"EMAIL":"nine@example.com"},"8":{"EMAIL":"eight@example.com"}}}';
    const told = (answer: TestAnswer) => answer.json.data.records.map(({ data }: BulkAnswer) => data.EMAIL);
    const path = `${list}/subscribers/bulk`;
    assert.deepEqual(told(await app.call('POST', path, { form })), ['seven@example.com', 'three@example.com']);
    const headers = { 'content-type': 'application/json' };
    const answer = await app.call('POST', path, { raw: Buffer.from(json), headers });
    assert.deepEqual(told(answer), ['nine@example.com', 'eight@example.com']);
  });

  test('good ones are stored, bad ones reported, in the order sent', async () => {
    const list = await makeList();
    const one = (json: object) => app.call('POST', `${list}/subscribers`, { json });
    await one({ EMAIL: 'here@example.com' });
    await one({ EMAIL: 'black@example.com', details: { status: 'blacklisted' } });
    const { record } = (await one({ EMAIL: 'gone@example.com', FNAME: 'Old' })).json.data;
    const gone = `${list}/subscribers/${record.subscriber_uid}`;
    await app.call('PUT', `${gone}/unsubscribe`, { form: '' });
    const exists = { EMAIL: 'The subscriber already exists in this list.' };
    const answer = await bulk(list, [
      { EMAIL: 'new@example.com', FNAME: 'New' },
      { EMAIL: 'HERE@example.com' },
      { EMAIL: 'nonsense', FNAME: 'x' },
      { FNAME: 'x' },
      'no object',
      { EMAIL: 'Gone@example.com', FNAME: 'Back', details: { ip_address: '203.0.113.4' } },
      { EMAIL: 'NEW@example.com' },
      { EMAIL: 'black@example.com' },
      { EMAIL: 'long@example.com', FNAME: 'x'.repeat(300) },
      { EMAIL: 'left@example.com', details: { status: 'unsubscribed' } },
      { EMAIL: 'odd@example.com', details: { status: 'odd' } },
    ]);
    assertStatus(answer, 201);
    const records: BulkAnswer[] = answer.json.data.records;
    assert.deepEqual(
      records.map(({ errors }) => errors),
      [
        [],
        exists,
        { EMAIL: 'Please provide a valid email address.' },
        { EMAIL: 'Please provide the subscriber email address.' },
        { EMAIL: 'Please provide the subscriber email address.' },
        [],
        exists,
        { EMAIL: 'This email address is blacklisted.' },
        { FNAME: 'First name is too long (maximum is 255 characters).' },
        [],
        {
          'details.status':
            'Status must be one of: confirmed, unconfirmed, unsubscribed, blacklisted, unapproved, disabled, moved.',
        },
      ],
    );
    assert.deepEqual(records[0]?.data, { EMAIL: 'new@example.com', FNAME: 'New', details: [] });
    assert.deepEqual(records[5]?.data.details, { ip_address: '203.0.113.4' });
    const back = (await app.call('GET', gone)).json.data.record;
    assert.deepEqual([back.FNAME, back.status, back.ip_address], ['Back', 'confirmed', '203.0.113.4']);
    const counts = await Promise.all(['', 'confirmed', 'unsubscribed', 'blacklisted'].map((s) => countOf(list, s)));
    assert.deepEqual(counts, ['5', '3', '1', '1']);
    const left = await app.call('GET', `${list}/subscribers/search-by-email?EMAIL=left@example.com`);
    assert.equal(left.json.data.status, 'unsubscribed');
  });

  test('none or too many store nothing', async () => {
    const list = await makeList();
    for (const none of [undefined, [], '', 'text', {}]) {
      const answer = await bulk(list, none);
      assertStatus(answer, 422);
      assert.equal(answer.json.error, 'Please provide the subscribers list.');
    }
    const many = Array.from({ length: 10_001 }, (_, n) => ({ EMAIL: `p${n}@example.com` }));
    const answer = await bulk(list, many);
    assertStatus(answer, 422);
    assert.equal(answer.json.error, 'At most 10,000 subscribers can be given at a time.');
    assert.equal(await countOf(list), '0');
  });

  // As many as a request may have; a tenth of them where PostgreSQL runs in this process.
  const most = engine.name === 'pglite' ? 1_000 : 10_000;
  test(`${most} with 20 fields, as a form`, async () => {
    const list = await makeList(17);
    const parts: string[] = [];
    for (let n = 0; n < most; n++) {
      parts.push(`subscribers[${n}][EMAIL]=person${n}%40example.com&subscribers[${n}][FNAME]=Name+${n}`);
      parts.push(`subscribers[${n}][LNAME]=Some`);
      for (let f = 1; f <= 17; f++) parts.push(`subscribers[${n}][FIELD${f}]=value+${f}`);
    }
    const startedAt = processorMs();
    let answer = { status: 0, headers: {}, text: '', json: {} } as TestAnswer;
    const turns = await turnsDuring(async () => {
      answer = await app.call('POST', `${list}/subscribers/bulk`, { form: parts.join('&') });
    });
    const elapsedMs = processorMs() - startedAt;
    assertStatus(answer, 201);
    const records: BulkAnswer[] = answer.json.data.records;
    assert.equal(records.length, most);
    assert.ok(records.every(({ data, errors }, n) => data.EMAIL === `person${n}@example.com` && Array.isArray(errors)));
    assert.equal(await countOf(list, 'confirmed'), String(most));
    assert.ok(turns >= most / 1_250, `others had their turn ${turns} times`);
    assert.ok(elapsedMs < 30_000, `took ${Math.round(elapsedMs)} ms`); // about 1 s alone on two slow processors
    const again = await app.call('POST', `${list}/subscribers/bulk`, { form: parts.join('&') });
    assertStatus(again, 201);
    assert.ok(again.json.data.records.every(({ errors }: BulkAnswer) => !Array.isArray(errors)));
    assert.equal(await countOf(list), String(most));
  });

  test('a disk that becomes full in the middle: the answer tells of each whether it was stored', async () => {
    const list = await makeList();
    const many = Array.from({ length: 4_000 }, (_, n) => ({ EMAIL: `full${n}@example.com`, FNAME: 'x'.repeat(250) }));
    const sent = [...many, { EMAIL: 'full0@example.com' }, { EMAIL: 'FULL3999@example.com' }, { EMAIL: 'no address' }];
    const makeRoom = await fillAfter(app.db, 2_500);
    const answer = await bulk(list, sent).finally(makeRoom);
    assertStatus(answer, 201);
    const records: BulkAnswer[] = answer.json.data.records;
    assert.equal(records.length, sent.length);
    const stored = records.flatMap(({ data, errors }) => (Array.isArray(errors) ? [String(data.EMAIL)] : []));
    assert.ok(stored.length >= 1_000 && stored.length < 4_000, `${stored.length} were stored`);
    const rows = await app.db.selectFrom('subscriber').select('email').where('email', 'like', 'full%').execute();
    assert.deepEqual(rows.map(({ email }) => email).sort(), stored.sort());
    assert.equal(await countOf(list), String(stored.length));
    const notStored =
      'The subscriber was not stored. The disk with the database is full: free up space. Please send it again.';
    assert.deepEqual(
      [records[3_999], ...records.slice(4_000)].map((record) => record?.errors),
      [
        { EMAIL: notStored },
        { EMAIL: notStored },
        { EMAIL: notStored },
        { EMAIL: 'Please provide a valid email address.' },
      ],
    );
    const refused = await fillAfter(app.db, 0);
    assertStatus(await bulk(list, many.slice(3_000)).finally(refused), 503);
    assert.equal(await countOf(list), String(stored.length), 'nothing of what is answered with 503 is stored');
    const again = (await bulk(list, many)).json.data.records as BulkAnswer[];
    assert.equal(again.filter(({ errors }) => Array.isArray(errors)).length, 4_000 - stored.length);
    assert.equal(await countOf(list), '4000');
  });

  test('two requests at once never store an address twice', async () => {
    const list = await makeList();
    const many = Array.from({ length: 500 }, (_, n) => ({ EMAIL: `same${n}@example.com` }));
    const answers = await Promise.all([bulk(list, many), bulk(list, many), bulk(list, many.toReversed())]);
    const stored = answers
      .flatMap((answer) => answer.json.data.records)
      .filter((r: BulkAnswer) => Array.isArray(r.errors));
    assert.equal(stored.length, 500);
    assert.equal(await countOf(list), '500');
  });
});
