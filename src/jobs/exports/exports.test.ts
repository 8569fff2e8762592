// Exports as jobs: whom they hold, in both formats, whatever stops them.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { importCalls, runDueJobs, times, uploadImport } from '../../../test/support/jobs.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import { JobLost } from '../progress.ts';
import { claimJob } from '../queries.ts';
import { removeOldJobs } from '../remove-old.ts';
import { runExport } from './run.ts';

eachEngine('exports', (engine) => {
  const app = suiteApp(engine);
  const { uid, call, run, people, newList } = importCalls(app);
  const begin = async (json: object = {}, status = 201) => call('POST', '/exports', { json }, status);
  const add = (EMAIL: string, more: object = {}) =>
    call('POST', '/subscribers', { json: { EMAIL, details: { status: 'confirmed' }, ...more } }, 201);
  const fileOf = (id: string, status = 200) => call('GET', `/exports/${id}/file`, {}, status);
  /** Everybody of a file, by the first column. */
  const emailsIn = (file: string) => [...file.matchAll(/^([^,\r\n]+@[^,]+),/gm)].map(([, email]) => email);

  beforeEach(newList);

  test('CSV is safe for spreadsheets and holds every field; JSON Lines says the same', async () => {
    await add('ann@example.com', { FNAME: '=1+1', LNAME: 'O"Hara, jr' });
    await add('bob@example.com', { FNAME: 'Bob' });
    const made = await begin();
    assert.deepEqual([made.state, made.format, made.filter, made.percent], ['exporting', 'csv', {}, 0]);
    assert.match((await fileOf(made.export_uid, 400)).error, /not ready yet/);
    await add('late@example.com');
    await runDueJobs(app());
    const done = await call('GET', `/exports/${made.export_uid}`);
    assert.deepEqual([done.state, done.people, done.percent], ['ready', 2, 100]);
    const file: string = await fileOf(made.export_uid);
    assert.equal(Buffer.byteLength(file), done.size);
    const { text: semicolons } = await app().call(
      'GET',
      `/lists/${uid()}/exports/${made.export_uid}/file?separator=semicolon`,
    );
    assert.match(semicolons, /^\ufeffEMAIL;FNAME;[^,]+\r\nann@example\.com;'=1\+1;"O""Hara, jr";/);
    const [head, ann, bob, end] = file.split('\r\n');
    assert.equal(
      head,
      '\ufeffEMAIL,FNAME,LNAME,SUBSCRIBER_UID,STATUS,SOURCE,IP_ADDRESS,ADDED_AT,CONFIRMED_AT,UNSUBSCRIBED_AT',
    );
    assert.match(
      ann ?? '',
      /^ann@example\.com,'=1\+1,"O""Hara, jr",\w+,confirmed,api,[\d.]*,2026-[^,]+Z,2026-[^,]+Z,$/,
    );
    assert.match(bob ?? '', /^bob@example\.com,Bob,,/);
    assert.equal(end, '');

    const { export_uid } = await begin({
      format: 'jsonl',
      search: 'EXAMPLE',
      match: 'contains',
      added_until: '2100-01-01T00:00:00Z',
    });
    await runDueJobs(app());
    const answer = await app().call('GET', `/lists/${uid()}/exports/${export_uid}/file`);
    assert.match(String(answer.headers['content-type']), /^application\/jsonl/);
    const lines = answer.text.split('\n').filter((line) => line !== '');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).values),
      [
        { EMAIL: 'ann@example.com', FNAME: '=1+1', LNAME: 'O"Hara, jr' },
        { EMAIL: 'bob@example.com', FNAME: 'Bob', LNAME: '' },
        { EMAIL: 'late@example.com', FNAME: '', LNAME: '' },
      ],
    );
    const listed = await app().call('GET', `/lists/${uid()}/exports`);
    assert.deepEqual(
      listed.json.data.records.map((one: { filter: object }) => one.filter),
      [{ search: 'EXAMPLE', match: 'contains', added_until: '2100-01-01T00:00:00.000Z' }, {}],
    );
  });

  test('what is exported can be imported again: every value is what it was', async () => {
    const values = ['=1+1', '+49 170 1234567', "'quoted'", "'=x", '-7', '@home', 'O"Hara, jr', "a'b"];
    const addresses = values.map((_, n) => (n === 0 ? '+n@example.com' : `n${n}@example.com`));
    for (const [n, FNAME] of values.entries()) await add(addresses[n] ?? '', { FNAME });
    const made = await begin();
    await runDueJobs(app());
    const file: string = await fileOf(made.export_uid);
    await newList();
    const { import_uid: id } = await uploadImport(app(), uid(), file);
    assert.equal((await run(id)).result.new, values.length);
    const names = new Map((await people()).map((one) => [one['EMAIL'], one['FNAME']]));
    assert.deepEqual(
      addresses.map((email) => names.get(email)),
      values,
    );
  });

  test('stopped after any step, nobody is missing or twice; who joins meanwhile is not in it', async () => {
    const many = Array.from({ length: 4_500 }, (_, i) => `n${i}@example.com,${'x'.repeat(200)}\n`).join('');
    await run((await uploadImport(app(), uid(), `EMAIL,FNAME\n${many}`)).import_uid);
    const { export_uid: id } = await begin();
    let rounds = 0;
    for (; (await call('GET', `/exports/${id}`)).state === 'exporting'; rounds += 1) {
      await runDueJobs(app(), times(rounds % 2 === 0 ? 1 : 2)); // claimed or not, a piece or none
      await add(`late${rounds}@example.com`);
      assert.ok(rounds < 50);
    }
    assert.ok(rounds >= 2, `${rounds} rounds`);
    const emails = emailsIn(await fileOf(id));
    assert.equal(emails.length, 4_500);
    assert.equal(new Set(emails).size, 4_500);
    assert.ok(!emails.some((email) => email?.startsWith('late')));
  });

  test('the file is kept for a day', async () => {
    await add('ann@example.com');
    const { export_uid: id } = await begin();
    await runDueJobs(app());
    assert.equal((await call('GET', `/exports/${id}`)).kept_until, new Date(app().clock.now() + DAY_MS).toISOString());
    app().clock.forward(DAY_MS + 1);
    while (await removeOldJobs(app().db, app().clock.now()));
    const gone = await call('GET', `/exports/${id}`);
    assert.deepEqual([gone.state, gone.kept_until], ['removed', null]);
    assert.match((await fileOf(id, 400)).error, /removed/);
    const pieces = await app().db.selectFrom('job_piece').select('n').where('part', '=', 'result').execute();
    assert.deepEqual(pieces, []);
  });

  test('a file that was removed as it held somebody who was erased is none, not an empty one', async () => {
    await add('ann@example.com');
    await add('bob@example.com');
    const { export_uid: id } = await begin();
    await runDueJobs(app());
    const erased = await app().call('POST', '/people/bob@example.com/erase', { json: {} });
    assert.equal(erased.json.data.record.files, 1);
    const gone = await call('GET', `/exports/${id}`);
    assert.deepEqual([gone.state, gone.kept_until], ['removed', null]);
    assert.match((await fileOf(id, 400)).error, /removed/);
  });

  test('whoever is erased while a file is written is not in what was read before', async () => {
    await add('ann@example.com');
    await add('bob@example.com');
    const { export_uid: id } = await begin();
    const { db, clock } = app();
    const row = await db.selectFrom('job').selectAll().where('uid', '=', id).executeTakeFirstOrThrow();
    const job = await claimJob(db, row, clock.now());
    assert.ok(job);
    const erased = await app().call('POST', '/people/bob@example.com/erase', { json: {} });
    assert.deepEqual([erased.status, erased.json.data.record.files], [200, 0]);
    const log = createLogger('silent');
    await assert.rejects(runExport({ db, clock, log, job, mayGoOn: () => true }), JobLost);
    await runDueJobs(app());
    assert.deepEqual(emailsIn(await fileOf(id)), ['ann@example.com']);
  });

  test('wrong filters, other lists and what is over are refused', async () => {
    await add('ann@example.com');
    const faults = (await begin({ field: 'NOPE', value: 'x', format: 'csv' }, 422)).error;
    assert.match(faults.field, /must be one of: EMAIL, FNAME, LNAME/);
    assert.deepEqual(Object.keys((await begin({ format: 'xlsx', status: 'gone', added_from: 'soon' }, 422)).error), [
      'status',
      'added_from',
      'format',
    ]);
    assert.match((await begin({ segment_uid: 'aaaaaaaaaaaaa' }, 404)).error, /segment/);
    const { export_uid: id } = await begin();
    assert.match((await call('DELETE', `/exports/${id}`, {}, 400)).error, /cancel it first/);
    assert.equal((await call('POST', `/exports/${id}/cancel`)).state, 'cancelled');
    await runDueJobs(app());
    assert.match((await fileOf(id, 400)).error, /canceled/);
    assert.match((await call('POST', `/exports/${id}/cancel`, {}, 400)).error, /not running/);
    await newList();
    await call('GET', `/exports/${id}`, {}, 404);
  });
});
