// Imports as jobs: tried, run, stopped in the middle, undone.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { fillAfter } from '../../../test/support/full-disk.ts';
import { importCalls, runDueJobs, times, uploadImport } from '../../../test/support/jobs.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { removeFieldValues } from '../../subscribers/values/remove.ts';

const PEOPLE =
  'Email;Vorname;Size;Born\r\nann@example.com;Ann;L;1990-02-28\r\nbad address;X;S;\r\nbob@example.com;;M;2001-01-02\r\n';

eachEngine('imports', (engine) => {
  const app = suiteApp(engine);
  const { uid, call, put, run, people, countOf, newList } = importCalls(app);
  const many = (from: number, to: number, name = 'Nn') =>
    `EMAIL,FNAME\n${Array.from({ length: to - from }, (_, i) => `n${from + i}@example.com,${name}${from + i}\n`).join('')}`;

  beforeEach(newList);

  test('upload, guess, say what is to be done, try, run, undo', async () => {
    const made = await uploadImport(app(), uid(), PEOPLE);
    assert.equal(made.state, 'uploaded');
    assert.deepEqual([made.guess.delimiter, made.guess.charset, made.guess.has_header], [';', 'utf-8', true]);
    assert.deepEqual(made.guess.columns, [
      {
        name: 'Email',
        samples: ['ann@example.com', 'bad address', 'bob@example.com'],
        field: 'EMAIL',
        new_field: null,
      },
      { name: 'Vorname', samples: ['Ann', 'X'], field: 'FNAME', new_field: null },
      { name: 'Size', samples: ['L', 'S', 'M'], field: null, new_field: { label: 'Size', type: 'text' } },
      { name: 'Born', samples: ['1990-02-28', '2001-01-02'], field: null, new_field: { label: 'Born', type: 'date' } },
    ]);
    const id = made.import_uid;
    await app().call('POST', `/lists/${uid()}/subscribers`, { json: { EMAIL: 'bob@example.com', FNAME: 'Bobby' } });
    await call('PUT', `/subscribers/${(await people())[0]?.['subscriber_uid']}/unsubscribe`);
    const columns = [{ field: 'EMAIL' }, { field: 'fname' }, {}, { new_field: { label: 'Birthday', type: 'date' } }];
    const set = await put(id, { columns, existing: 'change', dry_run: true });
    assert.deepEqual([set.existing, set.dry_run, set.columns[2]], ['change', true, { field: null, new_field: null }]);

    const tried = await run(id);
    const figures = { rows: 3, new: 1, changed: 1, unchanged: 0, bad: 1, stay_unsubscribed: 1 };
    assert.deepEqual([tried.state, tried.dry_run_result, tried.result], ['checked', figures, null]);
    assert.equal((await people()).length, 1);
    assert.match(
      await call('GET', `/imports/${id}/bad-rows`),
      /^\ufeffLINE,REASON,[^\n]+\r\n3,[^,\n]*valid email[^,\n]*,bad address,[^\n]*\r\n$/,
    );
    assert.equal((await call('GET', '/fields')).data.count, '3', 'a dry run makes no field');

    const done = await run(id, { dry_run: false });
    assert.deepEqual([done.state, done.result, done.progress.percent], ['imported', figures, 100]);
    assert.deepEqual(done.columns[3], { field: 'BIRTHDAY', new_field: null });
    const birthday = (await call('GET', '/fields')).data.records.find(({ tag }: { tag: string }) => tag === 'BIRTHDAY');
    assert.equal(birthday.visibility, 'hidden', 'the public form does not ask for what a file had');
    assert.equal(done.progress.rows_expected, 3);
    const byMail = new Map((await people()).map((one) => [one['EMAIL'], one]));
    assert.equal(byMail.get('ann@example.com')?.['BIRTHDAY'], '1990-02-28');
    assert.deepEqual(
      [byMail.get('bob@example.com')?.['FNAME'], byMail.get('bob@example.com')?.['status']],
      ['Bobby', 'unsubscribed'],
    );
    assert.equal(byMail.get('bob@example.com')?.['BIRTHDAY'], '2001-01-02');
    assert.match(await call('GET', `/imports/${id}/bad-rows`), /\r\n3,[^,\n]*,bad address,.*\r\n$/);

    await call('POST', `/imports/${id}/undo`);
    await runDueJobs(app());
    const undone = await call('GET', `/imports/${id}`);
    assert.deepEqual([undone.state, undone.can_undo], ['undone', false]);
    assert.deepEqual(undone.undo_result, { removed: 1, kept: 0, restored: 1, not_restored: 0 });
    const left = await people();
    assert.deepEqual(
      left.map(({ EMAIL, BIRTHDAY, FNAME }) => [EMAIL, BIRTHDAY, FNAME]),
      [['bob@example.com', '', 'Bobby']],
    );
    assert.equal(await countOf('confirmed'), 0);
  });

  test('undone, values of a field that was removed meanwhile stay away', async () => {
    const field = { type: 'text', label: 'City', tag: 'CITY', required: 'no', visibility: 'visible' };
    const { field_id } = await call('POST', '/fields', { json: field }, 201);
    const bob = { EMAIL: 'bob@example.com', FNAME: 'Bob', CITY: 'Dover' };
    await call('POST', '/subscribers', { json: bob }, 201);
    const id = (await uploadImport(app(), uid(), 'EMAIL,FNAME\nbob@example.com,Rob\n')).import_uid;
    await put(id, { existing: 'change' });
    await run(id);
    await call('DELETE', `/fields/${field_id}`);
    while (await removeFieldValues(app().db));
    await call('POST', `/imports/${id}/undo`);
    await runDueJobs(app());
    assert.equal((await people())[0]?.['FNAME'], 'Bob');
    const rows = await app().db.selectFrom('subscriber').selectAll().where('email', '=', bob.EMAIL).execute();
    assert.doesNotMatch(rows.at(-1)?.field_values ?? '', /Dover/);
  });

  test('bad rows come with their columns, and are imported again when they are repaired', async () => {
    const file = [
      'E-Mail,Born,Note',
      'ann@example.com,never,"a, ""b"""',
      "bob@example.com,1990-02-28,'=1+1",
      "bad,soon,'=1+1",
      '"open',
    ];
    const { import_uid: id } = await uploadImport(app(), uid(), `${file.join('\r\n')}\r\n`);
    const columns = [
      { field: 'EMAIL' },
      { new_field: { label: 'Born', type: 'date' } },
      { new_field: { label: 'Note', type: 'text' } },
    ];
    await put(id, { columns });
    await run(id, { dry_run: false });
    const bad = (await call('GET', `/imports/${id}/bad-rows`)) as string;
    const rows = bad.trimEnd().split('\r\n');
    assert.equal(rows.length, 4);
    assert.equal(rows[0], '\ufeffLINE,REASON,E-Mail,Born,Note');
    assert.match(rows[1] ?? '', /^2,.*,ann@example.com,never,"a, ""b"""$/);
    assert.match(rows[2] ?? '', /^4,[^\n]*valid email[^\n]*Born[^\n]*,bad,soon,'=1\+1$/, 'each fault is named');
    assert.match(rows[3] ?? '', /^5,[^,]+$/, 'what cannot be split has no columns');
    const repaired = bad
      .replace(',never,', ',1980-01-31,')
      .replace(',bad,soon,', ',cat@example.com,1990-02-28,')
      .replace(/5,[^,]+$/, '');
    const { import_uid: again } = await uploadImport(app(), uid(), repaired);
    const { columns: guessed } = await call('GET', `/imports/${again}`);
    assert.deepEqual(
      guessed.map(({ field, new_field }: { field: string | null; new_field: unknown }) => field ?? new_field),
      [null, null, 'EMAIL', 'BORN', 'NOTE'],
    );
    await run(again, { dry_run: false });
    const byMail = new Map((await people()).map((one) => [one['EMAIL'], one]));
    const valuesOf = (email: string) => [byMail.get(email)?.['BORN'], byMail.get(email)?.['NOTE']];
    assert.deepEqual(valuesOf('ann@example.com'), ['1980-01-31', 'a, "b"']);
    assert.deepEqual(valuesOf('cat@example.com'), ['1990-02-28', '=1+1']);
    assert.deepEqual(valuesOf('bob@example.com'), ['1990-02-28', '=1+1']);
  });

  test('stopped after any step, it goes on there and counts everybody once', async () => {
    const file = `${many(0, 2_500)}n7@example.com,Again\nno address,x\n${many(2_500, 3_500).replace(/^.*\n/, '')}`;
    const { import_uid: id } = await uploadImport(app(), uid(), file);
    await call('POST', `/imports/${id}/run`, { json: {} });
    let rounds = 0;
    for (; (await call('GET', `/imports/${id}`)).state === 'importing'; rounds += 1) {
      await runDueJobs(app(), times(2)); // claimed, begun, a slice or none
    }
    const done = await call('GET', `/imports/${id}`);
    assert.ok(rounds >= 2, `${rounds} rounds`);
    assert.deepEqual(done.result, { rows: 3_502, new: 3_500, changed: 0, unchanged: 0, bad: 2, stay_unsubscribed: 0 });
    assert.equal(await countOf('confirmed'), 3_500);
    const bad = (await call('GET', `/imports/${id}/bad-rows`)) as string;
    assert.deepEqual(
      [...bad.matchAll(/^(\d+),/gm)].map(([, line]) => line),
      ['2502', '2503'],
    );
    const lines = ((await call('GET', `/imports/${id}/bad-rows?format=jsonl`)) as string).trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ line, reasons }) => [line, reasons[0].code]),
      [
        [2502, 'row-address-again'],
        [2503, 'subscriber-address-invalid'],
      ],
    );

    // Who did something since stays; undoing goes on after a stop too.
    app().clock.forward(5_000);
    const [newest] = await people();
    await call('PUT', `/subscribers/${newest?.['subscriber_uid']}`, { json: { FNAME: 'Changed' } });
    const { id: clicked } = await app()
      .db.selectFrom('subscriber')
      .select('id')
      .where('email', '=', 'n3@example.com')
      .executeTakeFirstOrThrow();
    const event = {
      customer_id: app().customer.id,
      campaign_id: 1,
      subscriber_id: clicked,
      ip_address: null,
      user_agent: null,
      at: 1,
    };
    await app()
      .db.insertInto('click')
      .values({ ...event, link_id: 1, machine: null })
      .execute();
    await call('POST', `/imports/${id}/undo`);
    for (let n = 0; (await call('GET', `/imports/${id}`)).state === 'undoing'; n += 1) {
      await runDueJobs(app(), times(5));
      assert.ok(n < 100);
    }
    const undone = await call('GET', `/imports/${id}`);
    assert.deepEqual(undone.undo_result, { removed: 3_498, kept: 2, restored: 0, not_restored: 0 });
    assert.equal(await countOf('confirmed'), 2);
  });

  test('while the disk is full it waits, however long, and then goes on where it was', async () => {
    const { import_uid: id } = await uploadImport(app(), uid(), many(0, 6_000, 'x'.repeat(240)));
    await call('POST', `/imports/${id}/run`, { json: {} });
    const makeRoom = await fillAfter(app().db, 2_100);
    try {
      for (let tries = 0; tries < 10; tries += 1) {
        await runDueJobs(app());
        app().clock.forward(MINUTE_MS);
      }
    } finally {
      await makeRoom();
    }
    const waiting = await call('GET', `/imports/${id}`);
    assert.deepEqual([waiting.state, waiting.reason], ['importing', null]);
    assert.ok(waiting.progress.rows_read < 6_000, `${waiting.progress.rows_read} were read`);
    await runDueJobs(app());
    const done = await call('GET', `/imports/${id}`);
    assert.deepEqual([done.state, done.result.new, await countOf('confirmed')], ['imported', 6_000, 6_000]);
  });

  test('a late server changes nothing: its slice is rolled back', async () => {
    const { import_uid: id } = await uploadImport(app(), uid(), many(0, 2_000));
    await call('POST', `/imports/${id}/run`, { json: {} });
    const { db } = app();
    let steps = 0;
    const stolen = runDueJobs(app(), () => {
      steps += 1;
      return steps < 40;
    });
    // Another server takes the job over as soon as it is claimed.
    for (;;) {
      const row = await db.selectFrom('job').select('attempt').where('uid', '=', id).executeTakeFirstOrThrow();
      if (row.attempt > 0) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await db
      .updateTable('job')
      .set({ attempt: 9, due_at: app().clock.now() + MINUTE_MS })
      .where('uid', '=', id)
      .execute();
    await stolen;
    const seen = await countOf('confirmed');
    app().clock.forward(61_000);
    await runDueJobs(app());
    const done = await call('GET', `/imports/${id}`);
    assert.deepEqual([done.state, done.result.new], ['imported', 2_000], `${seen} were there before`);
    assert.equal(await countOf('confirmed'), 2_000);
  });

  test('what was started on a clock that was ahead begins at once', async () => {
    const now = app().clock.now();
    app().clock.forward(HOUR_MS);
    const { import_uid: id } = await uploadImport(app(), uid(), many(5_000, 5_003));
    await call('POST', `/imports/${id}/run`, { json: {} });
    app().clock.set(now);
    await runDueJobs(app());
    assert.equal((await call('GET', `/imports/${id}`)).state, 'imported');
  });

  test('cancelled in the middle, what there is can be undone; the list may go', async () => {
    const { import_uid: id } = await uploadImport(app(), uid(), many(0, 2_500));
    await call('POST', `/imports/${id}/run`, { json: {} });
    await runDueJobs(app(), times(2));
    await call('POST', `/imports/${id}/cancel`);
    await runDueJobs(app());
    const stopped = await call('GET', `/imports/${id}`);
    assert.deepEqual([stopped.state, stopped.can_undo], ['cancelled', true]);
    assert.ok(stopped.result.new > 0 && stopped.result.new < 2_500);
    assert.equal(await countOf('confirmed'), stopped.result.new);
    assert.match((await put(id, { existing: 'change' }, 400)).error, /it was canceled/);
    assert.match((await call('POST', `/imports/${id}/cancel`, {}, 400)).error, /This import is not running/);
    await call('POST', `/imports/${id}/undo`);
    await app().db.updateTable('list').set({ status: 'pending-delete' }).where('uid', '=', uid()).execute();
    await runDueJobs(app());
    const row = await app().db.selectFrom('job').selectAll().where('uid', '=', id).executeTakeFirstOrThrow();
    assert.deepEqual([row.state, row.reason], ['failed', JSON.stringify([say('import-list-removed')])]);
  });
});
