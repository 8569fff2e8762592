import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { turnsDuring } from '../../test/support/event-loop.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { inTransaction } from '../storage/db.ts';
import { EVERYBODY } from './rules.ts';
import { suppress } from './suppress.ts';

const BOUNDARY = 'xYx';
/** A CSV file as a browser uploads it. */
function multipart(content: string | Buffer, name = 'file') {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  const raw = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { raw, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

eachEngine('suppressions by API', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let key: string;
  before(() => {
    app = opened();
  });
  beforeEach(async () => {
    ({ key } = await app.addCustomer());
  });
  const call = (method: string, path: string, options: Parameters<TestApp['call']>[2] = {}) =>
    app.call(method, path, { key, ...options });
  const listed = async (query = '') => {
    const answer = await call('GET', `/suppressions${query}`);
    assertStatus(answer, 200);
    return answer.json.data;
  };
  const emails = async (query = '') =>
    (await listed(query)).records.map((record: { email: string }) => record.email) as string[];

  test('it holds for both ways of writing a domain', async () => {
    assertStatus(await call('POST', '/suppressions', { json: { email: 'ann@xn--bcher-kva.example' } }), 201);
    for (const email of ['Ann@B%C3%BCcher.example', 'ann@xn--bcher-kva.example'])
      assertStatus(await call('GET', `/suppressions/${email}`), 200);
    assertStatus(await call('DELETE', '/suppressions/ann@b%C3%BCcher.example'), 200);
    assert.deepEqual(await emails(), []);
  });

  test('one: added, read, unchanged when added again, removed', async () => {
    const added = await call('POST', '/suppressions', { json: { email: ' Ann@Example.com ', detail: 'wrote to us' } });
    assertStatus(added, 201);
    const record = {
      email: 'Ann@Example.com',
      reason: 'manual',
      detail: 'wrote to us',
      date_added: '2026-11-21 12:00:00',
    };
    assert.deepEqual(added.json, { status: 'success', data: { record } });
    const again = await call('POST', '/suppressions', { form: 'email=ann@example.com&reason=COMPLAINT' });
    assertStatus(again, 201);
    assert.deepEqual(again.json.data.record, record);
    assert.deepEqual((await call('GET', '/suppressions/ANN%40example.com')).json.data.record, record);
    assertStatus(await call('DELETE', '/suppressions/ann@example.com'), 200);
    for (const method of ['GET', 'DELETE']) {
      const gone = await call(method, '/suppressions/ann@example.com');
      assert.deepEqual([gone.status, gone.json.error], [404, 'The address is not suppressed.']);
    }
    assert.equal((await listed()).count, '0');
  });

  test('an address of any letters goes into a path', async () => {
    const local = "a!#$%&'*+-/=?^_`{|}~".padEnd(64, 'x');
    const email = `${local}@${'long-label.'.repeat(16)}example.com`;
    assert.ok(email.length > 230 && email.length <= 254);
    for (const one of [email, `${'/'.repeat(64)}@example.com`, 'ü@exämple.com']) {
      assertStatus(await call('POST', '/suppressions', { json: { email: one } }), 201);
      const path = `/suppressions/${encodeURIComponent(one)}`;
      assert.equal((await call('GET', path)).json.data.record.email, one);
      assertStatus(await call('POST', path, { form: '_method=DELETE' }), 200);
    }
    assertStatus(await call('GET', '/suppressions/%00@example.com'), 404);
  });

  test('faults name the member, all at once, and nothing has changed', async () => {
    const refused = async (json: unknown, error: unknown) => {
      const answer = await call('POST', '/suppressions', { json });
      assert.deepEqual([answer.status, answer.json.error], [422, error]);
    };
    const reasons = 'Reason must be one of: hard-bounce, soft-bounces, complaint, manual, import.';
    await refused({}, { email: 'Email cannot be blank.' });
    await refused(
      { email: 'Ann <ann@example.com>', reason: 'because', detail: 'x'.repeat(251) },
      {
        email: 'Email is not a valid email address.',
        reason: reasons,
        detail: 'Detail is too long (maximum is 250 characters).',
      },
    );
    await refused({ email: 'a\0@example.com' }, { email: 'Email holds a NUL character.' });
    assert.equal((await listed()).count, '0');
    const filtered = await call('GET', '/suppressions?reason=because');
    assert.deepEqual([filtered.status, filtered.json.error], [422, { reason: reasons }]);
  });

  test('many: good ones are stored, bad ones reported in their place', async () => {
    const suppressions = [
      { email: 'a@example.com', reason: 'complaint' },
      'b@example.com',
      { email: 'no' },
      { email: 'A@example.com' },
      7,
    ];
    const answer = await call('POST', '/suppressions/bulk', { json: { suppressions } });
    assertStatus(answer, 201);
    assert.equal(answer.json.data.added, 2);
    assert.deepEqual(
      answer.json.data.records.map((record: { errors: object }) => record.errors),
      [[], [], { email: 'Email is not a valid email address.' }, [], { email: 'Email cannot be blank.' }],
    );
    assert.deepEqual(answer.json.data.records[0].data, suppressions[0]);
    assert.deepEqual((await emails()).toSorted(), ['a@example.com', 'b@example.com']);
    const form = await call('POST', '/suppressions/bulk', {
      form: 'suppressions[0][email]=c@example.com&suppressions[1][email]=d@example.com',
    });
    assert.equal(form.json.data.added, 2);
  });

  test('none, or more than 10,000, are refused; 10,000 are not', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => ({ email: `m${n}@example.com` }));
    for (const [suppressions, error] of [
      [undefined, 'Please provide the addresses to suppress.'],
      [[], 'Please provide the addresses to suppress.'],
      ['a@example.com', 'Please provide the addresses to suppress.'],
      [many, 'At most 10,000 addresses can be given at a time.'],
    ]) {
      const answer = await call('POST', '/suppressions/bulk', { json: { suppressions } });
      assert.deepEqual([answer.status, answer.json.error], [422, error]);
    }
    assert.equal((await listed()).count, '0');
    const answer = await call('POST', '/suppressions/bulk', { json: { suppressions: many.slice(1) } });
    assertStatus(answer, 201);
    assert.equal((await listed('?page=20&per_page=500')).records.length, 500);
    assert.equal((await listed()).count, '10000');
  });

  test('the text of a CSV file is taken from JSON and from forms, as the reference promises', async () => {
    const file = 'email,reason\r\nas-text@example.com,manual\r\n';
    for (const body of [{ json: { file } }, { form: new URLSearchParams({ file }).toString() }]) {
      const answer = await call('POST', '/suppressions.csv', body);
      assertStatus(answer, 201);
      assert.equal(answer.json.data.added + answer.json.data.present, 1);
    }
    assertStatus(await call('GET', '/suppressions/as-text@example.com'), 200);
    for (const nothing of ['', null, ['email']]) {
      assertStatus(await call('POST', '/suppressions.csv', { json: { file: nothing } }), 422);
    }
  });

  test('a long file yields to other requests', async () => {
    const lines = Array.from({ length: 15_000 }, (_, n) => `turn${n}@example.com`).join('\n');
    const file = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${lines}\r\n--x--\r\n`;
    const turns = await turnsDuring(async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const answer = await call('POST', '/suppressions.csv', { raw: Buffer.from(file), headers });
      assertStatus(answer, 201);
    });
    assert.ok(turns >= 3, `${turns} times`);
  });

  test('many addresses yield to other requests', async () => {
    const suppressions = Array.from({ length: 5_000 }, (_, n) => ({ email: `many${n % 4_990}@example.com` }));
    const turns = await turnsDuring(async () => {
      const answer = await call('POST', '/suppressions/bulk', { json: { suppressions } });
      assertStatus(answer, 201);
      assert.equal(answer.json.data.added, 4_990);
      assert.equal(answer.json.data.records.length, 5_000);
      assert.equal(Number(answer.headers['content-length']), Buffer.byteLength(answer.text));
    });
    assert.ok(turns >= 2, `${turns} times`);
  });

  test('the listing: newest first, by pages, by address and reason', async () => {
    for (const [n, reason] of ['manual', 'complaint', 'manual', 'complaint', 'manual'].entries()) {
      await call('POST', '/suppressions', { json: { email: `p${n}@example.com`, reason } });
    }
    assert.deepEqual(await emails('?per_page=2'), ['p4@example.com', 'p3@example.com']);
    assert.deepEqual(await emails('?per_page=2&page=3'), ['p0@example.com']);
    assert.deepEqual(await emails('?reason=complaint'), ['p3@example.com', 'p1@example.com']);
    assert.equal((await listed('?reason=complaint&per_page=1')).count, '2');
    assert.deepEqual(await emails('?email=P1@example.com'), ['p1@example.com']);
    assert.deepEqual(await emails('?email=p1@example.com&reason=manual'), []);
    assert.deepEqual(await emails('?email=p1@example.com&page=2'), []);
    assert.deepEqual(await emails('?email=&reason='), (await emails()).slice());
    assert.equal((await listed('?email=nobody')).count, '0');
  });

  test('another customer’s list, and everybody’s, are neither shown nor changed', async () => {
    const other = await app.addCustomer();
    await app.call('POST', '/suppressions', { key: other.key, json: { email: 'theirs@example.com' } });
    const everybodys = { customerId: EVERYBODY, email: 'all@example.com', reason: 'manual', detail: '' } as const;
    await inTransaction(app.db, (tx) => suppress(tx, [everybodys], 1));
    await call('POST', '/suppressions', { json: { email: 'mine@example.com' } });
    for (const email of ['theirs@example.com', 'all@example.com']) {
      for (const method of ['GET', 'DELETE']) assertStatus(await call(method, `/suppressions/${email}`), 404);
      assert.deepEqual(await emails(`?email=${email}`), []);
    }
    assert.deepEqual(await emails(), ['mine@example.com']);
    assert.doesNotMatch((await call('GET', '/suppressions.csv')).text, /theirs|all@/);
    assertStatus(await app.call('GET', '/suppressions/theirs@example.com', { key: other.key }), 200);
    assert.equal((await app.call('GET', '/suppressions', { key: null })).status, 401);
  });

  test('CSV import and export: bad rows are reported, the rest is stored, and an export can be imported', async () => {
    const csv =
      '\ufeffEmail;Reason;Detail\r\n=x@example.com;complaint;=1+1\r\nno;;\r\nb@example.com;;\r\nB@example.com;;\r\n';
    const answer = await call('POST', '/suppressions.csv', multipart(csv));
    assertStatus(answer, 201);
    assert.deepEqual(answer.json.data, {
      added: 2,
      present: 1,
      bad: 1,
      bad_rows: [
        {
          line: 3,
          email: 'no',
          reason: 'This is not a valid email address.',
          sentences: [{ code: 'row-address-invalid', values: {} }],
        },
      ],
    });
    const out = await call('GET', '/suppressions.csv');
    assert.equal(out.headers['content-type'], 'text/csv; charset=utf-8');
    assert.deepEqual(out.text.split('\r\n'), [
      '\ufeffemail,reason,detail,added',
      "'=x@example.com,complaint,'=1+1,2026-11-21 12:00:00",
      'b@example.com,import,import by API,2026-11-21 12:00:00',
      '',
    ]);
    const twin = await app.addCustomer();
    const back = await app.call('POST', '/suppressions.csv', { key: twin.key, ...multipart(out.text) });
    assert.deepEqual([back.json.data.added, back.json.data.bad], [2, 0]);
    assert.equal((await app.call('GET', '/suppressions.csv', { key: twin.key })).text, out.text);
    const again = await call('POST', '/suppressions.csv', multipart(out.text));
    assert.deepEqual([again.json.data.added, again.json.data.present], [0, 2]);
  });

  test('a file of many windows and batches, its old line ends, a character cut by a piece', async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `é${(n * 7919) % 30_000}@exämple.com`);
    const answer = await call('POST', '/suppressions.csv', multipart(lines.join('\r')));
    assert.deepEqual([answer.json.data.added, answer.json.data.bad], [30_000, 0]);
    const out = await call('GET', '/suppressions.csv');
    assert.equal(out.text.split('\r\n').length, 30_002);
    assert.equal((await listed('?per_page=500&page=60')).records.length, 500);
  });

  test('files that cannot be read are refused whole', async () => {
    const cases: [Parameters<typeof multipart>, number, unknown][] = [
      [[''], 400, /^The file is empty/],
      [['a@example.com', 'other'], 422, 'File must be a CSV file: its text, or a file part of multipart/form-data.'],
      [['name\nAnn\n'], 400, /^No column holds addresses: the first line has "name"\. It must name the columns/],
      [[Buffer.from('PK\x03\x04xl/workbook.xml')], 400, /an Excel workbook/],
      [[Buffer.from('email\0\xff', 'latin1')], 400, /not text/],
    ];
    for (const [[content, name], status, error] of cases) {
      const answer = await call('POST', '/suppressions.csv', multipart(content, name));
      assert.equal(answer.status, status, answer.text);
      if (error instanceof RegExp) assert.match(answer.json.error, error);
      else assert.deepEqual(answer.json.error.file, error);
    }
    assert.equal((await listed()).count, '0');
  });
});
